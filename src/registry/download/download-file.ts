import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkArchive } from '../import/find-registry-files.ts';
import { type DownloadRecord, type Edition, isSameEdition } from './download-record.ts';
import type { FallingSlots } from './falling-slots.ts';
import { readRetryAfter, ShareRefusal } from './list-share.ts';

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
  /** How many bytes of the file are there now; less than before when a part had to be thrown away. */
  readonly onBytes: (bytes: number) => void;
};

/** What is asked for again where a part goes on, to see that the server goes on with the same file. */
const overlapBytes = 4096;
const stallBytes = 1 << 14;
const progressBytes = 1 << 20;
const longestWaitMs = 60_000;
const longestRetryAfterMs = 300_000;
/** How often a whole file may prove broken until it is given up. */
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
 */
export async function downloadFile(options: DownloadFileOptions): Promise<'present' | 'downloaded'> {
  const { name, edition, record, slots, limits, signal, onState, onBytes } = options;
  const path = join(options.directory, name);
  const part = `${path}.part`;
  const recorded = record.get(name);
  const isKnown = recorded !== undefined && isSameEdition(recorded, edition);
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
  const { url, name, edition, record, limits, signal, onBytes } = options;
  const watchdog = new AbortController();
  const stalled = setTimeout(() => {
    watchdog.abort(new TransferFault(`nothing came for ${limits.stallTimeoutMs / 1000} s`));
  }, limits.stallTimeoutMs);
  await using file = await open(part, 'a+');
  try {
    let at = (await file.stat()).size;
    if (at === edition.sizeBytes && at > 0) return;
    if (!mayResume || at > edition.sizeBytes) at = 0;
    const from = Math.max(0, at - overlapBytes);
    const answerEtag = record.get(name)?.answerEtag;
    const response = await fetch(url, {
      headers: {
        'accept-encoding': 'identity',
        ...(at > 0 && { range: `bytes=${from}-` }),
        // Only a strong validator may stand there (RFC 9110 13.1.5).
        ...(at > 0 && answerEtag?.startsWith('"') && { 'if-range': answerEtag }),
      },
      signal: AbortSignal.any([signal, watchdog.signal]),
    });
    let expected: Buffer | undefined;
    if (response.status === 206 && at > 0) {
      checkRange(response.headers, from, edition.sizeBytes);
      expected = Buffer.alloc(at - from);
      await file.read(expected, 0, expected.length, from);
    } else if (response.status === 200) {
      at = 0;
      const length = response.headers.get('content-length');
      if (length !== null && Number(length) !== edition.sizeBytes) {
        throw new TransferFault(
          `the share announces ${length} bytes, the listing ${edition.sizeBytes}`,
          false,
        );
      }
    } else if (response.status === 206 || response.status === 416) {
      throw new TransferFault(`the share answered ${response.status} to the range asked for`, false);
    } else {
      throw new ShareRefusal(response.status, readRetryAfter(response.headers));
    }
    if ((response.headers.get('content-encoding') ?? 'identity') !== 'identity') {
      throw new TransferFault('the share sent it compressed although told not to', false);
    }
    if (at === 0) {
      await file.truncate(0);
      onBytes(0);
      const etag = response.headers.get('etag');
      await record.set(name, { ...edition, ...(etag !== null && { answerEtag: etag }) });
    }
    await receive(response, file, { at, expected, sizeBytes: edition.sizeBytes, onBytes, stalled });
  } catch (error) {
    // What the watchdog says explains more than the broken stream.
    throw watchdog.signal.aborted ? watchdog.signal.reason : error;
  } finally {
    clearTimeout(stalled);
    // Ends what the server would still send.
    watchdog.abort();
  }
}

function checkRange(headers: Headers, from: number, sizeBytes: number): void {
  const range = headers.get('content-range') ?? '';
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range) ?? [];
  const isRight =
    Number(start) === from && Number(end) === sizeBytes - 1 && (total === '*' || Number(total) === sizeBytes);
  if (!isRight) throw new TransferFault(`the share sent another range: ${range || 'none'}`, false);
}

type Receiving = {
  at: number;
  /** What the stream must begin with, because the part ends with it. */
  readonly expected: Buffer | undefined;
  readonly sizeBytes: number;
  readonly onBytes: (bytes: number) => void;
  readonly stalled: NodeJS.Timeout;
};

async function receive(response: Response, file: FileHandle, receiving: Receiving): Promise<void> {
  const { sizeBytes, onBytes, stalled } = receiving;
  let { at, expected } = receiving;
  let sinceRefresh = 0;
  for await (const chunk of response.body ?? []) {
    let piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    sinceRefresh += piece.length;
    if (sinceRefresh >= stallBytes) {
      stalled.refresh();
      sinceRefresh = 0;
    }
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

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined;
  }
}
