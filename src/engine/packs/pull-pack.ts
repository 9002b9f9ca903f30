import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createOutboundClient,
  type OutboundAnswer,
  type OutboundClient,
  OutboundError,
} from '../../platform/outbound/index.ts';
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
  /** A server that sends nothing for that long is asked again. */
  readonly stallTimeoutMs?: number;
  /** The number of attempts in a row that may bring no byte. */
  readonly attempts?: number;
  /** The first wait between tries; it doubles up to five seconds while tries bring nothing. Default 200. */
  readonly retryWaitMs?: number;
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
      const onProgress = (done: number, total: number | undefined) =>
        options.onProgress?.({ file, done, total });
      await downloadFile({ ...options, client, url: from, sha256, path, onProgress });
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

type DownloadFileOptions = Pick<PullPackOptions, 'signal' | 'stallTimeoutMs' | 'attempts' | 'retryWaitMs'> & {
  readonly client: OutboundClient;
  readonly url: string;
  readonly sha256: string;
  /** Where the file goes once it is complete; what there is of it until then stands beside it, ending in `.part`. */
  readonly path: string;
  /** Bytes so far, and in all when the server says so. */
  readonly onProgress: (done: number, total: number | undefined) => void;
};

const largestBytes = 2_000_000_000;
const mostRedirects = 5;

/**
 * Downloads a file, resumes an earlier download, and checks the hash. Rejects with `pack_download_failed`, which
 * keeps the part for the next call, and `pack_file_changed`, which deletes it.
 */
async function downloadFile(options: DownloadFileOptions): Promise<void> {
  const { url, sha256, path, signal, attempts = 5, retryWaitMs = 200 } = options;
  if ((await hashFile(path).catch(() => undefined)) === sha256) return;
  const part = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  let fruitless = 0;
  for (;;) {
    const before = await sizeOf(part);
    const outcome = await fetchRest(options, part, before).catch((error: unknown) => {
      signal?.throwIfAborted();
      if (error instanceof PackError) throw error;
      if (error instanceof OutboundError && error.kind === 'invalid') throw failed(url, error);
      return error;
    });
    if (outcome === 'complete') break;
    fruitless = (await sizeOf(part)) > before ? 0 : fruitless + 1;
    if (fruitless >= attempts) throw failed(url, outcome);
    await delay(Math.min(retryWaitMs * 2 ** fruitless, 5_000), undefined, { signal });
  }
  const hash = await hashFile(part);
  if (hash !== sha256) {
    await rm(part, { force: true });
    throw new PackError('pack_file_changed', {
      detail: `${hostOf(url)} sent a file with the SHA-256 ${hash}, not ${sha256}.`,
    });
  }
  await rename(part, path);
}

/** One request for what is missing. */
async function fetchRest(options: DownloadFileOptions, part: string, from: number): Promise<'complete'> {
  const { client, url, signal, stallTimeoutMs = 30_000 } = options;
  const request = {
    url,
    headers: from === 0 ? {} : { range: `bytes=${from}-` },
    maxBytes: largestBytes,
    maxRedirects: mostRedirects,
    stall: { timeoutMs: stallTimeoutMs, bytes: 1 },
    signal,
  };
  return await client.send(request, (answer) => takeAnswer(options, answer, part, from));
}

async function takeAnswer(
  { url, onProgress }: DownloadFileOptions,
  answer: OutboundAnswer,
  part: string,
  from: number,
): Promise<'complete'> {
  const { status } = answer;
  const range = answer.header('content-range');
  if (status === 416) {
    // Nothing is missing, or the file is another one now: its hash will tell.
    if (range === `bytes */${from}`) return 'complete';
    await rm(part, { force: true });
    throw new Error('the file has become shorter');
  }
  if (status !== 200 && status !== 206) {
    const isFinal = status >= 300 && status < 500 && status !== 429;
    const detail = `${hostOf(url)} answered ${status}.`;
    throw isFinal ? new PackError('pack_download_failed', { detail }) : new Error(`it answered ${status}`);
  }
  const start = status === 206 ? startOf(range) : 0;
  if (start !== 0 && start !== from) throw new Error('the server sent another part');
  const length = Number(answer.header('content-length') ?? Number.NaN);
  const total = Number.isFinite(length) ? start + length : undefined;
  let done = start;
  const count = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      done += chunk.byteLength;
      onProgress(done, total);
      yield chunk;
    }
  };
  await pipeline(answer.body, count, createWriteStream(part, { flags: start === 0 ? 'w' : 'a' }));
  return 'complete';
}

function startOf(range: string | undefined): number {
  return Number(/^bytes (\d+)-/.exec(range ?? '')?.[1] ?? 0);
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Where it came from, without the path: addresses may carry secrets. */
function hostOf(url: string): string {
  return new URL(url).host;
}

function failed(url: string, cause: unknown): PackError {
  const words = cause instanceof Error ? cause.message : 'no answer';
  return new PackError('pack_download_failed', { detail: `${hostOf(url)}: ${words}`, cause });
}
