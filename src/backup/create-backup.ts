import { createHash, randomBytes } from 'node:crypto';
import { access, constants, link, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { findExistingImageIds, type ImageFiles, sumImageBytes } from '../images/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type OpenDatabase, readSnapshot } from '../platform/db/index.ts';
import { setBackupTime } from '../platform/deployment/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { isDiskFull } from '../platform/errors.ts';
import { succeeds } from '../platform/succeeds.ts';
import { BackupError } from './errors.ts';
import { sealStream } from './sealed-stream.ts';
import {
  type BackupEnd,
  type BackupManifest,
  type BackupProgress,
  type BackupSummary,
  listMigrations,
  listTables,
} from './types.ts';

export type CreateBackupDeps = {
  readonly database: OpenDatabase;
  readonly cipher: RecordCipher;
  readonly store: ImageFiles;
  readonly clock: Clock;
};

export type BackupOptions = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BackupProgress) => void;
  /** Leaves out photos that are missing although their rows stay. */
  readonly isWithoutMissing?: boolean;
};

const partBytes = 4_000_000;
/** Photos that are read at a time: a bucket answers many readers as quickly as one. */
const readers = 8;

/**
 * Writes database and photos into one new file, encrypted under a key derived from the master key, as they were at one
 * moment, while the service goes on. Photos erased while they are being copied are left out. A photo that is missing
 * although its row stays is an error, unless `isWithoutMissing`. Not in it: the master key,
 * the registry of companies (import it again), the administrator's credential file, jobs (executions under way are
 * taken up again after a restore).
 *
 * Rejects with `backup_file_exists`, `backup_folder_missing` and `backup_space_missing` before anything is copied, the
 * last also where the disk fills up meanwhile, and with `backup_photos_missing` and their number. The file appears whole
 * or not at all.
 */
