import { mkdir, readdir, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { holdLockFile } from '../../platform/data-folder/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import {
  type DownloadRecord,
  type Edition,
  isSameEdition,
  openDownloadRecord,
  recordName,
} from '../download-record.ts';
import { RegistryError } from '../errors.ts';
import { findLayout } from '../import/receita-layout.ts';
import { downloadFile, type FileState, sizeOf } from './download-file.ts';
import { createFallingSlots } from './falling-slots.ts';
import { createShareClient, folderUrl, readPublishedMonths } from './list-published-months.ts';
import { describeFault, listShareWithRetries, type ShareAccess } from './list-share.ts';

export type DownloadRegistryOptions = ShareAccess & {
  readonly directory: string;
  /** `YYYY-MM`; the newest on the share when it is not given. */
  readonly month?: string | undefined;
  /** Files downloaded at the same time, until the share shows that it cannot bear as many. */
  readonly streams: number;
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
};

/** The usual limits of a download of a month. */
export const registryDownloadLimits = {
  /** Archives downloaded at the same time. Halved, down to one, each time that the share refuses or breaks off. */
  streams: 4,
  /** A download that brings less than 16 KiB in this time is cut and resumed. */
  stallTimeoutMs: 30_000,
  /** Attempts in a row that brought less than 1 MiB each, after which an archive is given up. */
  attempts: 10,
} as const;

export type DownloadProgress = {
  readonly month: string;
  readonly files: readonly {
    readonly name: string;
    readonly state: FileState;
    readonly bytes: number;
    readonly sizeBytes: number;
  }[];
  /** Of all files, what was there before among them. */
  readonly bytes: number;
  readonly sizeBytes: number;
  /** The number of simultaneous downloads now. */
  readonly streams: number;
};

/**
 * Downloads the archives of a month into a folder, each checked against its size and checksums, and goes on where
 * an earlier run stopped. Files that are there already stay. The share of Receita Federal stalls and refuses:
 * streams that bring nothing are cut, what breaks is taken up again, and fewer are open at a time when it fails.
 *
 * Rejects with `registry_share_unreachable`, `registry_share_unreadable`, `registry_month_not_published`,
 * `registry_download_no_room`, `registry_download_interrupted` (the signal), and `registry_download_failed`, which
 * names the files that are missing.
 *
 * @example
 * await downloadRegistry({ shareUrl, directory: '/data/2026-04', streams: 4, attempts: 8, stallTimeoutMs: 30_000 });
 */
