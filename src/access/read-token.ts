import { hash } from 'node:crypto';
import { errors } from 'jose';
import type { Clock } from '../platform/clock.ts';
import { type AccessToken, TokenError, type TokenVerifier } from '../platform/tokens/index.ts';

/** The token of the header, or undefined without a header. Throws `token_invalid` for anything else. */
function readAuthorization(
  authorization: string | undefined,
  options: { readonly bareTokenAllowed: boolean; readonly longestTokenCharacters: number },
): string | undefined {
  const value = authorization?.trim() ?? '';
  if (value === '' || value.toLowerCase() === 'bearer') return undefined;
  const bearer = /^bearer +(\S+)$/i.exec(value)?.[1];
  const jwt = bearer ?? (options.bareTokenAllowed && !/\s/.test(value) ? value : undefined);
  if (jwt === undefined || jwt.length > options.longestTokenCharacters) {
    throw new TokenError('token_invalid');
  }
  return jwt;
}

const usuallyRememberedAtMost = 10_000;

/** The claims of a token; `isKeyGood` while the key that signed it is trusted. */
export type VerifiedToken = { readonly token: AccessToken; readonly isKeyGood: () => boolean };

/**
 * Looks at a token once: what `verify` found is remembered under its SHA-256 for as long as `isKeyGood` says so. With
 * too many remembered, the one seen first is forgotten. Its expiry, its product and what `requireGood` asks are checked
 * at every use. Errors of jose become `token_expired` or `token_invalid`.
 */
export function createRememberingVerify(options: {
  readonly clock: Clock;
  readonly longestTokenCharacters: number;
  readonly rememberedAtMost?: number | undefined;
  readonly verify: (jwt: string) => Promise<VerifiedToken>;
  readonly requireGood?: (token: AccessToken) => void;
}): TokenVerifier['verify'] {
  const { clock, longestTokenCharacters, rememberedAtMost = usuallyRememberedAtMost } = options;
  const remembered = new Map<string, VerifiedToken>();

  async function recall(jwt: string): Promise<AccessToken> {
    const digest = hash('sha256', jwt, 'base64url');
    const known = remembered.get(digest);
    if (known?.isKeyGood()) return known.token;
    const verified = await options.verify(jwt).catch((cause: unknown) => {
      if (cause instanceof errors.JWTExpired) throw new TokenError('token_expired', { cause });
      if (cause instanceof errors.JOSEError) throw new TokenError('token_invalid', { cause });
      throw cause;
    });
    if (remembered.size >= rememberedAtMost) remembered.delete(remembered.keys().next().value!);
    remembered.set(digest, verified);
    return verified.token;
  }

  return async (authorization, { product, bareTokenAllowed, missingCode = 'authorization_missing' }) => {
    const jwt = readAuthorization(authorization, { bareTokenAllowed, longestTokenCharacters });
    if (jwt === undefined) throw new TokenError(missingCode);
    const token = await recall(jwt);
    if (token.expiresAt <= clock.now()) throw new TokenError('token_expired');
    options.requireGood?.(token);
    if (product !== undefined && ![product].flat().includes(token.product)) {
      throw new TokenError('token_wrong_product');
    }
    return token;
  };
}

/** The claim that says whether a token is of a live service or of a sandbox. */
export const environmentClaim = 'environment';

/** Clocks may differ by so much where a token says from when on it counts. Whether it has expired is told strictly. */
export const clockToleranceSeconds = 60;

/** The claim that binds a token to one person. */
export const peopleIdClaim = 'peopleId';
