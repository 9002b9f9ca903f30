import type { FastifyReply } from 'fastify';

/** Aborted when the client goes away: nobody waits then. */
export function disconnectionOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
