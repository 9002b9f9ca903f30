import underPressure from '@fastify/under-pressure';
import type { App } from './app.ts';
import { HttpError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however late the server is: what tells whoever watches it how it does. */
    isAnsweredUnderLoad?: true;
  }
}

/** The delay is measured once a second. One pause, such as the start or a page of memory read back, is no overload. */
const sustainedMs = 1_500;
const forgottenAfterMs = 3_000;

/** Refuses requests with `server_overloaded` while the event loop has been late for longer than one measurement. */
export async function refuseOverload(app: App, maxEventLoopDelayMs: number): Promise<void> {
  let sinceMs = 0;
  let seenMs = Number.NEGATIVE_INFINITY;
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler: (request) => {
      const nowMs = performance.now();
      if (nowMs - seenMs > forgottenAfterMs) sinceMs = nowMs;
      seenMs = nowMs;
      if (nowMs - sinceMs < sustainedMs || request.routeOptions.config.isAnsweredUnderLoad) return;
      throw new HttpError('server_overloaded', { retryAfterSeconds: 2 });
    },
  });
}
