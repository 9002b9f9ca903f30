import { encodeBase64url } from './base64url.ts';
import type { Jwk, WebKey } from './key-types.ts';

/** A client that proves itself with a secret. */
export type SecretCredentials = { readonly clientId: string; readonly clientSecret: string };

/** A client that proves itself with a key (`private_key_jwt`). The key never leaves this process. */
export type KeyCredentials = {
  readonly clientId: string;
  /** A JWK, PKCS #8 in PEM, or a `CryptoKey`: EC on P-256, Ed25519 or RSA. */
  readonly privateKey: Jwk | string | WebKey;
  /** Which of its keys it is, when the client has several. */
  readonly keyId?: string;
};

/**
 * A token from elsewhere: what a phone has from its back end. A function is asked again when the token has expired.
 */
export type TokenCredentials = { readonly token: string | (() => string | Promise<string>) };

export type Credentials = SecretCredentials | KeyCredentials | TokenCredentials;

type Algorithm = {
  readonly alg: 'ES256' | 'EdDSA' | 'RS256';
  readonly key: { readonly name: string; readonly namedCurve?: string; readonly hash?: string };
  readonly sign: { readonly name: string; readonly hash?: string };
};

const algorithms: Readonly<Record<'EC' | 'OKP' | 'RSA', Algorithm>> = {
  EC: { alg: 'ES256', key: { name: 'ECDSA', namedCurve: 'P-256' }, sign: { name: 'ECDSA', hash: 'SHA-256' } },
  OKP: { alg: 'EdDSA', key: { name: 'Ed25519' }, sign: { name: 'Ed25519' } },
  RSA: {
    alg: 'RS256',
    key: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    sign: { name: 'RSASSA-PKCS1-v1_5' },
  },
};

/** So far may the clock of this machine be behind. An assertion is good once, so that its life can be long. */
const lifetimeSeconds = 300;

/** Form fields that prove at the token endpoint who the client is. Throws `TypeError` for a key of another kind. */
export async function proveClient(
  credentials: SecretCredentials | KeyCredentials,
  tokenUrl: string,
): Promise<Record<string, string>> {
  const { clientId } = credentials;
  if ('clientSecret' in credentials) return { client_id: clientId, client_secret: credentials.clientSecret };
  const { key, algorithm } = await importKey(credentials.privateKey);
  const now = Math.floor(Date.now() / 1000);
  const head = {
    alg: algorithm.alg,
    typ: 'JWT',
    ...(credentials.keyId === undefined ? {} : { kid: credentials.keyId }),
  };
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: tokenUrl,
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + lifetimeSeconds,
  };
  const signed = `${encodeJson(head)}.${encodeJson(claims)}`;
  const signature = await crypto.subtle.sign(algorithm.sign, key, new TextEncoder().encode(signed));
  return {
    client_id: clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${signed}.${encodeBase64url(new Uint8Array(signature))}`,
  };
}

async function importKey(
  privateKey: KeyCredentials['privateKey'],
): Promise<{ key: WebKey; algorithm: Algorithm }> {
  if (typeof privateKey === 'string') return await importPem(privateKey);
  if ('algorithm' in privateKey) {
    const { name } = privateKey.algorithm;
    const algorithm = Object.values(algorithms).find((one) => one.key.name === name);
    if (algorithm === undefined) throw new TypeError(`keys for ${name} are not supported`);
    return { key: privateKey, algorithm };
  }
  const algorithm = algorithms[privateKey.kty as keyof typeof algorithms];
  if (algorithm === undefined) throw new TypeError(`keys of kind ${privateKey.kty} are not supported`);
  // What the key may be used for elsewhere does not matter here.
  const { key_ops: _operations, use: _use, alg: _alg, ...jwk } = privateKey;
  return { key: await crypto.subtle.importKey('jwk', jwk, algorithm.key, false, ['sign']), algorithm };
}

async function importPem(pem: string): Promise<{ key: WebKey; algorithm: Algorithm }> {
  const base64 = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/.exec(pem)?.[1];
  if (base64 === undefined) throw new TypeError('the key is no PKCS #8 in PEM');
  const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
  for (const algorithm of Object.values(algorithms)) {
    const key = await crypto.subtle
      .importKey('pkcs8', bytes, algorithm.key, false, ['sign'])
      .catch(() => undefined);
    if (key !== undefined) return { key, algorithm };
  }
  throw new TypeError('the key is neither EC on P-256, nor Ed25519, nor RSA');
}

function encodeJson(value: unknown): string {
  return encodeBase64url(new TextEncoder().encode(JSON.stringify(value)));
}
