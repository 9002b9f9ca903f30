/** The pairs of different people of one client, and those that match. */
export type ClientFalseMatches = {
  readonly clientId: string;
  readonly people: number;
  readonly pairs: number;
  readonly matches: number;
};

/** The same of people whose newest attempt came from one kind of device: manufacturer and model, or operating system. */
export type DeviceFalseMatches = {
  readonly device: string;
  readonly people: number;
  readonly pairs: number;
  readonly matches: number;
};

/** The false match rate that a deployment really has: its registered people compared with each other. */
export type FalseMatchMeasurement = {
  readonly at: Date;
  readonly templateModel: string;
  readonly people: number;
  /** Pairs of different people, possible duplicates not among them. */
  readonly pairs: number;
  readonly matches: number;
  /** Pairs so alike that both may be one person under two CPFs. */
  readonly possibleDuplicates: number;
  readonly promised: number;
  readonly scoreThreshold: number;
  /** Counts of scores in steps of 0.05 from -1 on. */
  readonly histogram: readonly number[];
  /** By the client of each person's newest attempt, where it has enough people. */
  readonly byClient: readonly ClientFalseMatches[];
  /** By its device, where enough people have the same kind. */
  readonly byDevice: readonly DeviceFalseMatches[];
};

/** A measurement with its consequences. */
export type MeasurementOutcome = {
  /** Undefined with too few people. */
  readonly measurement: FalseMatchMeasurement | undefined;
  /** The share that matched, and its interval. */
  readonly rate: { readonly share: number; readonly low: number; readonly high: number } | undefined;
  readonly warnings: readonly FalseMatchWarning[];
  /** Added to the calibrated score threshold from now on. */
  readonly thresholdRaise: number;
};

/**
 * `above_promise`: even the low end of the interval is above the promised rate. `drift`: the interval lies above that of
 * the measurement before.
 */
export type FalseMatchWarning = 'above_promise' | 'drift';
