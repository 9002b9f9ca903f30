import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createOutboundClient } from '../../platform/outbound/index.ts';
import { downloadFile } from './download-file.ts';
import { PackError } from './errors.ts';
import { type InstalledOutcome, installPack } from './install-pack.ts';
import { type PackManifest, packId } from './pack-manifest.ts';
import { hashFile } from './packs-folder.ts';
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
  readonly retryWaitMs?: number;
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
 * Fetches a published pack, checks it and installs it. A pack that is installed and was altered is repaired: only the
 * files that are wrong or missing are fetched. The next call goes on with what a broken connection left.
 *
 * Rejects with `pack_not_found`, `pack_licence_not_accepted`, `pack_address_invalid`, `pack_download_failed` and what
 * `addPack` rejects with.
 */
export async function pullPack(name: string, options: PullPackOptions): Promise<InstalledOutcome> {
  const { directory, baseUrl } = options;
  const manifest = findPublishedPack(name, options.published);
  if (manifest === undefined) throw new PackError('pack_not_found', { detail: `${name} is not published.` });
  const mirror = baseUrl === undefined ? undefined : parseBaseUrl(baseUrl);
  if (!(await options.acceptLicence(manifest))) throw new PackError('pack_licence_not_accepted');
  const downloads = join(directory, '.downloads', packId(manifest));
  const installedAt = join(directory, packId(manifest));
  const client = createOutboundClient({
    peer: 'model-packs',
    // The operator named the mirror's host, so it may be private and on any port.
    allow: mirror === undefined ? [] : [mirror.hostname],
    connectTimeoutMs: 10_000,
  });
  const places = new Map<string, string>();
  try {
    for (const { name: file, url, sha256 } of manifest.files) {
      if ((await hashFile(join(installedAt, file)).catch(() => undefined)) === sha256) {
        places.set(file, join(installedAt, file));
        continue;
      }
      const from = mirror === undefined ? url : `${mirror.href.replace(/\/+$/, '')}/${file}`;
      if (from === undefined) throw new PackError('pack_not_found', { detail: `${file} has no address.` });
      const path = join(downloads, file);
      const { signal, stallTimeoutMs, attempts, retryWaitMs } = options;
      await downloadFile({
        client,
        url: from,
        sha256,
        path,
        ...(signal === undefined ? {} : { signal }),
        ...(stallTimeoutMs === undefined ? {} : { stallTimeoutMs }),
        ...(attempts === undefined ? {} : { attempts }),
        ...(retryWaitMs === undefined ? {} : { retryWaitMs }),
        onProgress: (done, total) => options.onProgress?.({ file, done, total }),
      });
      places.set(file, path);
    }
  } finally {
    client.close();
  }
  const installed = await installPack(directory, manifest, (file, to) => copyFile(places.get(file)!, to));
  await rm(downloads, { recursive: true, force: true });
  return installed;
}

function parseBaseUrl(address: string): URL {
  const url = URL.parse(address);
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (!isUsable) {
    throw new PackError('pack_address_invalid', { detail: `${address} is not an http: or https: address.` });
  }
  return url;
}
