/** A run of a network: its name and when it began and ended, in milliseconds since the epoch. */
export type NetworkRun = { readonly name: string; readonly startedAt: number; readonly endedAt: number };

/** The steps of a worker with one photo, and their times. */
export type WorkerTimeline = {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly runs: readonly NetworkRun[];
};

// A thread has one photo at a time.
let recording: NetworkRun[] | undefined;

/** The time in milliseconds since the epoch, finer than whole ones. The same in all threads of a process. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Notes a run of a network when this thread's work is being timed. */
export function noteNetworkRun(run: NetworkRun): void {
  recording?.push(run);
}

/** The work's result, with the runs of networks that this thread did meanwhile. */
export async function recordTimeline<T extends object>(
  work: () => Promise<T>,
): Promise<T & { readonly timeline: WorkerTimeline }> {
  const startedAt = preciseNow();
  const runs: NetworkRun[] = [];
  recording = runs;
  try {
    const result = await work();
    return { ...result, timeline: { startedAt, endedAt: preciseNow(), runs } };
  } finally {
    recording = undefined;
  }
}
