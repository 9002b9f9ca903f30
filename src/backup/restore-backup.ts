import type { ImageFiles } from '../images/index.ts';
import {
  type Loading,
  loadTables,
  migrate,
  type OpenDatabase,
  type TableColumns,
} from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { BackupError } from './errors.ts';
import { readBackup, readManifest } from './read-backup.ts';
import {
  type BackupManifest,
  type BackupProgress,
  type BackupSummary,
  listMigrations,
  listTables,
} from './types.ts';

export type RestoreBackupDeps = {
  /** Used by nobody else. */
  readonly database: OpenDatabase;
  readonly cipher: RecordCipher;
  readonly store: ImageFiles;
  /** The folder of this version's migrations. */
  readonly migrations: string;
};

/** Tables that hold something as soon as the service was started once. */
const signsOfUse = ['people', 'clients', 'attempts', 'executions', 'profiles', 'audit_events'];

/**
 * Brings an empty database to the tables of the version that made a backup. Rejects like `readBackup`
 * and `migrate`.
 */
export async function prepareForBackup(
  { database, cipher, migrations }: Omit<RestoreBackupDeps, 'store'>,
  file: string,
): Promise<void> {
  const through = (await readManifest(cipher, file)).migrations.at(-1)?.name;
  await migrate(database, migrations, { through });
}

/**
 * Puts a backup into a database that `prepareForBackup` prepared and into an empty image store, checks that all of it
 * is there, and brings the database to this version's tables. The database is filled in one transaction; photos written
 * before a failure are left as files without a row, which a nightly job removes.
 *
 * Nothing leaves the restored copy until `confere resume`.
 *
 * Rejects with `restore_target_not_empty`, `backup_version_differs`, `backup_key_wrong` and `backup_unreadable`.
 */
export async function restoreBackup(
  deps: RestoreBackupDeps,
  file: string,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (progress: BackupProgress) => void } = {},
): Promise<BackupSummary> {
  const { signal, onProgress = () => {} } = options;
  const summary = await loadTables(deps.database, async (loading) => {
    await refuseUsed(loading);
    // A table with a trigger that waits for the commit takes no constraint back.
    await loading.rows('set constraints all immediate');
    const references = await takeReferences(loading);
    let manifest: BackupManifest | undefined;
    let tables = new Map<string, TableColumns>();
    let images = 0;
    const end = await readBackup(
      deps.cipher,
      file,
      {
        async manifest(read) {
          await refuseOtherVersion(loading, read);
          manifest = read;
          tables = new Map(read.tables.map((it) => [it.table, it]));
          for (const { table } of read.tables) await loading.rows(`delete from "${table}"`);
        },
        async table(name, bytes) {
          const target = tables.get(name);
          if (target === undefined) throw new BackupError('backup_unreadable');
          await loading.copyIn(target, bytes);
          onProgress({ subject: name, done: 0 });
        },
        async image(id, bytes) {
          await deps.store.put(id, bytes);
          images += 1;
          onProgress({ subject: 'photos', done: images });
        },
      },
      signal,
    );
    if (manifest === undefined || images !== end.images) throw new BackupError('backup_unreadable');
    const rows = await countRows(loading, [...tables.keys()]);
    for (const [table, count] of Object.entries(end.rows)) {
      if (rows[table] !== count) throw new BackupError('backup_unreadable');
    }
    await settle(loading);
    for (const statement of references) await loading.rows(statement);
    // Whoever was told by the deployment that was backed up is not told again by its copy.
    await loading.rows(`insert into deployment_state (held_since) values (now())
      on conflict (only_row) do update set held_since = excluded.held_since`);
    return { createdAt: manifest.createdAt, rows, images, sha256: end.sha256 };
  });
  await migrate(deps.database, deps.migrations);
  return summary;
}

async function refuseUsed(loading: Loading): Promise<void> {
  for (const table of signsOfUse) {
    if ((await loading.rows(`select 1 from "${table}" limit 1`)).length > 0) {
      throw new BackupError('restore_target_not_empty', { detail: `The table ${table} has rows.` });
    }
  }
}

async function refuseOtherVersion(loading: Loading, manifest: BackupManifest): Promise<void> {
  const here = JSON.stringify([await listMigrations(loading), await listTables(loading)]);
  if (here !== JSON.stringify([manifest.migrations, manifest.tables])) {
    throw new BackupError('backup_version_differs', {
      detail: `Its newest migration is ${manifest.migrations.at(-1)?.name ?? 'none'}.`,
    });
  }
}

/** Drops the foreign keys, since tables come in any order, and gives the statements that make them again. */
async function takeReferences(loading: Loading): Promise<readonly string[]> {
  const found = await loading.rows(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by 1, 2`);
  for (const { table, name } of found) await loading.rows(`alter table ${table} drop constraint ${name}`);
  return found.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  );
}

async function countRows(loading: Loading, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await loading.rows(`select count(*)::int as count from "${table}"`);
    counts[table] = Number(row?.count);
  }
  return counts;
}

/** Sets the next numbers of counted columns and clears references to the registry, which a backup leaves out. */
async function settle(loading: Loading): Promise<void> {
  const counted = await loading.rows(`
    select quote_ident(c.relname) as table, quote_ident(a.attname) as column,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`);
  for (const { table, column, sequence } of counted) {
    await loading.rows(
      `select setval('${sequence}', max(${column})) from ${table} having max(${column}) is not null`,
    );
  }
  await loading.rows('update profiles set registry_generation = null where registry_generation is not null');
}
