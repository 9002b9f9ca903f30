import { type CryptoKey, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import { parseCpf } from '../platform/documents/index.ts';
import { peopleIdClaim } from './create-token-provider.ts';
import { AccessError } from './errors.ts';
import { issuerOf } from './issuer.ts';
import { readAuthorization } from './read-authorization.ts';
import { createRevokedClients } from './revoked-clients.ts';
import { type Product, products } from './scopes.ts';
import type { SigningKeys } from './signing-keys.ts';
import { createTokenMemory } from './token-memory.ts';
import type { AccessToken } from './types.ts';

export type VerifyTokenOptions = {
  /** The audience the endpoint belongs to, or several; any when absent. */
  readonly product?: Product | readonly Product[];
  /** Whether the header may hold the token alone, without `Bearer`. */
  readonly bareTokenAllowed: boolean;
  /** What to answer when there is no token; `authorization_missing` when absent. */
  readonly missingCode?: 'authorization_missing' | 'access_token_missing';
};

/** Checks access tokens, remembering those it has seen. */
export type TokenVerifier = {
  /**
   * What the token of an Authorization header says, once everything about it has been checked: form, signature,
   * type, issuer, expiry, audience, and that its client has not been revoked. Scopes and the person it is bound
   * to are for `requireScope` and `requirePerson`.
   *
   * Rejects with an `AccessError`: `authorization_missing` or `access_token_missing`, `token_invalid`,
   * `token_expired`, `token_revoked`, `token_wrong_product`, or `token_check_unavailable`.
   */
  verify(authorization: string | undefined, options: VerifyTokenOptions): Promise<AccessToken>;
  /** Reads the revocations now: for the process that has just revoked a client. */
  refreshRevocations(): Promise<void>;
  /** Ends the background refresh. */
  stop(): void;
};

type VerifiedToken = { readonly token: AccessToken; readonly kid: string; readonly expiresAtMs: number };

const longestTokenCharacters = 4_096;

/**
 * Checks access tokens without asking the database: a token seen before costs one SHA-256. Revocations are read
 * every few seconds, so a revoked client is refused within ten; when they cannot be read for a minute, every
 * token is refused with `token_check_unavailable` rather than let a revoked one pass.
 *
 * NOTE: one token cannot be revoked alone, only all those of a client.
 */
export async function createTokenVerifier(options: {
  readonly db: Db;
  readonly keys: SigningKeys;
  /** The same base address as the token endpoint's. */
  readonly issuer: string;
  readonly clock: Clock;
  /** 3000 when absent. 0: only on `refreshRevocations`. */
  readonly refreshRevocationsEveryMs?: number;
  /** 60000 when absent. */
  readonly refuseWithoutRevocationsAfterMs?: number;
  /** How many tokens are remembered; 10000 when absent. The one seen first goes first. */
  readonly rememberedAtMost?: number;
  /** Told of a background refresh that failed. */
  readonly onError?: (error: unknown) => void;
}): Promise<TokenVerifier> {
  const { db, keys, clock } = options;
  const { refreshRevocationsEveryMs = 3_000, refuseWithoutRevocationsAfterMs = 60_000 } = options;
  const { onError } = options;
  const issuer = issuerOf(options.issuer);
  const revokedClients = await createRevokedClients({
    db,
    clock,
    refreshEveryMs: refreshRevocationsEveryMs,
    onError: (error) => onError?.(error),
  });

  const recall = createTokenMemory<VerifiedToken>({
    rememberedAtMost: options.rememberedAtMost,
    // A key can be retired before its tokens expire, when it has been compromised.
    isStillGood: ({ kid }) => keys.find('access-token', kid) !== undefined,
    verify: (jwt) => verifySignedToken(jwt, { keys, issuer, now: clock.now() }),
  });

  return {
    async verify(authorization, { product, bareTokenAllowed, missingCode }) {
      const jwt = readAuthorization(authorization, { bareTokenAllowed, longestTokenCharacters });
      if (jwt === undefined) {
        throw new AccessError(missingCode ?? 'authorization_missing');
      }
      const { token, expiresAtMs } = await recall(jwt);
      if (expiresAtMs <= clock.now().getTime()) {
        throw new AccessError('token_expired');
      }
      if (revokedClients.has(token.clientId)) {
        throw new AccessError('token_revoked');
      }
      if (refreshRevocationsEveryMs > 0 && revokedClients.ageMs() > refuseWithoutRevocationsAfterMs) {
        throw new AccessError('token_check_unavailable', { retryAfterSeconds: 5 });
      }
      if (product !== undefined && ![product].flat().includes(token.product)) {
        throw new AccessError('token_wrong_product');
      }
      return token;
    },
    refreshRevocations: revokedClients.refresh,
    stop: revokedClients.stop,
  };
}

/** RFC 9068, section 4: signature, type, issuer, expiry and the claims that have to be there. */
async function verifySignedToken(
  jwt: string,
  context: { readonly keys: SigningKeys; readonly issuer: string; readonly now: Date },
): Promise<VerifiedToken> {
  try {
    const { payload, protectedHeader } = await jwtVerify(
      jwt,
      ({ kid }) => findVerificationKey(context.keys, kid),
      {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer: context.issuer,
        audience: [...products],
        currentDate: context.now,
        requiredClaims: ['sub', 'client_id', 'iat', 'exp', 'jti', 'scope'],
      },
    );
    return { ...readClaims(payload), kid: protectedHeader.kid! };
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) {
      throw new AccessError('token_expired', { cause });
    }
    if (cause instanceof errors.JOSEError) {
      throw new AccessError('token_invalid', { cause });
    }
    throw cause;
  }
}

/** A key not known yet may have been made by another replica a moment ago, so the keys are read once more. */
async function findVerificationKey(keys: SigningKeys, kid: string | undefined): Promise<CryptoKey> {
  if (kid === undefined) {
    throw new errors.JWKSNoMatchingKey();
  }
  const key = await keys.findOrReload('access-token', kid);
  if (key === undefined) {
    throw new errors.JWKSNoMatchingKey();
  }
  return key;
}

function readClaims(payload: JWTPayload): Omit<VerifiedToken, 'kid'> {
  const { aud, client_id: clientId, exp, jti, scope, [peopleIdClaim]: peopleIdValue } = payload;
  const product = products.find((candidate) => candidate === aud);
  const peopleId = parseCpf(peopleIdValue);
  const isComplete =
    product !== undefined &&
    typeof clientId === 'string' &&
    typeof scope === 'string' &&
    typeof jti === 'string' &&
    (peopleIdValue === undefined) === (peopleId === undefined);
  if (!isComplete) {
    throw new errors.JWTClaimValidationFailed('a claim has not the expected form', payload);
  }
  const expiresAtMs = exp! * 1000;
  const token: AccessToken = Object.freeze({
    clientId,
    product,
    scopes: new Set(scope.split(' ')),
    ...(peopleId === undefined ? {} : { peopleId }),
    tokenId: jti,
    expiresAt: new Date(expiresAtMs),
  });
  return { token, expiresAtMs };
}
