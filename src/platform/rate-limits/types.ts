/** Something that is counted in windows of time: the requests of one client, say. */
export type Bucket = {
  /** What is counted; the same for everybody, such as `client`. */
  readonly policy: string;
  /** Who is counted. Kept as a keyed hash where it leaves the process. */
  readonly key: string;
  /** How many fit into a window. */
  readonly limit: number;
  readonly windowMs: number;
};

/** A bucket after something was counted in it. */
export type BucketState = {
  readonly policy: string;
  readonly limit: number;
  readonly windowMs: number;
  /** What is left in the window; 0 also when there was not enough. */
  readonly remaining: number;
  /** Milliseconds until the window ends and another one can begin. */
  readonly resetMs: number;
  /** Whether this was one too many. */
  readonly isExceeded: boolean;
};

export type Counted = { readonly count: number; readonly resetMs: number };

/** Where counts are kept. A window begins with the first count in it. */
export type CountStore = {
  /** Counts one in each bucket and gives the counts since each window began, in the same order. */
  count(buckets: readonly Bucket[]): Promise<readonly Counted[]>;
  close(): Promise<void>;
};
