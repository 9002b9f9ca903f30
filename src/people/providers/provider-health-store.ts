import { sql } from 'kysely';
import { type Db, fromRow, type ToRow } from '../../platform/db/index.ts';
import type { SourceHealth } from '../../profiles/index.ts';

type Circuit = SourceHealth['circuit'];

declare module '../../platform/db/tables.ts' {
  interface Tables {
    source_provider_health: ToRow<ProviderHealth>;
  }
}

/** The result of the last request to an HTTP provider. */
export type ProviderHealth = {
  readonly provider: string;
  /** Of the process that asked last: open while it is left alone. */
  readonly circuit: Circuit;
  readonly lastSuccessAt: Date | undefined;
  readonly lastFailureAt: Date | undefined;
  /** A stable code. */
  readonly lastFailure: string | undefined;
  readonly updatedAt: Date;
};

export async function listProviderHealth(db: Db): Promise<readonly ProviderHealth[]> {
  const rows = await db.selectFrom('source_provider_health').selectAll().orderBy('provider').execute();
  return rows.map((row) => fromRow(row));
}

/** Notes how a provider did; what the call does not tell stays. */
export async function noteProviderHealth(
  db: Db,
  note: {
    readonly provider: string;
    readonly circuit: Circuit;
    readonly failure?: string | undefined;
    readonly now: Date;
  },
): Promise<void> {
  const { provider, circuit, failure, now } = note;
  await db
    .insertInto('source_provider_health')
    .values({
      provider,
      circuit,
      last_success_at: failure === undefined ? now : null,
      last_failure_at: failure === undefined ? null : now,
      last_failure: failure ?? null,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('provider').doUpdateSet({
        circuit,
        last_success_at: sql`coalesce(excluded.last_success_at, source_provider_health.last_success_at)`,
        last_failure_at: sql`coalesce(excluded.last_failure_at, source_provider_health.last_failure_at)`,
        last_failure: sql`coalesce(excluded.last_failure, source_provider_health.last_failure)`,
        updated_at: now,
      }),
    )
    .execute();
}
