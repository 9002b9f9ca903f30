import { createHmac, KeyObject, sign, type webcrypto } from 'node:crypto';
import type { SigningKeys } from '../../access/index.ts';
import { type OutboundAnswer, type OutboundClient, OutboundError } from '../../platform/outbound/index.ts';
import { readRetryAfter } from '../../platform/retry-after.ts';
import { type RepresentedEvent, representEvent } from '../list-events.ts';
import type { DeliveryAttempt, Endpoint } from '../types.ts';
import { keyOf, secretsInUse } from './endpoint-secrets.ts';

export type SendDeps = {
  readonly outbound: OutboundClient;
  readonly keys: Pick<SigningKeys, 'active'>;
  readonly timeoutMs: number;
};

export type SendOutcome = {
  readonly attempt: DeliveryAttempt;
  readonly isDelivered: boolean;
  /** True if the receiver wants nothing any more (410). */
  readonly isGone: boolean;
  readonly retryAfterMs: number | undefined;
};

const keptCharacters = 200;

/** Read of an answer at most; what is longer is cut off with its connection. */
const readBytes = 4_096;

/** Time for the text of an answer once its status is there. */
const textTimeoutMs = 1_000;

/**
 * Sends an event to an endpoint once. A status of 2xx within the time limit is a delivery; everything else, redirects
 * among it, is a failure. Never rejects.
 */
export async function sendDelivery(
  deps: SendDeps,
  endpoint: Pick<Endpoint, 'url' | 'secrets'>,
  event: RepresentedEvent,
  now: Date,
): Promise<SendOutcome> {
  const body = JSON.stringify(representEvent(event));
  const begun = performance.now();
  const done = (attempt: Omit<DeliveryAttempt, 'at' | 'durationMs'>, retryAfterMs?: number): SendOutcome => ({
    attempt: { at: now.toISOString(), durationMs: Math.round(performance.now() - begun), ...attempt },
    isDelivered: attempt.status !== undefined && attempt.status >= 200 && attempt.status < 300,
    isGone: attempt.status === 410,
    retryAfterMs,
  });
  try {
    const request = {
      url: endpoint.url,
      method: 'POST',
      headers: {
        ...signDelivery(endpoint, deps.keys, { eventId: event.id, body, now }),
        'user-agent': 'confere-webhooks',
      },
      body,
      maxBytes: Number.MAX_SAFE_INTEGER,
      timeoutMs: deps.timeoutMs,
    };
    return await deps.outbound.send(request, async (answer) => {
      const text = await readText(answer);
      return done(
        { status: answer.status, ...(text === '' ? {} : { answer: text }) },
        readRetryAfter(answer.header('retry-after')),
      );
    });
  } catch (error) {
    const failure =
      error instanceof OutboundError
        ? `${error.code}${error.detail === undefined ? '' : `: ${error.detail}`}`
        : 'internal_error';
    return done({ failure });
  }
}

/** The beginning of the answer's text, as far as it comes soon. */
async function readText(answer: OutboundAnswer): Promise<string> {
  const pieces: Uint8Array[] = [];
  const reading = (async () => {
    let size = 0;
    for await (const piece of answer.body) {
      pieces.push(piece);
      size += piece.length;
      if (size >= readBytes) break;
    }
  })().catch(() => {});
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, textTimeoutMs);
  await Promise.race([reading, late]);
  clearTimeout(timer);
  return tidy(Buffer.concat(pieces).subarray(0, readBytes).toString());
}

/** One line without control characters and without what looks like a document number. */
function tidy(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\uFFFD\s]+/gu, ' ')
    .replaceAll(/\d[\d./-]{9,}\d/g, '[number]')
    .trim();
  return [...line].slice(0, keptCharacters).join('');
}

/**
 * The headers of one try (Standard Webhooks 1.0.0): a `v1` signature by each secret in use, a `v1a` signature by each
 * signing key in use, the newest first. Signed is `id.timestamp.body`.
 */
function signDelivery(
  endpoint: Pick<Endpoint, 'secrets'>,
  keys: Pick<SigningKeys, 'active'>,
  message: { readonly eventId: string; readonly body: string; readonly now: Date },
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(message.now.getTime() / 1000);
  const signed = Buffer.from(`${message.eventId}.${timestamp}.${message.body}`);
  const symmetric = secretsInUse(endpoint, message.now).map(
    ({ secret }) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`,
  );
  const asymmetric = keys
    .active('webhook')
    .map(
      ({ privateKey }) =>
        `v1a,${sign(null, signed, keyObjectOf(privateKey as webcrypto.CryptoKey)).toString('base64')}`,
    );
  return {
    'content-type': 'application/json',
    'webhook-id': message.eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [...symmetric, ...asymmetric].join(' '),
  };
}

const keyObjects = new WeakMap<webcrypto.CryptoKey, KeyObject>();

/** The key as `sign` takes it, made once: signing takes less than making it. */
function keyObjectOf(key: webcrypto.CryptoKey): KeyObject {
  const known = keyObjects.get(key);
  if (known !== undefined) return known;
  const made = KeyObject.from(key);
  keyObjects.set(key, made);
  return made;
}
