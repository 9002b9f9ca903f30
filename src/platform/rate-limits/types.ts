/** Something that is counted in windows of time: the requests of one client, say. */
export type Bucket = {
  /** The counted unit; the same for everybody, such as `client`. */
  readonly policy: string;
  /** Who is counted. Kept as a keyed hash where it leaves the process. */
  readonly key: string;
  /** Maximum units in a window. */
  readonly limit: number;
  readonly windowMs: number;
  /** The units counted at once; 1 by default. */
  readonly weight?: number;
};

/** A bucket after something was counted in it. */
export type BucketState = {
  readonly policy: string;
  readonly limit: number;
  readonly windowMs: number;
  /** The remaining units of the window; 0 also after a refusal. */
  readonly remaining: number;
  /** Milliseconds until the window ends and another one can begin. */
  readonly resetMs: number;
  /** True if this request exceeded the limit. */
  readonly isExceeded: boolean;
};

export type Counted = { readonly count: number; readonly resetMs: number };

/** Where counts are kept. A window begins with the first count in it. */
export type CountStore = {
  /** Counts the weight of each bucket and gives the counts since each window began, in the same order. */
  count(buckets: readonly Bucket[]): Promise<readonly Counted[]>;
  close(): Promise<void>;
};
