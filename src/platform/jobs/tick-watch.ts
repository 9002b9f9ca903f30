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

/** The longest rest between two looks at the clock, and the longest delay of a tick that is still told. */
const longestRestMs = 60_000;

/** Tells when schedules tick, by the clock of this process. A tick whose `onTick` rejects is told again a second later. */
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
    const findTicks = (after: Date) =>
      crons.flatMap(({ name, cron }) => {
        const at = cron.nextRun(after);
        return at === null ? [] : [{ name, at }];
      });
    let told = Date.now();
    while (crons.length > 0) {
      const ticks = findTicks(new Date(told));
      const first = Math.min(...ticks.map(({ at }) => at.getTime()));
      const restMs = Math.min(Math.max(first - Date.now(), 0), longestRestMs);
      await delay(restMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const now = Date.now();
      if (now < first || now - first > longestRestMs) {
        // Nothing ticked, the clock was set, or the process stood still.
        told = now;
        continue;
      }
      try {
        await onTick(ticks.filter(({ at }) => at.getTime() === first));
        told = first;
      } catch (error) {
        onError(error);
        await delay(1_000, undefined, { signal }).catch(() => {});
      }
    }
  }
}
