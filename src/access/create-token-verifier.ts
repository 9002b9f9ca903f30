import { type CryptoKey, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import { parseCpf } from '../platform/documents.ts';
import type { Environment } from '../platform/environment/environment-store.ts';
import { repeatDuring } from '../platform/jobs/index.ts';
import { type AccessToken, products, TokenError, type TokenVerifier } from '../platform/tokens/index.ts';
import { listRevokedClientIds } from './client-store.ts';
import { issuerOf } from './describe-authorization-server.ts';
import {
  createRememberingVerify,
  environmentClaim,
  peopleIdClaim,
  type VerifiedToken,
} from './read-token.ts';
import type { SigningKeys } from './signing-keys.ts';

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
  /** `live` when absent. Tokens of the other one are refused; one that does not say is live. */
  readonly environment?: Environment;
  /** 3000 when absent. 0: only on `refreshRevocations`. */
  readonly refreshRevocationsEveryMs?: number;
  /** 60000 when absent. */
  readonly refuseWithoutRevocationsAfterMs?: number;
  /** The number of remembered tokens; 10000 when absent. The oldest goes first. */
  readonly rememberedAtMost?: number;
  /** Told of a background refresh that failed. */
  readonly onError?: (error: unknown) => void;
}): Promise<TokenVerifier> {
  const { db, keys, clock, environment = 'live' } = options;
  const { refreshRevocationsEveryMs = 3_000, refuseWithoutRevocationsAfterMs = 60_000 } = options;
  const issuer = issuerOf(options.issuer);
  const revokedClients = await createRevokedClients({
    db,
    clock,
    refreshEveryMs: refreshRevocationsEveryMs,
    onError: (error) => options.onError?.(error),
  });

  return {
    verify: createRememberingVerify({
      clock,
      longestTokenCharacters,
      rememberedAtMost: options.rememberedAtMost,
      verify: (jwt) => verifySignedToken(jwt, { keys, issuer, environment, now: clock.now() }),
      requireGood({ clientId }) {
        if (revokedClients.has(clientId)) throw new TokenError('token_revoked');
        if (refreshRevocationsEveryMs > 0 && revokedClients.ageMs() > refuseWithoutRevocationsAfterMs) {
          throw new TokenError('token_check_unavailable', { retryAfterSeconds: 5 });
        }
      },
    }),
    refreshRevocations: revokedClients.refresh,
    stop: revokedClients.stop,
  };
}

/** RFC 9068, section 4: signature, type, issuer, expiry and the claims that have to be there. */
async function verifySignedToken(
  jwt: string,
  context: {
    readonly keys: SigningKeys;
    readonly issuer: string;
    readonly environment: Environment;
    readonly now: Date;
  },
): Promise<VerifiedToken> {
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
  if ((payload[environmentClaim] ?? 'live') !== context.environment) {
    throw new errors.JWTClaimValidationFailed('the token is of the other environment', payload);
  }
  const { kid } = protectedHeader;
  return {
    token: readClaims(payload),
    // A key can be retired before its tokens expire, when it has been compromised.
    isKeyGood: () => kid !== undefined && context.keys.find('access-token', kid) !== undefined,
  };
}

/** A key not known yet may have been made by another replica a moment ago, so the keys are read once more. */
async function findVerificationKey(keys: SigningKeys, kid: string | undefined): Promise<CryptoKey> {
  const key = kid === undefined ? undefined : await keys.findOrReload('access-token', kid);
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key;
}

function readClaims(payload: JWTPayload): AccessToken {
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
  return Object.freeze({
    clientId,
    product,
    scopes: new Set(scope.split(' ')),
    ...(peopleId === undefined ? {} : { peopleId }),
    tokenId: jti,
    expiresAt: new Date(exp! * 1000),
  });
}

/** Longer than any token lives, with room for clocks that differ. */
const rememberRevocationsForMs = 48 * 60 * 60_000;

/**
 * The clients whose tokens are no longer good although they have not expired, kept in memory: read once before this
 * resolves and then again and again until stopped. A list that cannot be read leaves the one before.
 */
async function createRevokedClients(options: {
  readonly db: Db;
  readonly clock: Clock;
  /** 0: never by itself. */
  readonly refreshEveryMs: number;
  readonly onError: (error: unknown) => void;
}) {
  const { db, clock, refreshEveryMs, onError } = options;
  let revoked: ReadonlySet<string> = new Set();
  let readAtMs = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    // The time before the query: what is revoked while it runs may be missing from its answer.
    const startedAtMs = performance.now();
    const ids = await listRevokedClientIds(db, new Date(clock.now().getTime() - rememberRevocationsForMs));
    if (startedAtMs >= readAtMs) {
      revoked = new Set(ids);
      readAtMs = startedAtMs;
    }
  }

  await refresh();
  const refreshing = refreshEveryMs === 0 ? undefined : repeatDuring(refreshEveryMs, refresh, onError);
  return {
    has: (clientId: string) => revoked.has(clientId),
    /** Milliseconds since the list was last known to be right. */
    ageMs: () => performance.now() - readAtMs,
    refresh,
    stop: () => void refreshing?.stop(),
  };
}
