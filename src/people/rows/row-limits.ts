/** Limits of the rows of a data set or a public list. */
export const rowLimits = {
  /** Longest row in bytes. Longer ones are put aside unread. */
  maxRowBytes: 65_536,
  /** Rows put aside by one import that are kept to be looked at. All are counted. */
  maxQuarantined: 10_000,
} as const;