export async function downloadRegistry(options: DownloadRegistryOptions) {
  const { directory, shareUrl, signal = new AbortController().signal } = options;
  using client = createShareClient(shareUrl);
  const months = (await readPublishedMonths(client, options)).map(({ month: one }) => one);
  const month = options.month ?? months[0]!;
  if (!months.includes(month)) {
    const detail = `There are ${months.slice(0, 12).join(', ')}.`;
    throw new RegistryError('registry_month_not_published', { detail });
  }
  const folder = folderUrl(shareUrl, month);
  const wanted = (await listShareWithRetries(client, folder, options)).flatMap(
    ({ name, isFolder, ...about }) => {
      const { sizeBytes, etag, lastModified } = about;
      if (isFolder || sizeBytes === undefined) return [];
      if (!/\.zip$/i.test(name) || findLayout(name, name) === undefined) return [];
      return [{ name, edition: toAnswer({ sizeBytes, isVerified: false, etag, lastModified }) }];
    },
  );
  if (wanted.length === 0) {
    const detail = `The folder ${month} has no archives yet.`;
    throw new RegistryError('registry_month_not_published', { detail });
  }

  await mkdir(directory, { recursive: true });
  using lock = holdLockFile(join(directory, 'confere-download.lock'));
  if (lock === undefined) {
    const detail = `Another download into ${directory} runs.`;
    throw new RegistryError('registry_download_failed', { detail });
  }
  const record = await openDownloadRecord(directory, month);
  await checkRoom(directory, wanted, record);

  const slots = createFallingSlots(options.streams);
  // The largest first: they are what everything else would wait for.
  wanted.sort((one, other) => other.edition.sizeBytes - one.edition.sizeBytes);
  const sizeBytes = wanted.reduce((sum, { edition }) => sum + edition.sizeBytes, 0);
  const files = wanted.map(({ name, edition }) => ({
    name,
    sizeBytes: edition.sizeBytes,
    bytes: 0,
    state: 'waiting' as FileState,
  }));
  const report = () => {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    options.onProgress?.({ month, files, bytes, sizeBytes, streams: slots.limit });
  };
  const { attempts, stallTimeoutMs, retryWaitMs = 1000 } = options;
  const outcomes = await Promise.allSettled(
    wanted.map(async ({ name, edition }, index) => {
      const file = files[index]!;
      try {
        return await downloadFile({
          client,
          url: new URL(encodeURIComponent(name), folder),
          directory,
          name,
          edition,
          record,
          slots,
          limits: { attempts, stallTimeoutMs, retryWaitMs },
          signal,
          onState(state) {
            file.state = state;
            report();
          },
          onBytes(bytes) {
            file.bytes = bytes;
            report();
          },
        });
      } catch (error) {
        file.state = 'failed';
        report();
        throw error;
      }
    }),
  );
  if (signal.aborted) throw new RegistryError('registry_download_interrupted');
  const faults = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [{ name: wanted[index]!.name, cause: outcome.reason as unknown }] : [],
  );
  if (faults.length > 0) {
    const detail = faults.map(({ name, cause }) => `${name}: ${describeFault(cause)}`).join('; ');
    throw new RegistryError('registry_download_failed', { detail, cause: faults[0]?.cause });
  }
  return {
    month,
    directory,
    files: outcomes
      .map((outcome, index) => ({
        name: wanted[index]!.name,
        sizeBytes: wanted[index]!.edition.sizeBytes,
        /** `present` when it was there, whole and of this edition, before. */
        outcome: outcome.status === 'fulfilled' ? outcome.value : ('present' as const),
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
    sizeBytes,
  };
}

/** Throws `registry_download_no_room` when what is still to come does not fit into the folder's file system. */
async function checkRoom(
  directory: string,
  wanted: readonly { readonly name: string; readonly edition: Edition }[],
  record: DownloadRecord,
): Promise<void> {
  let needed = 0;
  for (const { name, edition } of wanted) {
    const path = join(directory, name);
    const there = Math.max(
      (await sizeOf(path)) === edition.sizeBytes ? edition.sizeBytes : 0,
      isSameEdition(record.get(name), edition) ? ((await sizeOf(`${path}.part`)) ?? 0) : 0,
    );
    needed += Math.max(0, edition.sizeBytes - there);
  }
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (free < needed) {
    const [wantedGb, freeGb] = [needed, free].map((bytes) => (bytes / 1e9).toFixed(1));
    throw new RegistryError('registry_download_no_room', {
      detail: `${wantedGb} GB are missing, ${freeGb} GB are free.`,
    });
  }
}

/**
 * Removes the files of a month that a download brought since a moment, and all parts of files. Whole files from before,
 * and files that no download brought, stay.
 */
export async function removeDownloadedFiles(
  directory: string,
  { month, since }: { readonly month: string; readonly since: Date },
): Promise<void> {
  const record = await openDownloadRecord(directory, month);
  for (const name of record.names()) {
    // The record lies in a folder that people write to: a name leads nowhere else.
    if (name !== basename(name)) continue;
    const path = join(directory, name);
    await rm(`${path}.part`, { force: true });
    const changed = (await stat(path).catch(() => undefined))?.mtime;
    if (changed !== undefined && changed < since) continue;
    await rm(path, { force: true });
    await record.set(name, undefined);
  }
  if (record.names().length > 0) return;
  await rm(join(directory, recordName), { force: true });
  if ((await readdir(directory)).length === 0) await rmdir(directory);
}
