import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type PublishedKeys, readAuditExportStatement } from '../access/index.ts';
import {
  checkpointAction,
  firstHash,
  isProvenEvent,
  NotedHeads,
  type RecordedEvent,
} from '../platform/audit/index.ts';
import { AuditLogError } from './errors.ts';
import { exportEndType, exportType } from './export-audit.ts';
import { mostFaults } from './types.ts';

export type ExportVerification = {
  readonly id: string;
  readonly issuer: string;
  readonly exportedAt: string;
  /** Empty: it is the whole log. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly events: number;
  readonly chains: number;
  /** True when the hash of each event was computed again with the audit key. */
  readonly areHashesProven: boolean;
  /** The export ended at its limit: the log has more. */
  readonly isCut: boolean;
};

export type VerifyExportOptions = {
  /** The published keys of the service (`/.well-known/jwks.json`). */
  readonly keys: PublishedKeys;
  /** Only the service has it. Without it the links between events are compared, not computed. */
  readonly auditKey?: Uint8Array;
  readonly signal?: AbortSignal;
  readonly onProgress?: (events: number) => void;
};

type Line = Readonly<Record<string, unknown>>;
type ExportedEvent = Omit<RecordedEvent, 'hash' | 'at'> & {
  readonly at: string;
  readonly hash: string;
  readonly previousHash?: string;
};

const longestLine = 1_000_000;
const noHash = Buffer.from(firstHash).toString('hex');

/**
 * Verifies an export in NDJSON: the signature of the service, every byte by the digest in it, the order of each chain,
 * and in an export of the whole log every number and every noted head. Rejects with `audit_export_invalid`, whose
 * problems name the first faults.
 *
 * NOTE: without the audit key it proves that the file is what the service sent, and not that the service told the truth.
 */
export async function verifyExport(
  file: string,
  { keys, auditKey, signal, onProgress = () => {} }: VerifyExportOptions,
): Promise<ExportVerification> {
  const problems: { path: string; message: string }[] = [];
  const fault = (path: string, message: string) => {
    if (problems.length < mostFaults) problems.push({ path, message });
  };
  const noted = new NotedHeads();
  let areNotesOver = false;
  const digest = createHash('sha256');
  const secret = auditKey === undefined ? undefined : createSecretKey(auditKey);
  let head: Line | undefined;
  let end: Line | undefined;
  let last: ExportedEvent | undefined;
  let events = 0;
  let chains = 0;

  for await (const bytes of readLines(file)) {
    signal?.throwIfAborted();
    if (end !== undefined) throw invalid('end', 'lines follow the last one');
    const line = parseLine(bytes, events);
    if (head === undefined) {
      if (line.type !== exportType || line.version !== 1 || !isObject(line.filter))
        throw invalid('start', 'is not an export of the audit log');
      head = line;
    } else if (line.type === exportEndType) {
      end = line;
      continue;
    } else {
      const event = asEvent(line);
      if (event === undefined) throw invalid(`line ${events + 2}`, 'is not an event');
      events += 1;
      checkPlace(event, last, isWhole(head), fault);
      const isAltered = secret !== undefined && !isProven(event, secret);
      if (isAltered) fault(`${event.chain}/${event.sequence}`, 'altered');
      if (event.chain !== last?.chain) {
        chains += 1;
        areNotesOver = false;
      }
      // A checkpoint that was written during the export may name events behind the last one that was read.
      if (event.action === checkpointAction && !isAltered) {
        areNotesOver ||= event.at >= String(head.exportedAt);
        const hidden = areNotesOver || !isWhole(head) ? [] : note(event, noted);
        for (const chain of hidden) fault(chain, 'not named by a note that follows its beginning');
      }
      last = event;
      if (events % 1_000 === 0) onProgress(events);
    }
    digest.update(bytes).update('\n');
  }
  onProgress(events);
  if (head === undefined || end === undefined) throw invalid('end', 'is missing: the file is not whole');
  if (isWhole(head) && end.isCut !== true) await compareNoted(file, noted, fault);

  const claims = await readAuditExportStatement(String(end.statement), keys);
  if (claims === undefined) fault('statement', 'is not signed by any of the keys');
  else {
    const stated = { digest: claims.digest, events: claims.events, chains: claims.chains, id: claims.jti };
    const found = { digest: digest.digest('base64url'), events, chains, id: head.id };
    for (const name of ['digest', 'events', 'chains', 'id'] as const) {
      if (stated[name] !== found[name]) fault(`statement/${name}`, 'is not what the service signed');
    }
  }
  if (problems.length > 0) throw new AuditLogError('audit_export_invalid', { problems });
  return {
    id: String(head.id),
    issuer: String(head.issuer),
    exportedAt: String(head.exportedAt),
    filter: head.filter as Line,
    events,
    chains,
    areHashesProven: secret !== undefined,
    isCut: end.isCut === true,
  };
}

