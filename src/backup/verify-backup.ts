import type { RecordCipher } from '../platform/encryption/index.ts';
import { BackupError } from './errors.ts';
import { readBackup } from './read-backup.ts';
import type { BackupManifest, BackupProgress, BackupSummary } from './types.ts';

/** Reads a backup to its end without putting it anywhere. Rejects like `readBackup` when it is not whole. */
export async function verifyBackup(
  cipher: RecordCipher,
  file: string,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (progress: BackupProgress) => void } = {},
): Promise<BackupSummary> {
  const { signal, onProgress = () => {} } = options;
  let manifest: BackupManifest | undefined;
  let images = 0;
  const { rows, sha256, ...end } = await readBackup(
    cipher,
    file,
    {
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
    },
    signal,
  );
  if (manifest === undefined || images !== end.images) throw new BackupError('backup_unreadable');
  const told = images + end.erased.length + end.missing.length;
  if (rows.images !== told) {
    const detail = `It has ${rows.images} rows of photos and tells of ${told}.`;
    throw new BackupError('backup_unreadable', { detail });
  }
  return { createdAt: manifest.createdAt, rows, images, sha256 };
}
