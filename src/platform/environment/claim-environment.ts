import type { Db } from '../db/index.ts';
import { findEnvironment, insertEnvironment } from './environment-store.ts';
import { EnvironmentError } from './errors.ts';

/** The kind of people that a service works with: real ones, or invented ones only. */
export type Environment = 'live' | 'sandbox';

/**
 * Makes sure that the database belongs to this environment; an empty one does from now on. One that was in use before
 * there were sandboxes is live. Throws `sandbox_on_live_data` or `live_on_sandbox_data`.
 */
export async function claimEnvironment(
  db: Db,
  environment: Environment,
  context: { readonly isEmpty: () => Promise<boolean>; readonly now: Date },
): Promise<void> {
  let found = await findEnvironment(db);
  if (found === undefined) {
    const claimed = environment === 'sandbox' && (await context.isEmpty()) ? 'sandbox' : 'live';
    await insertEnvironment(db, { environment: claimed, at: context.now });
    // Another process may have been first.
    found = await findEnvironment(db);
  }
  if (found === environment) return;
  throw new EnvironmentError(environment === 'sandbox' ? 'sandbox_on_live_data' : 'live_on_sandbox_data');
}
