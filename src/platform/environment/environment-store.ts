import type { Db } from '../db/index.ts';
import { EnvironmentError } from './errors.ts';

declare module '../db/tables.ts' {
  interface Tables {
    deployment_environment: { only_row: boolean; environment: Environment; claimed_at: Date };
  }
}

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
  const find = () => db.selectFrom('deployment_environment').select('environment').executeTakeFirst();
  let found = (await find())?.environment;
  if (found === undefined) {
    const claimed = environment === 'sandbox' && (await context.isEmpty()) ? 'sandbox' : 'live';
    await db
      .insertInto('deployment_environment')
      .values({ only_row: true, environment: claimed, claimed_at: context.now })
      .onConflict((conflict) => conflict.column('only_row').doNothing())
      .execute();
    // Another process may have been first.
    found = (await find())?.environment;
  }
  if (found === environment) return;
  throw new EnvironmentError(environment === 'sandbox' ? 'sandbox_on_live_data' : 'live_on_sandbox_data');
}
