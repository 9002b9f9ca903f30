import { hash } from 'node:crypto';
import { TokenError } from '../platform/tokens/index.ts';

/** The token of the header, or undefined without a header. Throws `token_invalid` for anything else. */
export function readAuthorization(
  authorization: string | undefined,
  options: { readonly bareTokenAllowed: boolean; readonly longestTokenCharacters: number },
): string | undefined {
  const value = authorization?.trim() ?? '';
  if (value === '' || value.toLowerCase() === 'bearer') {
    return undefined;
  }
  const bearer = /^bearer +(\S+)$/i.exec(value)?.[1];
  const jwt = bearer ?? (options.bareTokenAllowed && !/\s/.test(value) ? value : undefined);
  if (jwt === undefined || jwt.length > options.longestTokenCharacters) {
    throw new TokenError('token_invalid');
  }
  return jwt;
}

const usuallyRememberedAtMost = 10_000;

/**
 * Looks at a token once: what was found is remembered under its SHA-256 for as long as `isStillGood` says so. With
 * too many remembered, the one seen first is forgotten. Expiry is the caller's to check, at every use.
 */
export function createTokenMemory<Verified>(options: {
  readonly rememberedAtMost?: number | undefined;
  readonly isStillGood: (verified: Verified) => boolean;
  readonly verify: (jwt: string) => Promise<Verified>;
}): (jwt: string) => Promise<Verified> {
  const { rememberedAtMost = usuallyRememberedAtMost, isStillGood, verify } = options;
  const remembered = new Map<string, Verified>();
  return async (jwt) => {
    const digest = hash('sha256', jwt, 'base64url');
    const known = remembered.get(digest);
    if (known !== undefined && isStillGood(known)) return known;
    const verified = await verify(jwt);
    if (remembered.size >= rememberedAtMost) remembered.delete(remembered.keys().next().value!);
    remembered.set(digest, verified);
    return verified;
  };
}

/** The claim that says whether a token is of a live service or of a sandbox. */
export const environmentClaim = 'environment';

/** Clocks may differ by so much where a token says from when on it counts. Whether it has expired is told strictly. */
export const clockToleranceSeconds = 60;

/** The claim that binds a token to one person. */
export const peopleIdClaim = 'peopleId';
