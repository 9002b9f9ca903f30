import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { BackupError } from './errors.ts';
import { openStream } from './sealed-stream.ts';
import type { BackupEnd, BackupManifest, BackupProgress, BackupSummary } from './types.ts';

/** Callbacks for the parts of a backup, called in the order of the file. */
export type BackupReader = {
  manifest(manifest: BackupManifest): Promise<void>;
  /** A part of a table as one whole binary COPY. */
  table(name: string, bytes: Buffer): Promise<void>;
  /** A photo, encrypted as it is stored. */
  image(id: string, bytes: Buffer): Promise<void>;
};

/**
 * Reads a backup from its beginning to its end and gives what it says last, with the file's SHA-256. Every byte is
 * authenticated before it is handed on. Rejects with `backup_file_missing`, and with `backup_unreadable` and
 * `backup_key_wrong`, perhaps after parts of it were handed on.
 */
export async function readBackup(
  cipher: RecordCipher,
  file: string,
  reader: BackupReader,
  signal?: AbortSignal,
): Promise<BackupEnd & { readonly sha256: string }> {
  const isReadable = await access(file, constants.R_OK)
    .then(() => stat(file))
    .then(
      (found) => found.isFile(),
      () => false,
    );
  if (!isReadable) throw new BackupError('backup_file_missing', { detail: file });
  const digest = createHash('sha256');
  async function* sealed(): AsyncGenerator<Uint8Array> {
    for await (const bytes of createReadStream(file, { highWaterMark: 1 << 20 })) {
      digest.update(bytes);
      yield bytes;
    }
  }
  const text = openStream(({ keyId }) => {
    if (keyId !== cipher.currentKeyId && !cipher.previousKeyIds.includes(keyId)) {
      throw new BackupError('backup_key_wrong', { detail: `The backup was made with master key ${keyId}.` });
    }
    return cipher.deriveKey(keyId, 'backup');
  }, sealed());
  const tar = extract();
  const source = Readable.from(text);
  source.once('error', (error) => tar.destroy(error));
  source.pipe(tar as unknown as NodeJS.WritableStream);
  let end: BackupEnd | undefined;
  try {
    for await (const entry of tar) {
      signal?.throwIfAborted();
      if (end !== undefined) throw new BackupError('backup_unreadable');
      const bytes = await readEntry(entry as unknown as AsyncIterable<Uint8Array>);
      const [kind, name = ''] = entry.header.name.split('/');
      if (kind === 'manifest.json') await reader.manifest(JSON.parse(bytes.toString()));
      else if (kind === 'tables') await reader.table(name, bytes);
      else if (kind === 'images') await reader.image(name, bytes);
      else if (kind === 'end.json') end = JSON.parse(bytes.toString()) as BackupEnd;
      else throw new BackupError('backup_unreadable');
    }
  } finally {
    source.destroy();
  }
  if (end === undefined) throw new BackupError('backup_unreadable');
  return { ...end, sha256: digest.digest('hex') };
}

/** The first record of a backup. Rejects like `readBackup`; what follows is not read. */
export async function readManifest(cipher: RecordCipher, file: string): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined;
  const enough = new Error('the manifest is read');
  const stop = () => Promise.reject(enough);
  const reader: BackupReader = {
    async manifest(read) {
      manifest = read;
      throw enough;
    },
    table: stop,
    image: stop,
  };
  await readBackup(cipher, file, reader).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  if (manifest === undefined) throw new BackupError('backup_unreadable');
  return manifest;
}

async function readEntry(entry: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const bytes of entry) parts.push(bytes);
  return Buffer.concat(parts);
}

/** Reads a backup to its end without putting it anywhere. Rejects like `readBackup` when it is not whole. */
export async function verifyBackup(
  cipher: RecordCipher,
  file: string,
  { onProgress = () => {} }: { readonly onProgress?: (progress: BackupProgress) => void } = {},
): Promise<BackupSummary> {
  let manifest: BackupManifest | undefined;
  let images = 0;
  const { rows, sha256, ...end } = await readBackup(cipher, file, {
    async manifest(read) {
      manifest = read;
    },
    async table(name) {
      onProgress({ subject: name, done: 0 });
    },
    async image() {
      images += 1;
      onProgress({ subject: 'photos', done: images });
    },
  });
  if (manifest === undefined || images !== end.images) throw new BackupError('backup_unreadable');
  const told = images + end.erased.length + end.missing.length;
  if (rows.images !== told) {
    const detail = `It has ${rows.images} rows of photos and tells of ${told}.`;
    throw new BackupError('backup_unreadable', { detail });
  }
  return { createdAt: manifest.createdAt, rows, images, sha256 };
}