export async function createBackup(
  deps: CreateBackupDeps,
  file: string,
  options: BackupOptions = {},
): Promise<BackupSummary> {
  await refuseTarget(file, deps.database);
  // A name of its own: what a killed backup left is in nobody's way.
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`;
  const tar = pack();
  const { currentKeyId } = deps.cipher;
  const key = deps.cipher.deriveKey(currentKeyId, 'backup');
  const digest = createHash('sha256');
  const target = await open(unfinished, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    const code = isDiskFull(cause) ? 'backup_space_missing' : 'backup_folder_missing';
    throw new BackupError(code, { detail: `${file}: ${cause.code}.`, cause });
  });
  const written = pipeline(
    sealStream(key, currentKeyId, Readable.from(tar as unknown as AsyncIterable<Uint8Array>)),
    async function* (sealed: AsyncIterable<Uint8Array>) {
      for await (const bytes of sealed) {
        digest.update(bytes);
        yield bytes;
      }
    },
    target.createWriteStream(),
    ...(options.signal === undefined ? [] : [{ signal: options.signal }]),
  );
  try {
    const [summary] = await Promise.all([
      fill(tar, deps, options).catch((error) => {
        tar.destroy(error);
        throw error;
      }),
      written,
    ]);
    await publish(unfinished, file);
    await setBackupTime(deps.database.db, new Date(summary.createdAt));
    return { ...summary, sha256: digest.digest('hex') };
  } catch (error) {
    tar.destroy();
    // A full disk ends the archive too, which is often told first.
    const cause = await written.then(
      () => error,
      (failure: unknown) => (isDiskFull(failure) ? failure : error),
    );
    await rm(unfinished, { force: true });
    if (!isDiskFull(cause)) throw error;
    throw new BackupError('backup_space_missing', { detail: `${dirname(file)} is full.`, cause });
  }
}

async function fill(
  tar: Pack,
  deps: CreateBackupDeps,
  { signal, onProgress = () => {}, isWithoutMissing = false }: BackupOptions,
): Promise<Omit<BackupSummary, 'sha256'>> {
  const createdAt = deps.clock.now().toISOString();
  const rows: Record<string, number> = {};
  const imageIds = await readSnapshot(deps.database, async (snapshot) => {
    const tables = await listTables(snapshot);
    const manifest: BackupManifest = { createdAt, migrations: await listMigrations(snapshot), tables };
    await addEntry(tar, 'manifest.json', Buffer.from(JSON.stringify(manifest)));
    for (const source of tables) {
      let count = 0;
      let part = 0;
      for await (const { bytes, rows: inPart } of splitCopy(snapshot.copyOut(source), partBytes)) {
        signal?.throwIfAborted();
        await addEntry(tar, `tables/${source.table}/${part}`, bytes);
        part += 1;
        count += inPart;
        onProgress({ subject: source.table, done: count });
      }
      rows[source.table] = count;
    }
    return (await snapshot.rows('select id from images order by id')).map((row) => String(row.id));
  });
  let images = 0;
  const gone: string[] = [];
  for await (const [id, bytes] of readPhotos(deps.store, imageIds)) {
    signal?.throwIfAborted();
    if (bytes === undefined) gone.push(id);
    else {
      await addEntry(tar, `images/${id}`, Buffer.from(bytes));
      images += 1;
    }
    onProgress({ subject: 'photos', done: images + gone.length, total: imageIds.length });
  }
  const staying = await findExistingImageIds(deps.database.db, gone);
  if (staying.size > 0 && !isWithoutMissing) {
    throw new BackupError('backup_photos_missing', {
      detail: `${staying.size} of ${imageIds.length} photos.`,
    });
  }
  const end: BackupEnd = {
    rows,
    images,
    erased: gone.filter((id) => !staying.has(id)),
    missing: [...staying],
  };
  await addEntry(tar, 'end.json', Buffer.from(JSON.stringify(end)));
  tar.finalize();
  return { createdAt, rows, images };
}

/** Photos in the order of their ids, undefined for those that are missing. */
async function* readPhotos(
  store: ImageFiles,
  ids: readonly string[],
): AsyncGenerator<readonly [id: string, bytes: Uint8Array | undefined]> {
  const reading: Promise<Uint8Array | undefined>[] = [];
  for (let at = 0; at < ids.length; at += 1) {
    for (let next = at + reading.length; next < ids.length && reading.length < readers; next += 1) {
      const photo = store.get(ids[next]!);
      // Looked at in its turn, or never when an earlier one fails.
      photo.catch(() => {});
      reading.push(photo);
    }
    yield [ids[at]!, await reading.shift()!];
  }
}

/** Rejects when the file cannot be made: hours later would be late. The tables need some room beside the photos. */
async function refuseTarget(file: string, database: OpenDatabase): Promise<void> {
  if (await succeeds(access(file))) throw new BackupError('backup_file_exists', { detail: file });
  const folder = dirname(file);
  const isFolder = await succeeds(access(folder, constants.W_OK | constants.X_OK));
  if (!isFolder) throw new BackupError('backup_folder_missing', { detail: folder });
  const [{ bavail, bsize }, needed] = await Promise.all([statfs(folder), sumImageBytes(database.db)]);
  if (bavail * bsize < needed) {
    const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
    throw new BackupError('backup_space_missing', {
      detail: `${folder} has ${gigabytes(bavail * bsize)}, the photos take ${gigabytes(needed)}.`,
    });
  }
}

/** Waits until the entry is taken, so that memory does not hold what the disk is slow to write. */
function addEntry(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = tar.entry({ name, size: bytes.byteLength, mode: 0o600 }, (error) =>
      error == null ? resolve() : reject(error),
    );
    // With the archive under it; with no listener the process would end by it.
    entry.on('error', reject);
    entry.end(bytes);
  });
}

/** The finished file under its name, on disk, never in the place of another. */
async function publish(unfinished: string, file: string): Promise<void> {
  await using handle = await open(unfinished, 'r');
  await handle.sync();
  if (await succeeds(link(unfinished, file))) return await rm(unfinished);
  if (await succeeds(access(file))) throw new BackupError('backup_file_exists', { detail: file });
  // On FAT, exFAT and many network folders a file has one name only.
  await rename(unfinished, file);
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const headerBytes = signature.byteLength + 8;
const trailer = Buffer.from([0xff, 0xff]);

export type CopyPart = { readonly bytes: Buffer; readonly rows: number };

/**
 * A binary COPY cut between rows into ones that are each whole, of about so many bytes. A row is a count of fields of
 * two bytes and each field a length of four with its bytes; a count of -1 ends it (PostgreSQL's documentation of COPY,
 * "Binary Format").
 */
async function* splitCopy(stream: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<CopyPart> {
  let held = Buffer.alloc(0);
  let header: Buffer | undefined;
  let rows = 0;
  let position = 0;
  for await (const bytes of stream) {
    held = Buffer.concat([held, bytes]);
    if (header === undefined) {
      if (held.byteLength < headerBytes) continue;
      header = held.subarray(0, headerBytes);
      held = held.subarray(headerBytes);
    }
    for (;;) {
      const end = findRowEnd(held, position);
      if (end === undefined) break;
      position = end;
      rows += 1;
      if (position >= partBytes) {
        yield { bytes: Buffer.concat([header, held.subarray(0, position), trailer]), rows };
        held = held.subarray(position);
        position = 0;
        rows = 0;
      }
    }
  }
  if (header === undefined || held.byteLength - position !== 2 || held.readInt16BE(position) !== -1) {
    throw new TypeError('the database ended a COPY early');
  }
  if (rows > 0) yield { bytes: Buffer.concat([header, held.subarray(0, position), trailer]), rows };
}

/** Where the row that begins at a place ends; undefined when it is not all there, or is the end mark. */
function findRowEnd(bytes: Buffer, start: number): number | undefined {
  if (bytes.byteLength < start + 2) return undefined;
  const fields = bytes.readInt16BE(start);
  if (fields < 0) return undefined;
  let at = start + 2;
  for (let field = 0; field < fields; field += 1) {
    if (bytes.byteLength < at + 4) return undefined;
    const length = bytes.readInt32BE(at);
    at += 4 + Math.max(0, length);
    if (bytes.byteLength < at) return undefined;
  }
  return at;
}
