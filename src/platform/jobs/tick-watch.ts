import { Cron } from 'croner';
import { type BackgroundWork, runUntilStopped } from './repeat-during.ts';

const timeZone = 'America/Sao_Paulo';

/** The longest rest between two looks at the clock. */
const longestRestMs = 60_000;

/**
 * Tells when schedules tick, by the clock of this process. The first tick is told with the newest one of every other
 * schedule, and one that is told late stands for all before it: what passed while nothing ran can be made up for, once.
 * A tick whose `onTick` rejects is told again a second later.
 */
export function watchTicks(options: {
  /** Cron expressions of five fields, by the names of their jobs. */
  readonly schedules: ReadonlyMap<string, string>;
  /** Hears of all schedules that tick at one time. */
  readonly onTick: (due: readonly { readonly name: string; readonly at: Date }[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}): BackgroundWork {
  const crons = [...options.schedules].map(([name, cron]) => ({
    name,
    cron: new Cron(cron, { timezone: timeZone }),
  }));
  return runUntilStopped(async (rest) => {
    let told = Date.now();
    let isFirst = true;
    while (crons.length > 0) {
      const ticks = crons.map((each) => ({
        ...each,
        next: each.cron.nextRun(new Date(told))?.getTime() ?? Infinity,
      }));
      const first = Math.min(...ticks.map(({ next }) => next));
      if (!(await rest(Math.min(Math.max(first - Date.now(), 0), longestRestMs)))) return;
      const now = Date.now();
      if (now < first) {
        // Nothing ticked, or the clock was set back.
        told = now;
        continue;
      }
      const due = ticks
        .filter(({ next }) => isFirst || next <= now)
        .flatMap(({ name, cron }) => findNewest(cron, now).map((at) => ({ name, at })));
      try {
        await options.onTick(due);
        told = now;
        isFirst = false;
      } catch (error) {
        options.onError(error);
        await rest(1_000);
      }
    }
  });
}

/** The newest tick up to a moment. Croner looks before the second of the moment it is given. */
function findNewest(cron: Cron, now: number): readonly Date[] {
  return cron.previousRuns(1, new Date(now + 1_000));
}
