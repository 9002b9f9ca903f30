import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { OutboundAnswer, OutboundClient } from '../../platform/outbound/index.ts';
import { readRetryAfter } from '../../platform/retry-after.ts';
import { type DownloadRecord, type Edition, isSameEdition } from '../download-record.ts';
import { checkArchive } from '../import/find-registry-files.ts';
import type { FallingSlots } from './falling-slots.ts';
import { ShareRefusal } from './list-share.ts';

export type DownloadLimits = {
  /** A stream that brings less than 16 KiB in this time is given up. */
  readonly stallTimeoutMs: number;
  /** Attempts that brought less than 1 MiB each, one after another, until a file is given up. */
  readonly attempts: number;
  /** The first wait between attempts, at most; it doubles up to a minute. */
  readonly retryWaitMs: number;
};

export type FileState = 'waiting' | 'downloading' | 'checking' | 'done' | 'failed';

export type DownloadFileOptions = {
  readonly client: OutboundClient;
  readonly url: URL;
  readonly directory: string;
  readonly name: string;
  /** As the listing describes it. */
  readonly edition: Edition;
  readonly record: DownloadRecord;
  readonly slots: FallingSlots;
  readonly limits: DownloadLimits;
  readonly signal: AbortSignal;
  readonly onState: (state: FileState) => void;
  /** Receives the present size of the file in bytes; smaller than before after a part was thrown away. */
  readonly onBytes: (bytes: number) => void;
};

/** The overlap of a resumed download. It proves that the server still sends the same file. */
const overlapBytes = 4096;
const stallBytes = 1 << 14;
const mostRedirects = 5;
const progressBytes = 1 << 20;
const longestWaitMs = 60_000;
const longestRetryAfterMs = 300_000;
/** The number of broken whole files before the download gives up. */
const brokenLimit = 2;

/** A fault of the transfer; the part on disk is good unless it says otherwise. */
class TransferFault extends Error {
  readonly isPartGood: boolean;

  constructor(message: string, isPartGood = true) {
    super(message);
    this.isPartGood = isPartGood;
  }
}

/**
 * Brings one file into the folder: whole, of the size the listing names, every checksum in it right; under its
 * name only then, as `<name>.part` before. Goes on where an earlier attempt or run stopped. Answers whether it was
 * there already. Rejects with the last fault when attempts are used up.
 *
 * See docs/decisions/0041.
 */
export async function downloadFile(options: DownloadFileOptions): Promise<'present' | 'downloaded'> {
  const { name, edition, record, slots, limits, signal, onState, onBytes } = options;
  const path = join(options.directory, name);
  const part = `${path}.part`;
  const recorded = record.get(name);
  const isKnown = isSameEdition(recorded, edition);
  if ((await sizeOf(path)) === edition.sizeBytes && (recorded === undefined || isKnown)) {
    if (isKnown && recorded.isVerified) {
      onBytes(edition.sizeBytes);
      onState('done');
      return 'present';
    }
    onState('checking');
    onBytes(edition.sizeBytes);
    if (await isWhole(path, name)) {
      await record.set(name, { ...edition, isVerified: true });
      onState('done');
      return 'present';
    }
    onBytes(0);
  }
  if (!isKnown) {
    await rm(part, { force: true });
    await record.set(name, edition);
  }

  let failures = 0;
  let broken = 0;
  for (;;) {
    onState('waiting');
    const slot = await slots.take(signal);
    const before = (await sizeOf(part)) ?? 0;
    let fault: unknown;
    try {
      onState('downloading');
      await fetchRest(options, part, broken === 0);
    } catch (error) {
      signal.throwIfAborted();
      fault = error;
    } finally {
      slot.release();
    }
    if (fault === undefined) {
      onState('checking');
      if (await isWhole(part, name)) break;
      broken += 1;
      await rm(part, { force: true });
      onBytes(0);
      if (broken >= brokenLimit) throw new TransferFault('it came whole, but its checksums do not hold');
      continue;
    }
    if (fault instanceof ShareRefusal && (fault.status === 404 || fault.status === 410)) throw fault;
    slot.fall();
    if (fault instanceof TransferFault && !fault.isPartGood) {
      await rm(part, { force: true });
      onBytes(0);
    }
    const after = (await sizeOf(part)) ?? 0;
    failures = after - before >= progressBytes ? 0 : failures + 1;
    if (failures >= limits.attempts) throw fault;
    onState('waiting');
    await wait(waitFor(fault, failures, limits.retryWaitMs), undefined, { signal });
  }
  await rename(part, path);
  await record.set(name, { ...edition, isVerified: true });
  onState('done');
  return 'downloaded';
}

