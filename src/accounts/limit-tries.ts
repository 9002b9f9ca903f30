import type { AccountsDeps } from './accounts-deps.ts';
import { AccountsError } from './errors.ts';
import { countTry, forgetTries, takeTryBack } from './failures-store.ts';

const windowMs = 15 * 60_000;

type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'settings' | 'indexOf'>;

/** A step of a sign-in to one e-mail address, which may have no account, and its origin. */
export type Tried = {
  readonly step: 'password' | 'code';
  readonly email: string;
  /** The network of the address: an IPv4 address, or 64 bits of IPv6. */
  readonly network: string;
  /** A browser that the account signed in with before. */
  readonly device: string | undefined;
};

type Counter = { readonly key: Uint8Array; readonly most: number };

/**
 * Counts a try to sign in, before it is judged. Rejects with `sign_in_locked` where it is too many.
 *
 * Nobody can use up the tries of somebody else: a known device counts alone. Strangers count for their network, and
 * for the e-mail address from there. What they fail from everywhere is bounded as well, and then locks strangers only.
 */
export async function limitTries(deps: Deps, tried: Tried): Promise<void> {
  const now = deps.clock.now();
  const { own, shared } = countersOf(deps, tried);
  for (const { key, most } of [own, ...shared]) {
    const { count, windowEndsAt } = await countTry(deps.db, key, { now, windowMs });
    if (count <= most) continue;
    const retryAfterSeconds = Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000));
    throw new AccountsError('sign_in_locked', { retryAfterSeconds });
  }
}

/** Takes back a try that was right, from the counts that it shares with others. */
export async function takeBackTry(deps: Deps, tried: Tried): Promise<void> {
  for (const { key } of countersOf(deps, tried).shared) await takeTryBack(deps.db, key);
}

/** Forgets the failures of somebody who has signed in; those of strangers stay. */
export async function forgiveTries(deps: Deps, tried: Tried): Promise<void> {
  await takeBackTry(deps, tried);
  await forgetTries(deps.db, countersOf(deps, tried).own.key);
}

function countersOf(
  { settings, indexOf }: Deps,
  { step, email, network, device }: Tried,
): { readonly own: Counter; readonly shared: readonly Counter[] } {
  const most = settings.lockAfterFailures;
  if (device !== undefined) return { own: { key: indexOf('device-tries', device), most }, shared: [] };
  return {
    own: { key: indexOf('address', `${network} ${email}`), most },
    shared: [
      { key: indexOf('address', network), most: 10 * most },
      // A code is tried by somebody who has the password: strangers cannot use these up.
      { key: indexOf('email', `${step} ${email}`), most: step === 'code' ? most : 10 * most },
    ],
  };
}
