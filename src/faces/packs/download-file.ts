import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { PackError } from './errors.ts';
import { hashFile } from './packs-folder.ts';

export type DownloadFileOptions = {
  readonly url: string;
  readonly sha256: string;
  /** Where the file goes once it is complete; what there is of it until then stands beside it, ending in `.part`. */
  readonly path: string;
  readonly signal?: AbortSignal;
  /** Bytes so far, and in all when the server says so. */
  readonly onProgress?: (done: number, total: number | undefined) => void;
  /** A server that sends nothing for that long is asked again. */
  readonly stallTimeoutMs?: number;
  /** How often in a row a try may bring nothing. */
  readonly attempts?: number;
};

const largestBytes = 2_000_000_000;

/**
 * Fetches a file, going on where an earlier call stopped, and checks it by its hash. Rejects with
 * `pack_download_failed`, which leaves what was fetched for the next call, and `pack_file_changed`, which does not.
 */
export async function downloadFile(options: DownloadFileOptions): Promise<void> {
  const { url, sha256, path, signal, attempts = 5 } = options;
  if ((await hashFile(path).catch(() => undefined)) === sha256) return;
  const part = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  let fruitless = 0;
  for (;;) {
    const before = await sizeOf(part);
    const outcome = await fetchRest(options, part, before).catch((error: unknown) => {
      signal?.throwIfAborted();
      if (error instanceof PackError) throw error;
      return error;
    });
    if (outcome === 'complete') break;
    fruitless = (await sizeOf(part)) > before ? 0 : fruitless + 1;
    if (fruitless >= attempts) {
      throw new PackError('pack_download_failed', {
        detail: `${hostOf(url)}: ${say(outcome)}`,
        cause: outcome,
      });
    }
    await delay(Math.min(200 * 2 ** fruitless, 5_000), undefined, { signal });
  }
  const hash = await hashFile(part);
  if (hash !== sha256) {
    await rm(part, { force: true });
    throw new PackError('pack_file_changed', {
      detail: `${hostOf(url)} gave a file with the SHA-256 ${hash}, not ${sha256}.`,
    });
  }
  await rename(part, path);
}

/** One request for what is missing. */
async function fetchRest(
  { url, signal, onProgress = () => {}, stallTimeoutMs = 30_000 }: DownloadFileOptions,
  part: string,
  from: number,
): Promise<'complete'> {
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(new Error('the server sends nothing')), stallTimeoutMs);
  try {
    const response = await fetch(url, {
      headers: { 'accept-encoding': 'identity', ...(from === 0 ? {} : { range: `bytes=${from}-` }) },
      signal: AbortSignal.any([stall.signal, ...(signal === undefined ? [] : [signal])]),
    });
    if (response.status === 416) {
      // Nothing is missing, or the file is another one now: its hash will tell.
      await response.body?.cancel();
      if (response.headers.get('content-range') === `bytes */${from}`) return 'complete';
      await rm(part, { force: true });
      throw new Error('the file has become shorter');
    }
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      const isFinal = response.status >= 400 && response.status < 500 && response.status !== 429;
      const detail = `${hostOf(url)} answered ${response.status}`;
      throw isFinal ? new PackError('pack_download_failed', { detail }) : new Error(detail);
    }
    const start = response.status === 206 ? startOf(response.headers.get('content-range')) : 0;
    if (start !== 0 && start !== from) throw new Error('the server sent another part');
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total = Number.isFinite(length) ? start + length : undefined;
    let done = start;
    const count = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        timer.refresh();
        done += chunk.byteLength;
        if (done > largestBytes)
          throw new PackError('pack_download_failed', { detail: 'The file is too large.' });
        onProgress(done, total);
        yield chunk;
      }
    };
    const body = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
    await pipeline(body, count, createWriteStream(part, { flags: start === 0 ? 'w' : 'a' }));
    if (total !== undefined && done < total) throw new Error('the connection ended early');
    return 'complete';
  } finally {
    clearTimeout(timer);
  }
}

function startOf(range: string | null): number {
  return Number(/^bytes (\d+)-/.exec(range ?? '')?.[1] ?? 0);
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Where it came from, without the path: addresses may carry secrets. */
function hostOf(url: string): string {
  return new URL(url).host;
}

function say(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const { cause } = error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code === undefined ? error.message : `${error.message} (${code})`;
}
