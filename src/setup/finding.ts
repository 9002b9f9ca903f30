/** The finding of a check. `warning` lets the service run, `problem` does not. */
export type Finding = {
  readonly name: string;
  readonly state: 'well' | 'warning' | 'problem';
  /** In one line, without secrets. */
  readonly found: string;
  /** Absent when all is well. */
  readonly remedy?: string;
};

export function well(name: string, found: string): Finding {
  return { name, state: 'well', found };
}

export function warning(name: string, found: string, remedy: string): Finding {
  return { name, state: 'warning', found, remedy };
}

export function problem(name: string, found: string, remedy: string): Finding {
  return { name, state: 'problem', found, remedy };
}
