import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { App } from './server.ts';

/**
 * Sets helmet's headers on every answer. They are the same for all, so they are made for the first one and kept: making
 * them anew took a twentieth of a read.
 */
export async function addSecurityHeaders(app: App, options: FastifyHelmetOptions): Promise<void> {
  await app.register(helmet, { ...options, global: false });
  let headers: readonly (readonly [string, number | string | string[]])[] | undefined;
  app.addHook('onRequest', async (_request, reply) => {
    if (headers === undefined) {
      const before = new Set(reply.raw.getHeaderNames());
      await reply.helmet();
      headers = Object.entries(reply.raw.getHeaders()).flatMap(([name, value]) =>
        value === undefined || before.has(name) ? [] : [[name, value] as const],
      );
      return;
    }
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
  });
}
