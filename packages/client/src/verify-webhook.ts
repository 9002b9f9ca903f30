import { decodeBase64 } from './base64url.ts';
import { VerificationError } from './errors.ts';
import type { KeySet, PublicKey } from './key-set.ts';

/** The headers of a request: `Headers`, or an object with names in any case and texts or lists as values. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookTrust = {
  /** `whsec_...` of the endpoint, or several while they are rotated (signature `v1`). */
  readonly secrets?: readonly string[];
  /** The service's published keys, or `whpk_...` texts (signature `v1a`). */
  readonly keys?: KeySet | readonly string[];
  /** Maximum difference between the time of a request and the clock, in either direction; default 300. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
};

/** A webhook whose signature is good. */
export type VerifiedWebhook<Payload> = {
  /** The same for each delivery of one event: keep it, and pass over one that comes again. */
  readonly id: string;
  readonly sentAt: Date;
  readonly payload: Payload;
};

type Check = (signature: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>) => Promise<boolean>;

/**
 * The event of a webhook request (Standard Webhooks), once its signature and its time are good: `v1` with the secret of
 * the endpoint, `v1a` with the service's published keys. Throws `VerificationError` otherwise.
 *
 * @example
 * const { id, payload } = await verifyWebhook({ headers, body }, { keys: confere.keys });
 */
export async function verifyWebhook<Payload = unknown>(
  request: { readonly headers: WebhookHeaders; readonly body: string | Uint8Array },
  trust: WebhookTrust,
): Promise<VerifiedWebhook<Payload>> {
  const id = headerOf(request.headers, 'webhook-id');
  const timestamp = headerOf(request.headers, 'webhook-timestamp');
  const signatures = headerOf(request.headers, 'webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw new VerificationError('signature_missing', 'the request has no signature');
  }
  if (!/^\d{1,12}$/.test(timestamp))
    throw new VerificationError('signature_malformed', 'the time is no number');
  const sentAt = new Date(Number(timestamp) * 1000);
  const { toleranceSeconds = 300, now = new Date() } = trust;
  if (Math.abs(now.getTime() - sentAt.getTime()) > toleranceSeconds * 1000) {
    throw new VerificationError('expired', 'the request is too old, or of the future');
  }
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const isGood =
    (await isSigned('v1', await checksOfSecrets(trust.secrets))) ||
    (await isSigned('v1a', await checksOfKeys(trust.keys))) ||
    // In place of a compromised key another one signs at once: the kept keys lack it.
    (await isSigned('v1a', await checksOfKeys(trust.keys, { isNewest: true })));
  if (!isGood) throw new VerificationError('signature_wrong', 'no signature of the request is good');
  return { id, sentAt, payload: JSON.parse(new TextDecoder().decode(body)) as Payload };

  async function isSigned(version: string, checks: readonly Check[]): Promise<boolean> {
    for (const one of signatures!.split(' ')) {
      const signature = one.startsWith(`${version},`) ? decode(one.slice(version.length + 1)) : undefined;
      if (signature === undefined) continue;
      for (const check of checks) if (await check(signature, signed)) return true;
    }
    return false;
  }
}

async function checksOfSecrets(secrets: readonly string[] = []): Promise<readonly Check[]> {
  return await Promise.all(
    secrets.map(async (secret) => {
      const bytes = decode(secret.replace(/^whsec_/, ''));
      if (bytes === undefined || bytes.length === 0) throw new TypeError('the secret is no base64');
      const hmac = { name: 'HMAC', hash: 'SHA-256' };
      const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify']);
      return (signature, signed) => crypto.subtle.verify('HMAC', key, signature, signed);
    }),
  );
}

async function checksOfKeys(
  keys: WebhookTrust['keys'] = [],
  options: { readonly isNewest?: boolean } = {},
): Promise<readonly Check[]> {
  const found = 'all' in keys ? (await keys.all(options)).filter(isEd25519) : keys.map(parsePublicKey);
  return await Promise.all(
    found.map(async ({ kty, crv, x }) => {
      const jwk = { kty: kty!, crv: crv!, x: x! };
      const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
      return (signature, signed) => crypto.subtle.verify({ name: 'Ed25519' }, key, signature, signed);
    }),
  );
}

function isEd25519({ kty, crv, x }: PublicKey): boolean {
  return kty === 'OKP' && crv === 'Ed25519' && x !== undefined;
}

function parsePublicKey(text: string): PublicKey {
  const x = text
    .replace(/^whpk_/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  return { kty: 'OKP', crv: 'Ed25519', x };
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const given = Object.entries(headers as Readonly<Record<string, string | readonly string[] | undefined>>);
  const [, value] = given.find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.join(' ');
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return decodeBase64(base64);
  } catch {
    return undefined;
  }
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}