/** As long as the server asks for, else a random time up to one that doubles: clients must not come back together. */
function waitFor(fault: unknown, failures: number, retryWaitMs: number): number {
  const asked = fault instanceof ShareRefusal ? (fault.retryAfterMs ?? 0) : 0;
  const longest = Math.min(longestWaitMs, retryWaitMs * 2 ** Math.max(0, failures - 1));
  return Math.min(asked, longestRetryAfterMs) + Math.random() * longest;
}

/** Asks for what the part lacks and writes it there. Resolves when the part has the size of the whole. */
async function fetchRest(options: DownloadFileOptions, part: string, mayResume: boolean): Promise<void> {
  const { client, url, name, edition, record, limits, signal } = options;
  await using file = await open(part, 'a+');
  let at = (await file.stat()).size;
  if (at === edition.sizeBytes && at > 0) return;
  if (!mayResume || at > edition.sizeBytes) at = 0;
  const from = Math.max(0, at - overlapBytes);
  const answerEtag = record.get(name)?.answerEtag;
  const request = {
    url,
    headers: {
      ...(at > 0 && { range: `bytes=${from}-` }),
      // Only a strong validator may stand there (RFC 9110 13.1.5).
      ...(at > 0 && answerEtag?.startsWith('"') && { 'if-range': answerEtag }),
    },
    // More than the listing says is told apart from less, and is a fault of its own.
    maxBytes: Number.POSITIVE_INFINITY,
    maxRedirects: mostRedirects,
    stall: { timeoutMs: limits.stallTimeoutMs, bytes: stallBytes },
    signal,
  };
  await client.send(request, (answer) => takeAnswer(options, answer, file, { at, from }));
}

/** Writes the body of an answer where the part ends, or from the start when the server sends the whole. */
async function takeAnswer(
  { name, edition, record, onBytes }: DownloadFileOptions,
  answer: OutboundAnswer,
  file: FileHandle,
  { at, from }: { readonly at: number; readonly from: number },
): Promise<void> {
  if (answer.status === 206 && at > 0) {
    checkRange(answer.header('content-range') ?? '', from, edition.sizeBytes);
    const expected = Buffer.alloc(at - from);
    await file.read(expected, 0, expected.length, from);
    await receive(answer, file, { at, expected, sizeBytes: edition.sizeBytes, onBytes });
    return;
  }
  if (answer.status === 206 || answer.status === 416) {
    throw new TransferFault(`the share answered ${answer.status} to the range asked for`, false);
  }
  if (answer.status !== 200) {
    throw new ShareRefusal(answer.status, readRetryAfter(answer.header('retry-after')));
  }
  const length = answer.header('content-length');
  if (length !== undefined && Number(length) !== edition.sizeBytes) {
    throw new TransferFault(`the share announces ${length} bytes, the listing ${edition.sizeBytes}`, false);
  }
  await file.truncate(0);
  onBytes(0);
  const etag = answer.header('etag');
  await record.set(name, { ...edition, ...(etag !== undefined && { answerEtag: etag }) });
  await receive(answer, file, { at: 0, expected: undefined, sizeBytes: edition.sizeBytes, onBytes });
}

function checkRange(range: string, from: number, sizeBytes: number): void {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range) ?? [];
  const isRight =
    Number(start) === from && Number(end) === sizeBytes - 1 && (total === '*' || Number(total) === sizeBytes);
  if (!isRight) throw new TransferFault(`the share sent another range: ${range || 'none'}`, false);
}

type Receiving = {
  at: number;
  /** The expected beginning of the stream: the end of the existing part. */
  readonly expected: Buffer | undefined;
  readonly sizeBytes: number;
  readonly onBytes: (bytes: number) => void;
};

async function receive(answer: OutboundAnswer, file: FileHandle, receiving: Receiving): Promise<void> {
  const { sizeBytes, onBytes } = receiving;
  let { at, expected } = receiving;
  for await (const chunk of answer.body) {
    let piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (expected !== undefined && expected.length > 0) {
      const head = piece.subarray(0, expected.length);
      if (!head.equals(expected.subarray(0, head.length))) {
        throw new TransferFault('the share goes on with other bytes than those that are here', false);
      }
      expected = expected.subarray(head.length);
      piece = piece.subarray(head.length);
    }
    if (at + piece.length > sizeBytes) throw new TransferFault('more came than the listing says', false);
    // The file is open for appending.
    await file.appendFile(piece);
    at += piece.length;
    onBytes(at);
  }
  if (at < sizeBytes) throw new TransferFault(`the stream ended ${sizeBytes - at} bytes early`);
}

async function isWhole(path: string, name: string): Promise<boolean> {
  try {
    await checkArchive(path, name);
    return true;
  } catch {
    return false;
  }
}

/** The size of a file in bytes; undefined where there is none. */
export async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}
