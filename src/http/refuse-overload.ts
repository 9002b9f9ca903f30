import underPressure from '@fastify/under-pressure';
import { HttpError } from './errors.ts';
import type { App } from './server.ts';

/** Past this event-loop delay new requests are refused: the server is then busy with what it has. */
const maxEventLoopDelayMs = 2_000;

/** The delay is measured once a second. One pause, such as the start or a page of memory read back, is no overload. */
const sustainedMs = 1_500;
const forgottenAfterMs = 3_000;

/** Refuses requests with `server_overloaded` while the event loop has been late for longer than one measurement. */
export async function refuseOverload(app: App): Promise<void> {
  let sinceMs = 0;
  let seenMs = Number.NEGATIVE_INFINITY;
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler: () => {
      const nowMs = performance.now();
      if (nowMs - seenMs > forgottenAfterMs) sinceMs = nowMs;
      seenMs = nowMs;
      if (nowMs - sinceMs >= sustainedMs) throw new HttpError('server_overloaded', { retryAfterSeconds: 2 });
    },
  });
}
