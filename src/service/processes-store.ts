import { sql } from 'kysely';
import { type Db, fromRow, type ToRow } from '../platform/db/index.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    service_processes: ToRow<ServiceProcess & { readonly startedAt: Date; readonly seenAt: Date }>;
  }
}

export type ServiceProcess = {
  readonly id: string;
  readonly role: 'all' | 'web' | 'jobs' | 'duplicates';
  readonly host: string;
  readonly pid: number;
  /** Of Confere. */
  readonly version: string;
  /** Of Node.js. */
  readonly runtime: string;
  /** Fingerprint of the master key that it seals with. */
  readonly masterKeyId: string;
};

/** One sign of life, and its time. The clock is that of the database, which all processes share. */
export async function writeProcess(db: Db, process: ServiceProcess): Promise<Date> {
  const { rows } = await sql<{ seen_at: Date }>`
    insert into service_processes (id, role, host, pid, version, runtime, master_key_id, started_at, seen_at)
    values (${process.id}, ${process.role}, ${process.host}, ${process.pid}, ${process.version},
            ${process.runtime}, ${process.masterKeyId}, now(), now())
        on conflict (id) do update set seen_at = excluded.seen_at
      returning seen_at`.execute(db);
  return rows[0]!.seen_at;
}

/** For a process that ends in order. */
export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('service_processes').where('id', '=', id).execute();
}

/** Removes processes that have given no sign of life for so long. */
export async function deleteSilentProcesses(db: Db, silentForHours: number): Promise<void> {
  await sql`delete from service_processes where seen_at < now() - ${silentForHours} * interval '1 hour'`.execute(
    db,
  );
}

/** Every process there is or was lately, the newest first; alive when its last sign is no older than that. */
export async function listProcesses(db: Db, aliveForSeconds: number) {
  const rows = await db
    .selectFrom('service_processes')
    .selectAll()
    .select(sql<boolean>`seen_at > now() - ${aliveForSeconds} * interval '1 second'`.as('is_alive'))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => fromRow(row));
}
