import type { Db } from '../db/index.ts';

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
export async function findEnvironment(db: Db): Promise<'live' | 'sandbox' | undefined> {
  const row = await db.selectFrom('deployment_environment').select('environment').executeTakeFirst();
  return row?.environment;
}

/** Writes the environment unless another process has written one. */
export async function insertEnvironment(
  db: Db,
  row: { readonly environment: 'live' | 'sandbox'; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('deployment_environment')
    .values({ only_row: true, environment: row.environment, claimed_at: row.at })
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute();
}
