import { hash } from 'node:crypto';

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
