import { type AuditEvent, createAuditLog } from '../../src/platform/audit/index.ts';
import type { OpenDatabase } from '../../src/platform/db/index.ts';

const read: AuditEvent = { actor: { kind: 'operator' }, action: 'person.read', outcome: 'done' };

const now = new Date();
const image = `img_${'1'.padStart(32, '0')}`;

/** The beginning of the month so many months before this one. */
export function monthsAgo(count: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1));
}

/** What the rows refer to: a person, an image, an endpoint, a session of each month, a profile. */
async function addOwners(open: OpenDatabase, months: number): Promise<void> {
  await open.execute(`insert into people (id, created_at) values ('per_1', now())`);
  await open.execute(`insert into images values ('${image}', now(), 'image/jpeg', 1, 1, 1, 'key', '')`);
  await open.execute(`insert into webhook_endpoints (id, client_id, created_at, key_id, wrapped_key, ciphertext)
    values ('whe_1', 'cli_1', now(), 'key', '', '')`);
  await open.execute(`insert into profiles (id, subject, status, created_at, updated_at, key_id, wrapped_key, ciphertext)
    values ('per_1', 'person', 'APPROVED', now(), now(), 'key', '', '')`);
  for (let ago = 1; ago <= months; ago += 1) {
    const at = monthsAgo(ago);
    await open.execute(
      `insert into liveness_sessions (id, client_id, purpose, state, locale, created_at, expires_at, steps)
       values ($1, 'cli_1', 'authenticate', 'PASSED', 'en', $2, $2, '[]')`,
      [idAt('liv', at), at],
    );
  }
}

/** An identifier of a moment; all of one moment are ordered by their number. */
export function idAt(prefix: string, at: Date, number = 0): string {
  return `${prefix}_${at.getTime().toString(16).padStart(12, '0')}${number.toString(16).padStart(20, '0')}`;
}

/** The tables that are partitioned by month. */
export const partitionedTables = [
  'attempts',
  'audit_events',
  'executions',
  'liveness_frames',
  'webhook_deliveries',
] as const;

/**
 * Fills the first partition of every partitioned table with so many rows in each of the months before this one. Audit
 * events are a chain that `verifyAudit` accepts with the key.
 */
export async function addRowsBeforePartitions(
  open: OpenDatabase,
  { months, rows, key }: { readonly months: number; readonly rows: number; readonly key: Uint8Array },
): Promise<void> {
  await addOwners(open, months);
  for (let ago = months; ago >= 1; ago -= 1) {
    const at = monthsAgo(ago);
    const id = (prefix: string) =>
      `'${idAt(prefix, at).slice(0, -20)}' || lpad(to_hex(n), 20, '0'), timestamptz '${at.toISOString()}'`;
    const each = `from generate_series(1, ${rows}) as n`;
    await open.execute(`insert into attempts (id, created_at, client_id, person_id, received_image_id, similarity,
        is_face_match, liveness_probability, is_alive, is_match, decision)
      select ${id('att')}, 'cli_1', 'per_1', '${image}', 0.4, false, 0.9, true, false, '{}' ${each}`);
    await open.execute(`insert into webhook_deliveries (id, created_at, endpoint_id, event_id, state, is_later, due_at)
      select ${id('whd')}, 'whe_1', 'evt_1', 'pending', false, now() ${each}`);
    await open.execute(`insert into executions (id, created_at, profile_id, subject, template_id, template_version, origin,
        status, state, root_id, onboarding_depth, onboarding_waits, attempts, updated_at, completed_at, key_id, wrapped_key,
        ciphertext)
      select made.id, made.at, 'per_1', 'person', template_id, version, 'API', 'APPROVED', 'done', made.id, 0, false, 1,
        made.at, made.at, 'key', '', ''
      from (select template_id, version from query_template_versions limit 1) as template,
        (select ${id('exe').replace(', timestamptz', ' as id, timestamptz')} as at ${each}) as made`);
    await open.execute(`insert into liveness_frames (session_id, step, frame, image_id, hash, received_at)
      select '${idAt('liv', at)}', 1, n, '${image}', sha256(n::text::bytea), now() ${each}`);
    const log = createAuditLog({ db: open.db, key, clock: { now: () => at } });
    await Promise.all(Array.from({ length: rows }, () => log.record(read)));
  }
}

/** The rows of a table by the names of their partitions. */
export async function countByPartition(open: OpenDatabase, table: string): Promise<Record<string, number>> {
  const { rows } = await open.execute(
    `select tableoid::regclass::text as name, count(*)::int as count from ${table} group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]));
}
