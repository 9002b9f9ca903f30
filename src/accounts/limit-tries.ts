import type { AccountsDeps } from './accounts-deps.ts';
import { AccountsError } from './errors.ts';
import { countTry, forgetTries, takeTryBack } from './failures-store.ts';

const windowMs = 15 * 60_000;

type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'settings' | 'indexOf'>;

/** Whose tries are counted: one e-mail address, whether it has an account or not, and one network address. */
export type Tried = { readonly email: string; readonly address: string };

/**
 * Counts a try to sign in, before it is judged. Rejects with `sign_in_locked` when the account or the network address
 * has had its failures.
 */
export async function limitTries(deps: Deps, { email, address }: Tried): Promise<void> {
  const now = deps.clock.now();
  const limit = deps.settings.lockAfterFailures;
  const byAddress = await countTry(deps.db, deps.indexOf('address', address), { now, windowMs });
  if (byAddress.count > 10 * limit) refuse(byAddress.windowEndsAt, now);
  const byEmail = await countTry(deps.db, deps.indexOf('email', email), { now, windowMs });
  if (byEmail.count > limit) refuse(byEmail.windowEndsAt, now);
}

/** Forgets the failures of somebody who has signed in. */
export async function forgiveTries(deps: Deps, { email, address }: Tried): Promise<void> {
  await forgetTries(deps.db, deps.indexOf('email', email));
  await takeTryBack(deps.db, deps.indexOf('address', address));
}

function refuse(until: Date, now: Date): never {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  throw new AccountsError('sign_in_locked', { retryAfterSeconds });
}
