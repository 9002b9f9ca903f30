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
  type DuplicatesPeer,
  measurePendingSearches,
  openDuplicatesPeer,
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

/** The search for duplicates of the configuration, with its figures: an index in this process, or another process. */
export function openDuplicateSearch(deps: OpenDuplicateSearchDeps): {
  readonly duplicates: DuplicateSearch;
  /** The process that is asked; undefined when the index is in this one. */
  readonly peer: DuplicatesPeer | undefined;
} {
  const { db, cipher, engine, settings, log, metrics, clock, onError } = deps;
  const { url, secret } = settings.duplicates;
  const peer =
    url === undefined || secret === undefined
      ? undefined
      : openDuplicatesPeer({
          url,
          secret: secret.reveal(),
          templateModels: () => engine.templateModels(),
          onState(state, detail) {
            if (state === 'ready') log.info('the process of the duplicate search is ready');
            else log.warn({ state, detail }, 'the process of the duplicate search is missing');
          },
        });
  const index = peer ?? createLocalIndex({ db, cipher, vectors: engine, onError });
  const minSimilarity = settings.faces.duplicateMinSimilarity;
  const duplicates = createDuplicateSearch({ db, cipher, engine, index, minSimilarity, onError });
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
  if (peer !== undefined) {
    metrics.addGauge({
      name: 'confere_duplicates_missing',
      help: '1 while this process cannot use the process with the role duplicates.',
      read: () => (peer.state() === 'ready' ? 0 : 1),
    });
  }
  return { duplicates, peer };
}
