import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { App } from './server.ts';

/**
 * Sets helmet's headers on every answer. They are the same for all, so they are made for the first one and kept, and
 * handed on with those of the reply: Node takes headers one by one several times slower.
 */
export async function addSecurityHeaders(app: App, options: FastifyHelmetOptions): Promise<void> {
  await app.register(helmet, { ...options, global: false });
  let headers: Readonly<Record<string, string>> | undefined;
  app.addHook('onRequest', async (_request, reply) => {
    if (headers === undefined) {
      const before = new Set(reply.raw.getHeaderNames());
      await reply.helmet();
      const made = Object.entries(reply.raw.getHeaders()).filter(([name]) => !before.has(name));
      headers = Object.fromEntries(made.map(([name, value]) => [name, String(value)]));
    }
    reply.headers(headers);
  });
}
