import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { OpenDatabase } from '../../platform/db/index.ts';
import { countTransactions } from '../registry-tables-store.ts';

/** The pace of an import: full speed while nobody else uses the database, else slower. */
export type ImportPace = Disposable & {
  /** True while others use the database. */
  readonly isShared: boolean;
  /** Resolves when it is known for the first time, about a second after the pace was made. */
  observe(): Promise<void>;
  /** To be awaited between pieces of work: gives others their turn. */
  rest(): Promise<void>;
};

/**
 * Of an import's time while others use the database, the part in which it does nothing. On PostgreSQL a process of the
 * database works while the import's own rests, so there it rests longer.
 */
const restShare = { embedded: 0.5, postgres: 0.75 };
const longestRestMs = 200;

export function createImportPace(database: OpenDatabase): ImportPace {
  return database.kind === 'embedded'
    ? createEmbeddedPace()
    : createPostgresPace(() => countTransactions(database.db));
}

/** A turn of the event loop that takes longer did something for somebody. */
const busyTurnMs = 0.3;
const embeddedMemoryMs = 200;

/**
 * The embedded database shares its thread with whoever asks: each piece is followed by everybody's turn, and by as
 * long a rest when somebody had something to do, because an answer takes several turns.
 */
function createEmbeddedPace(): ImportPace {
  let busyUntilMs = 0;
  let workedSinceMs = performance.now();
  return {
    isShared: true,
    observe: async () => {},
    async rest() {
      const beganMs = performance.now();
      await turn();
      const now = performance.now();
      if (now - beganMs > busyTurnMs) busyUntilMs = now + embeddedMemoryMs;
      if (now < busyUntilMs) await wait(restFor(beganMs - workedSinceMs, restShare.embedded));
      workedSinceMs = performance.now();
    },
    [Symbol.dispose]() {},
  };
}

const sampleIntervalMs = 500;
/** More transactions a second than idle services and the import itself make. */
const busyPerSecond = 25;
/** The effect of one busy moment, in milliseconds. */
const postgresMemoryMs = 10_000;

/** On PostgreSQL the transactions of the whole database tell whether others use it. */
function createPostgresPace(count: () => Promise<number>): ImportPace {
  let before: { readonly count: number; readonly atMs: number } | undefined;
  let busyUntilMs = 0;
  let workedSinceMs = performance.now();
  let isSampling = false;
  const known = Promise.withResolvers<void>();
  const sample = async () => {
    if (isSampling) return;
    isSampling = true;
    try {
      const now = { count: await count(), atMs: performance.now() };
      before ??= now;
      // Transactions reach the statistics in lumps of up to a second.
      if (now.atMs - before.atMs >= 2 * sampleIntervalMs) {
        const perSecond = (now.count - before.count) / ((now.atMs - before.atMs) / 1000);
        if (perSecond > busyPerSecond) busyUntilMs = now.atMs + postgresMemoryMs;
        before = now;
        known.resolve();
      }
    } catch {
      // The import itself will say what is wrong with the database.
      known.resolve();
    } finally {
      isSampling = false;
    }
  };
  void sample();
  const timer = setInterval(sample, sampleIntervalMs);
  timer.unref();
  return {
    get isShared() {
      return performance.now() < busyUntilMs;
    },
    observe: () => known.promise,
    async rest() {
      const now = performance.now();
      if (now < busyUntilMs) await wait(restFor(now - workedSinceMs, restShare.postgres));
      workedSinceMs = performance.now();
    },
    [Symbol.dispose]() {
      clearInterval(timer);
    },
  };
}

/** In milliseconds; at least one, the shortest there is. */
function restFor(workedMs: number, share: number): number {
  return Math.min(longestRestMs, Math.max(1, (workedMs * share) / (1 - share)));
}
