/** The finding of a check. `warning` lets the service run, `problem` does not. */
export type Finding = {
  readonly name: string;
  readonly state: 'well' | 'warning' | 'problem';
  /** In one line, without secrets. */
  readonly found: string;
  /** Absent when all is well. */
  readonly remedy?: string;
};
