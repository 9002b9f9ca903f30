import type { Db } from '../db/index.ts';
import { EnvironmentError } from './errors.ts';

declare module '../db/tables.ts' {
  interface Tables {
    deployment_environment: {
      only_row: boolean;
      environment: 'live' | 'sandbox';
      claimed_at: Date;
    };
  }
}

/** The environment that the database belongs to; undefined before the first start that wrote one. */
async function findEnvironment(db: Db): Promise<'live' | 'sandbox' | undefined> {
  const row = await db.selectFrom('deployment_environment').select('environment').executeTakeFirst();
  return row?.environment;
}

/** Writes the environment unless another process has written one. */
async function insertEnvironment(
  db: Db,
  row: { readonly environment: 'live' | 'sandbox'; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('deployment_environment')
    .values({ only_row: true, environment: row.environment, claimed_at: row.at })
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute();
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
