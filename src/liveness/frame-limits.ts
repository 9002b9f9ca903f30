export const frameLimits = {
  /** Of one frame. */
  maxBytes: 1_500_000,
  /** Width times height of one frame: 1080p, and no more. */
  maxPixels: 2_200_000,
  /** The least time between two frames. */
  intervalMs: 200,
  /** Frames that a step wants at least. */
  minPerStep: 2,
  /** Frames of one session that are looked at in a minute, resent ones included. */
  perMinute: 120,
  /** Photo files of one session that are looked at in a minute. */
  uploadsPerMinute: 10,
  /** Time limit of a step for its frames, in milliseconds. */
  stepMs: 20_000,
  /** The same from the first time on that the person asked for more time. */
  longStepMs: 40_000,
} as const;
