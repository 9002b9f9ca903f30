import type { FastifyRequest, RouteOptions } from 'fastify';
import type { Reads } from '../platform/db/index.ts';
import { AppError } from '../platform/errors.ts';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `replica`: what the route answers may be as old as `DATABASE_READ_MAX_LAG_MS` allows, the caller's own changes
     * aside. Primary by default.
     */
    reads?: 'replica';
  }
}

/** Lets routes of `reads: 'replica'` read the replica. To be called before they are added. */
export function routeReads(app: App, reads: Reads): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.reads !== 'replica') return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const reader = readerOf(request);
      const answer = async () => await handler.call(this, request, reply);
      if (reader === undefined) return await answer();
      try {
        return await reads.from(reader, answer);
      } catch (error) {
        // What the replica does not know, the primary may know already.
        if (error instanceof AppError && ['not-found', 'unavailable'].includes(error.kind))
          return await answer();
        throw error;
      }
    };
  });
  app.addHook('onSend', async (request, reply) => {
    const reader = readerOf(request);
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (isRead || reader === undefined || reply.statusCode >= 400) return;
    // The change is made, and is answered in any case.
    await reads.noteChange(reader).catch(() => {});
  });
}

/** The account or client of a request; undefined without a token. */
export function readerOf({ accessToken }: FastifyRequest): string | undefined {
  return accessToken?.account?.id ?? accessToken?.clientId;
}
