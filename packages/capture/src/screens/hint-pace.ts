/** Least time between two hints, so that people can read them. */
export const hintAtMostEveryMs = 1_000;
