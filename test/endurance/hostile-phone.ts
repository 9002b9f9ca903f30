import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/* A thread that sends one request again and again, as fast as the limits allow, and counts the answers. */

const { url, token, parallel, seconds } = workerData as {
  readonly url: string;
  readonly token: string;
  readonly parallel: number;
  readonly seconds: number;
};
const body = Buffer.from(workerData.body as string);
const endsAt = performance.now() + seconds * 1_000;
const answers: Record<string, number> = {};

function send(): Promise<{ readonly status: number; readonly code: string; readonly retryAfterMs: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof send>>>();
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const sent = request(url, { method: 'POST', headers }, async (response) => {
    const parts = await response.toArray();
    const { code = '' } = JSON.parse(Buffer.concat(parts).toString()) as { code?: string };
    const { statusCode: status = 0, headers } = response;
    resolve({ status, code, retryAfterMs: 1_000 * Number(headers['retry-after'] ?? 0) });
  });
  // An answer may come before the body is sent; then the connection ends.
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

async function attack(): Promise<void> {
  while (performance.now() < endsAt) {
    const { status, code, retryAfterMs } = await send().catch((error: NodeJS.ErrnoException) => ({
      status: 0,
      code: String(error.code),
      retryAfterMs: 0,
    }));
    const answer = `${status} ${code}`.trim();
    answers[answer] = (answers[answer] ?? 0) + 1;
    // Only the limit of requests itself is waited for.
    const waitMs = status === 429 ? retryAfterMs : 50;
    await delay(Math.max(0, Math.min(waitMs, endsAt - performance.now())));
  }
}

await Promise.all(Array.from({ length: parallel }, attack));
parentPort?.postMessage(answers);
