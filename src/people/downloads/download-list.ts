import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { holdLockFile } from '../../platform/data-folder/index.ts';
import { type OutboundAnswer, type OutboundClient, OutboundError } from '../../platform/outbound/index.ts';
import { readRetryAfter } from '../../platform/retry-after.ts';
import { PeopleError } from '../errors.ts';
import type { ListAddress } from './list-addresses.ts';

export type DownloadLimits = {
  /** For the whole of one try. */
  readonly timeoutMs: number;
  /** A server that brings less than 16 KiB in this time is given up. */
  readonly stallTimeoutMs: number;
  /** Tries in a row that bring nothing. */
  readonly attempts: number;
  /** The wait before the second try at most; it doubles. */
  readonly retryWaitMs: number;
};

/** The usual limits of a download of a list. */
export const listDownloadLimits: DownloadLimits = {
  timeoutMs: 3_600_000,
  stallTimeoutMs: 30_000,
  attempts: 5,
  retryWaitMs: 2_000,
};

export type DownloadedList = {
  readonly path: string;
  readonly sizeBytes: number;
  /** True if an earlier, broken download was continued. */
  readonly isResumed: boolean;
};

const stallBytes = 16_384;
const mostRedirects = 5;
const longestWaitMs = 60_000;

/** The part on disk belongs to this edition of the file. */
type PartRecord = { readonly url: string; readonly validator: string };

/** The server has no such file. */
export class ListNotPublished extends PeopleError {
  constructor() {
    super('list_download_failed', { detail: 'The server answers 404.' });
  }
}

/** A refusal or a break that another try may mend. */
class PassingFault extends Error {
  readonly retryAfterMs: number | undefined;
  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Fetches a published file into a folder: under its name only when all of it is there, as `NAME.part` before. Goes on
 * where an earlier try stopped when the server names the edition of the file (`ETag`, `Last-Modified`) and has the same
 * one still; else it starts again.
 *
 * Rejects with `list_download_failed`, which says why, and with the reason of an aborted signal.
 */
export async function downloadList(
  client: OutboundClient,
  address: ListAddress,
  options: {
    readonly directory: string;
    readonly limits: DownloadLimits;
    readonly signal: AbortSignal;
    readonly onBytes?: ((received: number, total: number | undefined) => void) | undefined;
  },
): Promise<DownloadedList> {
  const { directory, limits, signal } = options;
  await mkdir(directory, { recursive: true });
  const path = join(directory, address.fileName);
  using lock = holdLockFile(`${path}.lock`);
  if (lock === undefined) {
    throw new PeopleError('list_download_failed', { detail: 'Another download of the file runs.' });
  }
  const files = { part: `${path}.part`, record: `${path}.part.json` };
  let isResumed = false;
  let failures = 0;
  for (;;) {
    await using part = await open(files.part, 'a+');
    const before = (await part.stat()).size;
    const record = before === 0 ? undefined : await readRecord(files.record);
    const isSame = record !== undefined && record.url === address.url;
    try {
      const took = await fetchRest(client, address, {
        ...options,
        part,
        from: isSame ? before : 0,
        record,
        files,
      });
      isResumed ||= took === 'rest';
      await part.sync();
      break;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PassingFault)) throw toFailure(error);
      failures = (await part.stat()).size > before ? 0 : failures + 1;
      if (failures >= limits.attempts) throw toFailure(error);
      const longest = Math.min(longestWaitMs, limits.retryWaitMs * 2 ** failures);
      await wait(Math.min(error.retryAfterMs ?? 0, longestWaitMs) + Math.random() * longest, undefined, {
        signal,
      });
    }
  }
  await rename(files.part, path);
  await rm(files.record, { force: true });
  await using done = await open(path, 'r');
  return { path, sizeBytes: (await done.stat()).size, isResumed };
}

type Fetching = {
  readonly part: FileHandle;
  readonly from: number;
  readonly record: PartRecord | undefined;
  readonly files: { readonly record: string };
  readonly limits: DownloadLimits;
  readonly signal: AbortSignal;
  readonly onBytes?: ((received: number, total: number | undefined) => void) | undefined;
};

async function fetchRest(
  client: OutboundClient,
  address: ListAddress,
  fetching: Fetching,
): Promise<'all' | 'rest'> {
  const { from, record, limits, signal } = fetching;
  const request = {
    url: address.url,
    headers:
      from > 0 && record !== undefined ? { range: `bytes=${from}-`, 'if-range': record.validator } : {},
    maxBytes: address.maxBytes,
    timeoutMs: limits.timeoutMs,
    stall: { timeoutMs: limits.stallTimeoutMs, bytes: stallBytes },
    maxRedirects: mostRedirects,
    signal,
  };
  return await client
    .send(request, (answer) => takeAnswer(address, answer, fetching))
    .catch((error: unknown) => {
      const isPassing = error instanceof OutboundError && error.code !== 'outbound_too_large';
      throw isPassing ? new PassingFault(error.message) : error;
    });
}

async function takeAnswer(
  address: ListAddress,
  answer: OutboundAnswer,
  { part, from, files, onBytes }: Fetching,
): Promise<'all' | 'rest'> {
  const { status } = answer;
  let at = 0;
  let total = toLength(answer.header('content-length'));
  if (status === 206 && from > 0) {
    const [, start, length] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(answer.header('content-range') ?? '') ?? [];
    if (Number(start) !== from) {
      await part.truncate(0);
      throw new PassingFault('The server sent another range.');
    }
    at = from;
    total = toLength(length);
  } else if (status === 200) {
    await part.truncate(0);
    const validator = answer.header('etag')?.startsWith('"')
      ? answer.header('etag')
      : answer.header('last-modified');
    if (validator === undefined) await rm(files.record, { force: true });
    else await writeFile(files.record, JSON.stringify({ url: address.url, validator } satisfies PartRecord));
  } else if (status === 416) {
    await part.truncate(0);
    throw new PassingFault('The server has no more of the file.');
  } else if (status === 429 || status >= 500) {
    throw new PassingFault(`The server answers ${status}.`, readRetryAfter(answer.header('retry-after')));
  } else if (status === 404) {
    throw new ListNotPublished();
  } else {
    throw new PeopleError('list_download_failed', { detail: `The server answers ${status}.` });
  }
  if (total !== undefined && total > address.maxBytes) throw tooLarge(address);
  for await (const chunk of answer.body) {
    at += chunk.byteLength;
    if (at > address.maxBytes) throw tooLarge(address);
    await part.appendFile(chunk);
    onBytes?.(at, total);
  }
  if (total !== undefined && at !== total)
    throw new PassingFault(`The file ended after ${at} of ${total} bytes.`);
  if (at === 0) throw new PassingFault('The server sent an empty file.');
  return status === 206 ? 'rest' : 'all';
}

function tooLarge({ maxBytes }: ListAddress): PeopleError {
  return new PeopleError('list_download_failed', { detail: `The file is larger than ${maxBytes} bytes.` });
}

function toFailure(error: unknown): unknown {
  if (error instanceof PeopleError) return error;
  const isKnown = error instanceof PassingFault || error instanceof OutboundError;
  if (!isKnown) return error;
  return new PeopleError('list_download_failed', { cause: error, detail: error.message });
}

function toLength(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function readRecord(path: string): Promise<PartRecord | undefined> {
  try {
    const { url, validator } = JSON.parse(await readFile(path, 'utf8')) as Partial<PartRecord>;
    return typeof url === 'string' && typeof validator === 'string' ? { url, validator } : undefined;
  } catch {
    return undefined;
  }
}
