import type { FastifyReply } from 'fastify';

/** Aborted when the client goes away before its answer: nobody waits then. */
export function disconnectionOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    // Each abort makes an error with its stack, for nobody once the answer is out.
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
