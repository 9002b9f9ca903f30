import { setTimeout as delay } from 'node:timers/promises';
import { Cron } from 'croner';

export type TickWatchOptions = {
  /** Cron expressions of five fields, by the names of their jobs. Read at `start`. */
  readonly schedules: ReadonlyMap<string, string>;
  /** Hears of all schedules that tick at one time. */
  readonly onTick: (due: readonly { readonly name: string; readonly at: Date }[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
};

const timeZone = 'America/Sao_Paulo';

/** The longest rest between two looks at the clock. */
const longestRestMs = 60_000;

/**
 * Tells when schedules tick, by the clock of this process. The first tick is told with the newest one of every other
 * schedule, and one that is told late stands for all before it: what passed while nothing ran can be made up for, once.
 * A tick whose `onTick` rejects is told again a second later.
 */
export class TickWatch {
  readonly #options: TickWatchOptions;
  readonly #end = new AbortController();
  #watching: Promise<void> = Promise.resolve();

  constructor(options: TickWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { schedules, onTick, onError } = this.#options;
    const { signal } = this.#end;
    const crons = [...schedules].map(([name, cron]) => ({
      name,
      cron: new Cron(cron, { timezone: timeZone }),
    }));
    let told = Date.now();
    let isFirst = true;
    while (crons.length > 0) {
      const ticks = crons.map((each) => ({
        ...each,
        next: each.cron.nextRun(new Date(told))?.getTime() ?? Infinity,
      }));
      const first = Math.min(...ticks.map(({ next }) => next));
      const restMs = Math.min(Math.max(first - Date.now(), 0), longestRestMs);
      await delay(restMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
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
        await onTick(due);
        told = now;
        isFirst = false;
      } catch (error) {
        onError(error);
        await delay(1_000, undefined, { signal }).catch(() => {});
      }
    }
  }
}

/** The newest tick up to a moment. Croner looks before the second of the moment it is given. */
function findNewest(cron: Cron, now: number): readonly Date[] {
  return cron.previousRuns(1, new Date(now + 1_000));
}
