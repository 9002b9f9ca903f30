import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type OutboundAnswer, type OutboundClient, OutboundError } from '../../platform/outbound/index.ts';
import { PackError } from './errors.ts';
import { hashFile } from './packs-folder.ts';

export type DownloadFileOptions = {
  readonly client: OutboundClient;
  readonly url: string;
  readonly sha256: string;
  /** Where the file goes once it is complete; what there is of it until then stands beside it, ending in `.part`. */
  readonly path: string;
  readonly signal?: AbortSignal;
  /** Bytes so far, and in all when the server says so. */
  readonly onProgress?: (done: number, total: number | undefined) => void;
  /** A server that sends nothing for that long is asked again. */
  readonly stallTimeoutMs?: number;
  /** The number of attempts in a row that may bring no byte. */
  readonly attempts?: number;
  /** The first wait between tries; it doubles up to five seconds while tries bring nothing. Default 200. */
  readonly retryWaitMs?: number;
};

const largestBytes = 2_000_000_000;
const mostRedirects = 5;

/**
 * Downloads a file, resumes an earlier download, and checks the hash. Rejects with `pack_download_failed`, which
 * keeps the part for the next call, and `pack_file_changed`, which deletes it.
 */
export async function downloadFile(options: DownloadFileOptions): Promise<void> {
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
    if (fruitless >= attempts) {
      throw failed(url, outcome);
    }
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
  { url, onProgress = () => {} }: DownloadFileOptions,
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
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Where it came from, without the path: addresses may carry secrets. */
function hostOf(url: string): string {
  return new URL(url).host;
}

function failed(url: string, cause: unknown): PackError {
  const words = cause instanceof Error ? cause.message : 'no answer';
  return new PackError('pack_download_failed', { detail: `${hostOf(url)}: ${words}`, cause });
}
