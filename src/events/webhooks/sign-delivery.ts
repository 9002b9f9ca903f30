import { createHmac, KeyObject, sign, type webcrypto } from 'node:crypto';
import type { SigningKeys } from '../../access/index.ts';
import type { Endpoint } from '../types.ts';
import { keyOf, secretsInUse } from './endpoint-secrets.ts';

/**
 * The headers of one try (Standard Webhooks 1.0.0): a `v1` signature by each secret in use, a `v1a` signature by each
 * signing key in use, the newest first. Signed is `id.timestamp.body`.
 */
export function signDelivery(
  endpoint: Endpoint,
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
