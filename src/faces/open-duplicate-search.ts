import type { FaceEngine } from '../engine/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { ConfigOf } from '../platform/config/index.ts';
import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { Logger } from '../platform/log.ts';
import {
  createDuplicateSearch,
  createLocalIndex,
  type DuplicateSearch,
  measurePendingSearches,
  openShards,
  type Shards,
} from './duplicates/index.ts';
import type { facesSettings } from './settings.ts';

export type OpenDuplicateSearchDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly engine: FaceEngine;
  readonly settings: ConfigOf<typeof facesSettings>;
  readonly clock: Clock;
  readonly log: Logger;
  /** The part of the process's metrics that gauges are added to. */
  readonly metrics: {
    addGauge(gauge: { name: string; help: string; read: () => number }): void;
    addGauges<Name extends string>(gauges: {
      about: Readonly<Record<Name, { readonly help: string; readonly labels?: readonly string[] }>>;
      read: () => Promise<
        readonly { readonly name: Name; readonly labels?: Record<string, string>; readonly value: number }[]
      >;
    }): void;
  };
  readonly onError: (error: unknown) => void;
};

/** A search that began this long ago has been left by its registration. */
const leftAfterMs = 60_000;

/** The search for duplicates of the configuration, with its figures: an index in this process, or shards. */
export function openDuplicateSearch(deps: OpenDuplicateSearchDeps): {
  readonly duplicates: DuplicateSearch;
  /** The processes that are asked; undefined when the index is in this one. */
  readonly shards: Shards | undefined;
} {
  const { db, cipher, engine, settings, log, metrics, clock, onError } = deps;
  const { urls, secret, timeoutMs, breakerTimeouts, breakerPauseMs } = settings.duplicateShards;
  const shards =
    urls === undefined || secret === undefined
      ? undefined
      : openShards({
          urls,
          secret: secret.reveal(),
          timeoutMs,
          breaker: { timeouts: breakerTimeouts, pauseMs: breakerPauseMs },
          templateModels: () => engine.templateModels(),
          onState({ shard, state, detail }) {
            if (state === 'ready') log.info({ shard }, 'a shard of the duplicate search is ready');
            else log.warn({ shard, state, detail }, 'a shard of the duplicate search is missing');
          },
        });
  const index = shards ?? createLocalIndex({ db, cipher, vectors: engine, onError });
  const duplicates = createDuplicateSearch({
    db,
    cipher,
    engine,
    index,
    minSimilarity: settings.faces.duplicateMinSimilarity,
    onError,
  });
  metrics.addGauges({
    about: {
      confere_duplicate_searches_pending: {
        help: 'Searches for duplicates that are older than a minute and not finished, in all processes together.',
      },
      confere_duplicate_searches_oldest_pending_seconds: {
        help: 'Age of the oldest of them; 0 when there is none.',
      },
    },
    async read() {
      const now = clock.now().getTime();
      const { count, oldest } = await measurePendingSearches(db, new Date(now - leftAfterMs));
      return [
        { name: 'confere_duplicate_searches_pending', value: count },
        {
          name: 'confere_duplicate_searches_oldest_pending_seconds',
          value: oldest === undefined ? 0 : (now - oldest.getTime()) / 1_000,
        },
      ];
    },
  });
  if (shards !== undefined) {
    metrics.addGauge({
      name: 'confere_duplicate_shards_missing',
      help: 'Shards of the duplicate search that this process cannot use at the moment.',
      read: () => shards.states().filter(({ state }) => state !== 'ready').length,
    });
    metrics.addGauges({
      about: {
        confere_duplicate_shard_cut_off: {
          help: '1 while this process asks a shard of the duplicate search seldom, because its searches timed out.',
          labels: ['shard'],
        },
      },
      read: async () =>
        shards.states().map(({ shard, state }) => ({
          name: 'confere_duplicate_shard_cut_off' as const,
          labels: { shard },
          value: state === 'cut-off' ? 1 : 0,
        })),
    });
  }
  return { duplicates, shards };
}