function isObject(value: unknown): value is Line {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The event of a line; undefined when the line is something else. */
function asEvent(line: Line): ExportedEvent | undefined {
  const { chain, sequence, at, actor, action, outcome, hash, previousHash = noHash } = line;
  const isHash = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
  const isMoment = typeof at === 'string' && !Number.isNaN(new Date(at).getTime());
  const areTexts = [chain, action, outcome].every((value) => typeof value === 'string');
  const isPlaced = Number.isSafeInteger(sequence) && isMoment && isHash(hash) && isHash(previousHash);
  return areTexts && isPlaced && isObject(actor) ? (line as unknown as ExportedEvent) : undefined;
}

function isWhole(head: Line): boolean {
  return Object.keys(head.filter as Line).length === 0;
}

/** The place of an event after the one before it in the file. */
function checkPlace(
  event: ExportedEvent,
  last: ExportedEvent | undefined,
  whole: boolean,
  fault: (path: string, message: string) => void,
): void {
  const path = `${event.chain}/${event.sequence}`;
  const isFirst = last === undefined || event.chain !== last.chain;
  if (isFirst) {
    if (event.sequence === 1 ? event.previousHash !== undefined : whole) fault(path, 'missing before it');
    return;
  }
  if (event.sequence <= last.sequence) fault(path, 'out of order');
  else if (event.sequence === last.sequence + 1) {
    if (event.previousHash !== last.hash) fault(path, 'link broken');
  } else if (whole) fault(path, 'missing before it');
}

function isProven(line: ExportedEvent, secret: KeyObject): boolean {
  const { previousHash = noHash, hash, ...rest } = line;
  const event = { ...rest, at: new Date(line.at), hash: Buffer.from(hash, 'hex') };
  return isProvenEvent(secret, event, [Buffer.from(previousHash, 'hex')]);
}

/** Takes in the heads that a checkpoint names. Gives the chains that it hides. */
function note({ chain, detail }: ExportedEvent, noted: NotedHeads): readonly string[] {
  const { heads, closed = [] } = detail ?? {};
  const isNote = Array.isArray(heads) && heads.every(isObject) && Array.isArray(closed);
  return isNote ? noted.add(chain, detail) : [];
}

/** Looks for each noted head among the events of the file. */
async function compareNoted(
  file: string,
  noted: NotedHeads,
  fault: (path: string, message: string) => void,
): Promise<void> {
  const missing = new Map<string, string>();
  for (const head of noted.list()) missing.set(`${head.chain}/${head.sequence}`, head.hash);
  for await (const bytes of readLines(file)) {
    const { chain, sequence, hash } = parseLine(bytes, 0);
    const place = `${chain}/${sequence}`;
    const wanted = missing.get(place);
    if (wanted === undefined) continue;
    if (wanted !== hash) fault(place, 'altered');
    missing.delete(place);
  }
  for (const place of missing.keys()) fault(place, 'cut short');
}

function parseLine(bytes: Buffer, events: number): Line {
  try {
    const line: unknown = JSON.parse(bytes.toString());
    if (isObject(line)) return line;
  } catch {
    // Named below.
  }
  throw invalid(`line ${events + 2}`, 'is not JSON');
}

async function* readPieces(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: 1 << 20 });
  } catch (cause) {
    throw invalid('file', `cannot be read: ${(cause as NodeJS.ErrnoException).code}`);
  }
}

/** The lines of a file, which end with a line feed alone. What follows the last one is an error. */
async function* readLines(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readPieces(file)) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10)) {
      yield bytes.subarray(0, at);
      bytes = bytes.subarray(at + 1);
    }
    if (bytes.length > longestLine) throw invalid('line', 'is too long');
    rest = bytes;
  }
  if (rest.length > 0) throw invalid('end', 'is missing: the file is not whole');
}

function invalid(path: string, message: string): AuditLogError {
  return new AuditLogError('audit_export_invalid', { problems: [{ path, message }] });
}
