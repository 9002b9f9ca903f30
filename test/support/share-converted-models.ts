import { mkdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Lets a data folder use the converted face networks of earlier tests. Their folder is named by a hash of what
 * they were made from and how, and checked when it is read, so a stale one is never used.
 */
export async function shareConvertedModels(dataDir: string): Promise<void> {
  const shared = join(tmpdir(), `confere-test-models-${process.getuid?.() ?? 0}`);
  await mkdir(shared, { recursive: true, mode: 0o700 });
  await mkdir(join(dataDir, 'models'), { recursive: true });
  await symlink(shared, join(dataDir, 'models', 'converted'));
}
