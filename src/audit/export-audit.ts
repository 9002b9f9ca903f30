import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AuditExportStatement, type SigningKeys, signAuditExport } from '../access/index.ts';
import {
  type AuditFilter,
  type AuditPosition,
  findEndOfDropped,
  type LinkedEvent,
  type RecordedEvent,
  readLinkedEvents,
} from '../platform/audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/index.ts';
import { isDiskFull } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import { OperatorTaskError } from '../platform/operator-tasks/index.ts';
import { toAnswer } from '../platform/to-answer.ts';
import { auditExportIdKind } from './declarations.ts';
import { AuditLogError } from './errors.ts';

export type ExportAuditDeps = {
  readonly auditDb: Db;
  readonly clock: Clock;
  readonly keys: SigningKeys;
  readonly issuer: string;
};

export type ExportFormat = 'ndjson' | 'csv';

/** Events of one export; `from` and `to` divide a larger log. */
export const mostExportedEvents = 10_000_000;

/** Exports that one process sends at a time. */
export const mostExports = 2;

const pageSize = 500;

/** The kind of the first line of an export. */
export const exportType = 'confere-audit-export';

/** The kind of its last line. */
export const exportEndType = 'confere-audit-export-end';

const columns = [
  ...['at', 'actorKind', 'actorId', 'action', 'target', 'subjects', 'purpose', 'source', 'outcome'],
  ...['requestId', 'detail', 'chain', 'sequence', 'hash', 'previousHash'],
] as const;

/** Exports of the log, at most `mostExports` at a time. */
export type AuditExports = ReturnType<typeof createAuditExports>;

export function createAuditExports(deps: ExportAuditDeps) {
  let running = 0;
  return {
    /**
     * The bytes of an export, as they are read: by chain, each in its order. Its end makes room for another; whoever
     * does not read it to its end destroys it. Throws `audit_exports_busy`.
     *
     * NDJSON begins with a line about the export and ends with one that the service signed; without that line it is
     * not whole. CSV has neither: it is for reading.
     */
    begin(filter: AuditFilter, format: ExportFormat): { readonly id: string; readonly content: Readable } {
      if (running >= mostExports) throw new AuditLogError('audit_exports_busy', { retryAfterSeconds: 10 });
      running += 1;
      const id = createId(auditExportIdKind, deps.clock.now().getTime());
      const content = Readable.from(
        format === 'csv' ? writeCsv(deps, filter) : writeExport(deps, id, filter),
      );
      content.once('close', () => {
        running -= 1;
      });
      return { id, content };
    },
  };
}

/**
 * Writes an export into a file that must not exist yet, readable by its owner only. Gives the number of its events.
 * Rejects with `operator_task_input_invalid` where none can be made, or the disk fills up.
 */
export async function writeExportFile(
  deps: ExportAuditDeps,
  file: string,
  options: {
    readonly filter: AuditFilter;
    readonly signal: AbortSignal;
    readonly onEvents: (events: number) => void;
  },
): Promise<number> {
  const { filter, signal } = options;
  let count = 0;
  const onEvents = (events: number) => {
    count = events;
    options.onEvents(events);
  };
  const id = createId(auditExportIdKind, deps.clock.now().getTime());
  const lines = Readable.from(writeExport(deps, id, filter, onEvents));
  const handle = await open(file, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) =>
    refuseFile(`cannot be made: ${cause.code}`, cause),
  );
  await pipeline(lines, handle.createWriteStream(), { signal }).catch(async (error: unknown) => {
    await rm(file, { force: true });
    if (isDiskFull(error)) refuseFile('has too little room on its disk', error);
    throw error;
  });
  return count;
}

function refuseFile(message: string, cause: unknown): never {
  throw new OperatorTaskError('operator_task_input_invalid', { problems: [{ path: 'to', message }], cause });
}

async function* writeExport(
  deps: ExportAuditDeps,
  id: string,
  asked: AuditFilter,
  onEvents: (events: number) => void = () => {},
): AsyncGenerator<string> {
  // A log without its oldest months is no whole one.
  const filter = { ...asked, from: asked.from ?? (await findEndOfDropped(deps.auditDb)) };
  const digest = createHash('sha256');
  const exportedAt = deps.clock.now();
  const head = { type: exportType, version: 1, id, issuer: deps.issuer, exportedAt, filter: present(filter) };
  const first = `${JSON.stringify(head)}\n`;
  digest.update(first);
  yield first;
  let events = 0;
  let chains = 0;
  let chain: string | undefined;
  for await (const page of readPages(deps.auditDb, filter)) {
    let text = '';
    for (const event of page) {
      text += `${JSON.stringify({ ...representEvent(event), ...previousOf(event) })}\n`;
      if (event.chain !== chain) chains += 1;
      chain = event.chain;
    }
    events += page.length;
    onEvents(events);
    digest.update(text);
    yield text;
  }
  const said: AuditExportStatement = {
    id,
    exportedAt,
    events,
    chains,
    digest: digest.digest('base64url'),
  };
  const statement = await signAuditExport(deps, said);
  const isCut = events >= mostExportedEvents;
  yield `${JSON.stringify({ type: exportEndType, events, chains, isCut, statement })}\n`;
}

async function* writeCsv({ auditDb }: ExportAuditDeps, filter: AuditFilter): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const page of readPages(auditDb, filter)) {
    yield page
      .map((event) => {
        const { actor, subjects, detail, ...rest } = { ...representEvent(event), ...previousOf(event) };
        const cells: Readonly<Record<string, unknown>> = {
          ...rest,
          actorKind: actor.kind,
          actorId: actor.id,
          subjects: subjects?.join(' '),
          detail: detail === undefined ? undefined : JSON.stringify(detail),
        };
        return `${columns.map((column) => toCell(cells[column])).join(',')}\r\n`;
      })
      .join('');
  }
}

async function* readPages(db: Db, filter: AuditFilter): AsyncGenerator<readonly LinkedEvent[]> {
  let after: AuditPosition | undefined;
  let count = 0;
  while (count < mostExportedEvents) {
    const page = await readLinkedEvents(db, filter, { after, limit: pageSize });
    if (page.length > 0) yield page;
    count += page.length;
    if (page.length < pageSize) return;
    after = page.at(-1);
  }
}

function previousOf({ previousHashes: [hash] }: LinkedEvent): { readonly previousHash?: string } {
  return hash === undefined ? {} : { previousHash: Buffer.from(hash).toString('hex') };
}

function present(filter: AuditFilter): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** A cell that no spreadsheet takes for a formula (RFC 4180). */
function toCell(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An event as the API and an export show it. */
export function representEvent(event: RecordedEvent) {
  const { at, actor, action, target, subjects, purpose, source, outcome } = event;
  const { requestId, detail, chain, sequence, hash } = event;
  return toAnswer({
    at,
    actor,
    action,
    target,
    subjects,
    purpose,
    source,
    outcome,
    requestId,
    detail,
    chain,
    sequence,
    hash: Buffer.from(hash).toString('hex'),
  });
}
