import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../platform/db/index.ts';
import { CursorError } from '../platform/errors.ts';
import { findEnds, findPosition, listEventsAfter } from './events-store.ts';
import { latestEvent } from './list-events.ts';
import type { PublishedEvent } from './types.ts';

const lookEveryMs = 250;

/**
 * Published events of every client after the one named, for the operator; when there is none yet, those that come while
 * it waits. `latest` gives none, and where to go on from. Rejects with `cursor_expired`.
 */
export async function followEvents(
  db: Db,
  query: {
    readonly after: string | undefined;
    readonly types: readonly string[] | undefined;
    readonly limit: number;
    readonly waitMs: number;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly events: readonly PublishedEvent[]; readonly nextCursor: string | undefined }> {
  if (query.after === latestEvent) {
    return { events: [], nextCursor: (await findEnds(db))?.lastId };
  }
  const until = performance.now() + query.waitMs;
  let after = 0;
  if (query.after !== undefined) {
    const position = await findPosition(db, query.after);
    if (position === undefined) throw new CursorError('cursor_expired');
    after = position;
  }
  for (;;) {
    const found = await listEventsAfter(db, after, query.limit);
    const events = found.filter(({ type }) => query.types === undefined || query.types.includes(type));
    const nextCursor = found.at(-1)?.id ?? query.after;
    if (found.length > 0 || performance.now() >= until || query.signal.aborted) return { events, nextCursor };
    await delay(lookEveryMs, undefined, { signal: query.signal }).catch(() => {});
  }
}
