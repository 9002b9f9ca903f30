/** One check of an imported generation. A value beyond its limit keeps the generation out of service. */
export type GenerationCheck = {
  readonly name: string;
  /** A share from 0 to 1. */
  readonly value: number;
  readonly limit: number;
  readonly passed: boolean;
  /** What it was made of. Holds codes and counts, never a row. */
  readonly detail?: string;
};

/** What became of establishments since the generation that answered before. */
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
