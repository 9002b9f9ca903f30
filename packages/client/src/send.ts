import { ConnectionError } from './errors.ts';
import { pause } from './pause.ts';

/** A request that can be sent more than once. */
export type OutgoingRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams | undefined;
};

/** An answer that has come whole. */
export type Received = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

export type Sending = {
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  /** Tries after the first one. */
  readonly retries: number;
  /** The longest wait that a `Retry-After` may ask for; a longer one is given to the caller. */
  readonly maxRetryAfterMs: number;
  readonly signal?: AbortSignal | undefined;
};

/** Answers after which the same request may succeed. */
const passing = new Set([408, 429, 500, 502, 503, 504]);
const firstPauseMs = 250;
const longestPauseMs = 8_000;

/** The answer to a request; that to the last try when none was good. Throws `ConnectionError` when none came. */
export async function send(request: OutgoingRequest, sending: Sending): Promise<Received> {
  for (let tried = 0; ; tried += 1) {
    const isLast = tried >= sending.retries;
    let waitMs: number;
    try {
      const received = await tryOnce(request, sending);
      if (isLast || !passing.has(received.status)) return received;
      waitMs = readRetryAfter(received.headers) ?? 0;
      if (waitMs > sending.maxRetryAfterMs) return received;
    } catch (error) {
      if (isLast || !(error instanceof ConnectionError)) throw error;
      waitMs = 0;
    }
    await pause(waitMs + jitter(tried), sending.signal);
  }
}

/** Milliseconds that an answer asks to wait: seconds or a date; undefined when it asks for nothing. */
export function readRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Anything up to a bound that doubles with each try, so that clients refused together do not come back together. */
function jitter(tried: number): number {
  return Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** tried);
}

/** The values in UTF-8: `fetch` takes a character for each byte. */
function encodeHeaders(headers: OutgoingRequest['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      String.fromCharCode(...new TextEncoder().encode(value)),
    ]),
  );
}

async function tryOnce(request: OutgoingRequest, { fetch, timeoutMs, signal }: Sending): Promise<Received> {
  signal?.throwIfAborted();
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: encodeHeaders(request.headers),
      body: request.body ?? null,
      // An answer that leads elsewhere would take the token with it.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    const { status, headers } = response;
    return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (cause) {
    signal?.throwIfAborted();
    const isLate = limit.aborted;
    throw new ConnectionError(
      isLate ? 'timeout' : 'connection_failed',
      isLate ? `no answer within ${timeoutMs} ms` : 'the service cannot be reached',
      { cause },
    );
  }
}
