import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../platform/db/index.ts';
import { CursorError } from '../platform/errors.ts';
import { holdsScope } from '../platform/tokens/index.ts';
import { EventError } from './errors.ts';
import { findEnds, findEvent, findEventUpTo, listEventRows } from './events-store.ts';
import { type PublishDeps, publishEvents } from './publish-events.ts';
import type { Catalogue, PublishedEvent, Viewer } from './types.ts';

export type ListEventsDeps = PublishDeps & { readonly db: Db; readonly catalogue: Catalogue };

type EventPage = {
  /** Oldest first. */
  readonly events: readonly PublishedEvent[];
  /**
   * Where to go on from: the cursor of the query once nothing follows. Undefined for the operator while there has never
   * been an event.
   */
  readonly nextCursor: string | undefined;
};

/** Positions that one page looks through at most: a client that sees few of them gets an empty page and goes on. */
const scannedPositions = 10_000;

/** The cursor for "from now on". */
export const latestEvent = 'latest';

/** The cursor for "from the first event there will ever be". */
const firstEvent = 'first';

/**
 * Events after the one named, oldest first, as far as the viewer's scopes let him see them; without a name from the
 * oldest one kept. Every event that was committed before is there, and what is committed later has a later place: who
 * goes on from `nextCursor` misses none and gets none twice.
 *
 * Rejects with `cursor_expired`, and with `event_type_unknown` for a type the viewer may not see.
 */
export async function listEvents(
  deps: ListEventsDeps,
  viewer: Viewer,
  query: {
    readonly cursor: string | undefined;
    readonly types: readonly string[] | undefined;
    readonly limit: number;
  },
): Promise<EventPage> {
  const { db, catalogue } = deps;
  const types = visibleTypes(catalogue, viewer, query.types);
  while ((await publishEvents(deps)) > 0);
  const ends = await findEnds(db);
  if (ends === undefined) {
    if (![undefined, latestEvent, firstEvent].includes(query.cursor)) throw new CursorError('cursor_expired');
    return { events: [], nextCursor: firstEvent };
  }
  let after = ends.first - 1;
  if (query.cursor === latestEvent) after = ends.last;
  else if (query.cursor !== undefined && !(query.cursor === firstEvent && ends.first === 1)) {
    after = await requirePosition(db, query.cursor);
  }
  const upTo = Math.min(ends.last, after + scannedPositions);
  const found = await listEventRows(db, {
    after,
    upTo,
    types,
    clientId: viewer.clientId,
    limit: query.limit + 1,
  });
  const events = found.slice(0, query.limit);
  if (found.length > events.length) {
    return { events, nextCursor: events.at(-1)!.id };
  }
  const last = await findEventUpTo(db, upTo);
  return { events, nextCursor: last?.id };
}

async function requirePosition(db: Db, id: string): Promise<number> {
  const event = await findEvent(db, id);
  if (event === undefined) throw new CursorError('cursor_expired');
  return event.position;
}

/** Those of the wanted types that the viewer may see; all of them when none is named. */
export function visibleTypes(
  catalogue: Catalogue,
  viewer: Viewer,
  wanted: readonly string[] | undefined,
): readonly string[] {
  const visible = catalogue
    .list()
    .filter(({ scope }) => holdsScope(viewer.scopes, scope))
    .map(({ name }) => name);
  if (wanted === undefined) return visible;
  for (const [index, name] of wanted.entries()) {
    if (visible.includes(name)) continue;
    const known = catalogue.list().find((one) => one.name === name);
    const detail =
      known === undefined
        ? `Type ${index + 1} of the request is none of GET /v1/event-types.`
        : `${name} needs the scope ${known.scope}.`;
    throw new EventError('event_type_unknown', { detail });
  }
  return [...new Set(wanted)];
}

/** The part of an event that others see. */
export type RepresentedEvent = Omit<PublishedEvent, 'position' | 'clientId'>;

/** An event as the feed and webhooks show it, the same in both. */
export function representEvent({ id, type, version, at, data }: RepresentedEvent) {
  return { id, type, version, timestamp: at.toISOString(), data };
}

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
): Promise<EventPage> {
  if (query.after === latestEvent) {
    return { events: [], nextCursor: (await findEnds(db))?.lastId };
  }
  const until = performance.now() + query.waitMs;
  const after = query.after === undefined ? 0 : await requirePosition(db, query.after);
  for (;;) {
    const found = await listEventRows(db, { after, limit: query.limit });
    const events = found.filter(({ type }) => query.types === undefined || query.types.includes(type));
    const nextCursor = found.at(-1)?.id ?? query.after;
    if (found.length > 0 || performance.now() >= until || query.signal.aborted) return { events, nextCursor };
    await delay(lookEveryMs, undefined, { signal: query.signal }).catch(() => {});
  }
}
