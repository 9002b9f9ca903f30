import { errors, type JWSHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../platform/clock.ts';
import { parseCpf } from '../platform/documents.ts';
import { AppError } from '../platform/errors.ts';
import {
  type AccessToken,
  type Product,
  products,
  type Scope,
  scopesOfProduct,
  type TokenVerifier,
} from '../platform/tokens/index.ts';
import { AccessError } from './errors.ts';
import { loadIssuerKeys } from './load-issuer-keys.ts';
import { clockToleranceSeconds, createRememberingVerify, type VerifiedToken } from './read-token.ts';

/** The issuer of the tokens and the rules for reading them. */
type ExternalIssuer = {
  /** Exactly the `iss` of its tokens. */
  readonly issuer: string;
  /** The `aud` of the tokens of each product. */
  readonly audiences: Readonly<Record<Product, string>>;
  /** Its scopes and ours, for those that differ; scopes that are named like ours count as they are. */
  readonly scopeMap: readonly (readonly [theirs: string, ours: string])[];
  /** The claim that holds the scopes, as text with spaces or as an array. */
  readonly scopeClaim: string;
  /** The claim that binds a mobile token to one CPF. */
  readonly peopleIdClaim: string;
  /** Values of the `typ` header that access tokens have; RFC 9068 has `at+jwt`. */
  readonly tokenTypes: readonly string[];
  readonly refreshKeysEveryMs: number;
};

/** Signature algorithms with a public key. Shared secrets are left out: whoever verifies with one could sign. */
const algorithms = ['ES256', 'ES384', 'PS256', 'PS384', 'RS256', 'EdDSA', 'Ed25519'];
/** Their tokens carry more claims than ours. */
const longestTokenCharacters = 8_192;

/**
 * Checks access tokens of another issuer: signature by a key of its published set, type, issuer, audience, times, and
 * its scopes turned into ours. A token seen before costs one SHA-256 and no I/O.
 *
 * NOTE: a client of another issuer cannot be revoked here. Its tokens live until they expire, or until the issuer
 * takes their key out of its set.
 */
export function createExternalTokenVerifier(options: {
  readonly external: ExternalIssuer;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): TokenVerifier {
  const { external, clock } = options;
  if (external.audiences.mobile === external.audiences.customer) {
    throw new AccessError('external_issuer_invalid', {
      detail: 'The audiences of both products are the same.',
    });
  }
  const scopeNames = readScopeMap(external.scopeMap);
  const keys = loadIssuerKeys({
    issuer: external.issuer,
    refreshEveryMs: external.refreshKeysEveryMs,
    onError: options.onError,
  });
  const types = new Set(external.tokenTypes.map(normaliseType));

  async function verifyToken(jwt: string): Promise<VerifiedToken> {
    let isKeyGood = () => false;
    const findKey = async (header: JWSHeaderParameters) => {
      const { key, isGood } = await keys.find(header);
      isKeyGood = isGood;
      return key;
    };
    const { payload, protectedHeader } = await jwtVerify(jwt, findKey, {
      algorithms,
      issuer: external.issuer,
      audience: products.map((product) => external.audiences[product]),
      currentDate: clock.now(),
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp'],
    }).catch((cause: unknown) => {
      if (cause instanceof errors.JOSEError || cause instanceof AppError) throw cause;
      // Whoever sends a token names the key: one of the issuer's may be too short, or broken.
      throw new errors.JWKInvalid('the key of the issuer cannot be used', { cause });
    });
    if (!types.has(normaliseType(String(protectedHeader.typ)))) {
      throw new errors.JWTClaimValidationFailed('not the type of an access token', payload);
    }
    return { token: readClaims(payload), isKeyGood };
  }

  function readClaims(payload: JWTPayload): AccessToken {
    const named = [payload.aud].flat();
    const [product, ...others] = products.filter((each) => named.includes(external.audiences[each]));
    const clientId = [payload.client_id, payload.azp, payload.sub].find((value) => typeof value === 'string');
    const bound = payload[external.peopleIdClaim];
    const peopleId = parseCpf(bound);
    // For both products at once would be for a phone and a back end at once.
    if (product === undefined || others.length > 0 || !isStorableId(clientId)) {
      throw new errors.JWTClaimValidationFailed('a claim has not the expected form', payload);
    }
    if (bound !== undefined && peopleId === undefined) {
      throw new errors.JWTClaimValidationFailed('the person is no CPF', payload);
    }
    const allowed: readonly string[] = scopesOfProduct[product];
    return Object.freeze({
      clientId,
      product,
      scopes: new Set(
        listScopes(payload[external.scopeClaim])
          .map((scope) => scopeNames.get(scope) ?? scope)
          .filter((scope) => allowed.includes(scope)),
      ),
      ...(peopleId === undefined ? {} : { peopleId }),
      tokenId: typeof payload.jti === 'string' ? payload.jti : '',
      expiresAt: new Date(payload.exp! * 1000),
    });
  }

  return {
    verify: createRememberingVerify({
      clock,
      longestTokenCharacters,
      verify: verifyToken,
    }),
    refreshRevocations: async () => {},
    stop: keys.stop,
  };
}

/**
 * True if every table and the audit log can store the id. Events are written in groups: one bad id would fail them
 * all.
 */
function isStorableId(value: unknown): value is string {
  return typeof value === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(value);
}

function normaliseType(type: string): string {
  return type.toLowerCase().replace(/^application\//, '');
}

function listScopes(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : [];
}

function readScopeMap(entries: ExternalIssuer['scopeMap']): Map<string, Scope> {
  const known: readonly string[] = scopesOfProduct.customer;
  for (const [, ours] of entries) {
    if (!known.includes(ours)) {
      throw new AccessError('external_issuer_invalid', {
        detail: 'OIDC_SCOPE_MAP names a scope that does not exist.',
      });
    }
  }
  return new Map(entries) as Map<string, Scope>;
}
