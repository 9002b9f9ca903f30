import type { RouteOptions } from 'fastify';
import type { App } from './app.ts';
import { HttpError } from './errors.ts';
import { readerOf } from './route-reads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes turns, as every list does: one request may cost the database or the networks much. */
    isCostly?: true;
  }
}

/** As long as a request waits for a connection of the database. */
const longestWaitMs = 5_000;

type Waiting = { readonly reader: string; readonly size: number; readonly enter: () => void };

/** Waits for a turn that takes so much of the room. The turn lasts until what it resolves to is called, once. */
export type EnterTurn = (reader: string, size: number) => Promise<() => void>;

/**
 * Turns that share some room. Whoever has least of it goes first, and one reader has at most `mostOfReader`.
 * `server_overloaded` for those that wait too long.
 */
export function shareRoom(room: number, mostOfReader: number): EnterTurn {
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let free = room;

  const takenBy = ({ reader }: Waiting) => taken.get(reader) ?? 0;

  function admit(): void {
    for (;;) {
      const [first] = [...waiting]
        .filter((each) => takenBy(each) + each.size <= mostOfReader)
        .sort((one, other) => takenBy(one) - takenBy(other));
      if (first === undefined || first.size > free) return;
      waiting.delete(first);
      free -= first.size;
      taken.set(first.reader, takenBy(first) + first.size);
      first.enter();
    }
  }

  function leave(reader: string, size: number): void {
    free += size;
    const rest = (taken.get(reader) ?? size) - size;
    if (rest > 0) taken.set(reader, rest);
    else taken.delete(reader);
    admit();
  }

  return async (reader, size) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { reader, size, enter: resolve };
    const timer = setTimeout(() => {
      waiting.delete(entry);
      reject(new HttpError('server_overloaded', { retryAfterSeconds: 2 }));
      // It may have kept smaller ones waiting behind it.
      admit();
    }, longestWaitMs);
    waiting.add(entry);
    admit();
    await promise.finally(() => clearTimeout(timer));
    return () => leave(reader, size);
  };
}

/**
 * Lets lists and other costly reads take turns, `places` at once, of which one reader alone leaves one to others: what
 * else is asked for finds the rest of the connections of the database. To be called before routes are added.
 */
export function takeTurns(app: App, places: number): void {
  const enter = shareRoom(places, Math.max(1, places - 1));
  app.addHook('onRoute', (route: RouteOptions) => {
    const { handler } = route;
    if (!isCostly(route)) return;
    route.handler = async function (request, reply) {
      const leave = await enter(readerOf(request) ?? request.ip, 1);
      try {
        // Nobody waits for the answer any more.
        if (reply.raw.destroyed) throw new HttpError('server_overloaded');
        return await handler.call(this, request, reply);
      } finally {
        leave();
      }
    };
  });
}

function isCostly({ config, schema }: RouteOptions): boolean {
  const { properties = {} } = (schema?.querystring ?? {}) as { readonly properties?: object };
  return config?.isCostly === true || 'cursor' in properties;
}
