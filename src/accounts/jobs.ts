import type { JobOutcome } from '../platform/jobs/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { deleteOldChallenges } from './challenges-store.ts';
import { deleteOldTries } from './failures-store.ts';
import { deleteOldInvitations } from './invitations-store.ts';
import { deleteEndedSessions } from './sessions-store.ts';

/** Time that invitations which are over stay in the list. */
const invitationsMs = 90 * 24 * 3_600_000;

/** Removes sessions, open steps, counts and invitations that are over. */
export async function purgeAccounts(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'settings'>,
): Promise<JobOutcome> {
  const now = deps.clock.now();
  const seen = new Date(now.getTime() - deps.settings.idleMinutes * 60_000);
  await deleteEndedSessions(deps.db, { expires: now, seen });
  await deleteOldChallenges(deps.db, now);
  await deleteOldTries(deps.db, now);
  await deleteOldInvitations(deps.db, new Date(now.getTime() - invitationsMs));
  return { outcome: 'done' };
}
