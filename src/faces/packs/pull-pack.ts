import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadFile } from './download-file.ts';
import { PackError } from './errors.ts';
import { installPack } from './install-pack.ts';
import { type PackManifest, packId } from './pack-manifest.ts';
import { publishedPacks } from './published-packs.ts';

export type PullProgress = {
  readonly file: string;
  readonly done: number;
  readonly total: number | undefined;
};

export type PullPackOptions = {
  readonly directory: string;
  /** A folder of all files, asked instead of where they are published. */
  readonly baseUrl?: string | undefined;
  /** Asked once, before anything is fetched. */
  readonly acceptLicence: (manifest: PackManifest) => boolean | Promise<boolean>;
  readonly onProgress?: (progress: PullProgress) => void;
  readonly signal?: AbortSignal;
  readonly stallTimeoutMs?: number;
  readonly attempts?: number;
  /** The packs that can be pulled; those known to be published by default. */
  readonly published?: readonly PackManifest[];
};

/** A pack that can be pulled, by `name` or `name@version`. */
export function findPublishedPack(
  name: string,
  published: readonly PackManifest[] = publishedPacks,
): PackManifest | undefined {
  return published.find((manifest) => packId(manifest) === name || manifest.name === name);
}

/**
 * Fetches a published pack, checks it and installs it. What a broken connection left is gone on with by the next
 * call.
 *
 * Rejects with `pack_not_found`, `pack_licence_not_accepted`, `pack_download_failed` and what `addPack` rejects with.
 */
export async function pullPack(
  name: string,
  options: PullPackOptions,
): Promise<{ readonly id: string; readonly manifest: PackManifest; readonly isNew: boolean }> {
  const { directory, baseUrl, onProgress, signal } = options;
  const manifest = findPublishedPack(name, options.published);
  if (manifest === undefined) throw new PackError('pack_not_found', { detail: `${name} is not published.` });
  if (!(await options.acceptLicence(manifest))) throw new PackError('pack_licence_not_accepted');
  const downloads = join(directory, '.downloads', packId(manifest));
  for (const { name: file, url, sha256 } of manifest.files) {
    const from = baseUrl === undefined ? url : `${baseUrl.replace(/\/+$/, '')}/${file}`;
    if (from === undefined) throw new PackError('pack_not_found', { detail: `${file} has no address.` });
    await downloadFile({
      url: from,
      sha256,
      path: join(downloads, file),
      ...(signal === undefined ? {} : { signal }),
      ...(options.stallTimeoutMs === undefined ? {} : { stallTimeoutMs: options.stallTimeoutMs }),
      ...(options.attempts === undefined ? {} : { attempts: options.attempts }),
      onProgress: (done, total) => onProgress?.({ file, done, total }),
    });
  }
  const installed = await installPack(directory, manifest, (file, to) => copyFile(join(downloads, file), to));
  await rm(downloads, { recursive: true, force: true });
  return installed;
}
