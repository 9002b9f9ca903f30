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

type Waiting = { readonly reader: string; readonly enter: () => void };

/**
 * Lets lists and other costly reads take turns, `places` at once: what else is asked for finds the rest of the
 * connections of the database. Whoever has fewest under way goes first, and one reader alone leaves a place to others.
 * `server_overloaded` for those that wait too long. To be called before routes are added.
 */
export function takeTurns(app: App, places: number): void {
  const mostOfReader = Math.max(1, places - 1);
  const underWay = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let free = places;

  const countOf = ({ reader }: Waiting) => underWay.get(reader) ?? 0;

  function admit(): void {
    while (free > 0) {
      const [first] = [...waiting]
        .filter((each) => countOf(each) < mostOfReader)
        .sort((one, other) => countOf(one) - countOf(other));
      if (first === undefined) return;
      waiting.delete(first);
      free -= 1;
      underWay.set(first.reader, countOf(first) + 1);
      first.enter();
    }
  }

  function leave(reader: string): void {
    free += 1;
    const rest = (underWay.get(reader) ?? 1) - 1;
    if (rest > 0) underWay.set(reader, rest);
    else underWay.delete(reader);
    admit();
  }

  async function enter(reader: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { reader, enter: resolve };
    const timer = setTimeout(() => {
      waiting.delete(entry);
      reject(new HttpError('server_overloaded', { retryAfterSeconds: 2 }));
    }, longestWaitMs);
    waiting.add(entry);
    admit();
    await promise.finally(() => clearTimeout(timer));
  }

  app.addHook('onRoute', (route: RouteOptions) => {
    const { handler } = route;
    if (!isCostly(route)) return;
    route.handler = async function (request, reply) {
      const reader = readerOf(request) ?? request.ip;
      await enter(reader);
      try {
        // Nobody waits for the answer any more.
        if (reply.raw.destroyed) throw new HttpError('server_overloaded');
        return await handler.call(this, request, reply);
      } finally {
        leave(reader);
      }
    };
  });
}

function isCostly({ config, schema }: RouteOptions): boolean {
  const { properties = {} } = (schema?.querystring ?? {}) as { readonly properties?: object };
  return config?.isCostly === true || 'cursor' in properties;
}
