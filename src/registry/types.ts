/** One check of an imported generation. A value beyond its limit keeps the generation out of service. */
export type GenerationCheck = {
  readonly name: string;
  /** A share from 0 to 1. */
  readonly value: number;
  readonly limit: number;
  readonly passed: boolean;
  /** The sources of the generation. Holds codes and counts, never a row. */
  readonly detail?: string;
};

/** Changes of establishments since the previous generation. */
export type GenerationChanges = {
  /** That generation's number. */
  readonly since: number;
  /** Numbers that it had not. */
  readonly opened: number;
  /** Numbers that only it had. */
  readonly removed: number;
  /** Those closed meanwhile (status 08). */
  readonly closed: number;
  /** Those whose status changed, the closed among them. */
  readonly statusChanged: number;
};
