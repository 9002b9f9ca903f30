import { type OutboundClient, OutboundError, type OutboundRequest } from '../../platform/outbound/index.ts';
import { ProcessLimitError } from '../../platform/processes.ts';
import { readRetryAfter } from '../../platform/retry-after.ts';
import type { Consultation, Subject } from '../../profiles/index.ts';
import { readSixDigits } from '../keyed-indexes.ts';
import { toDay } from '../rows/clean-value.ts';
import { fillHeader, fillJson, fillUrl, type Places } from './fill-placeholders.ts';
import type { ProviderDescription } from './provider-description.ts';
import { readMappedAnswer } from './read-mapped-answer.ts';

/** Runs a provider's mapping on the text of an answer. */
export type MapBody = (body: string, status: number) => Promise<unknown>;

/** Why a provider gave no answer that can be used. */
export class ProviderFailure extends Error {
  /** A stable code, nothing of the subject. */
  readonly reason: string;
  /** True if a retry may succeed. */
  readonly isPassing: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** True if the provider was not asked: it is no fault of its. */
  readonly isHeldBack: boolean;

  constructor(
    reason: string,
    options: {
      readonly isPassing: boolean;
      readonly retryAfterSeconds?: number | undefined;
      readonly isHeldBack?: boolean;
    },
  ) {
    super(reason);
    this.reason = reason;
    this.isPassing = options.isPassing;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isHeldBack = options.isHeldBack ?? false;
  }
}

/** Asks a provider once, within its time limit. Rejects with `ProviderFailure`. */
export async function askProvider(
  client: OutboundClient,
  description: ProviderDescription,
  { map, listSubjects }: { readonly map: MapBody; readonly listSubjects: MapBody | undefined },
  toRequest: (page: number) => ProviderRequest | undefined,
  subject: Subject,
  now: Date,
): Promise<Consultation> {
  const answer = await fetchPages(client, description, toRequest);
  if (answer === undefined) return { outcome: 'absent' };
  const { response } = description;
  if (response.absentStatuses.includes(answer.status) || answer.status === 204) return { outcome: 'absent' };
  requireSuccess(answer);
  if (listSubjects !== undefined) {
    const documents = [await readAnswer(answer, listSubjects)].flat(2);
    if (!documents.every((document) => isAbout(subject, document))) {
      throw new ProviderFailure('provider_answer_of_another', lasting);
    }
  }
  const mapped = await readAnswer(answer, map);
  const read = readMappedAnswer(description.source, subject, mapped, toDay(now));
  if (read.outcome === 'wrong') throw new ProviderFailure(read.reason, lasting);
  return read;
}

type Answer = { readonly status: number; readonly retryAfter: string | undefined; readonly body: string };

/** The answer, or the lists of all its pages as one; undefined where the request cannot be made. */
async function fetchPages(
  client: OutboundClient,
  { request: { maxPages }, response, timeoutMs }: ProviderDescription,
  toRequest: (page: number) => ProviderRequest | undefined,
): Promise<Answer | undefined> {
  const records: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const request = toRequest(page);
    if (request === undefined) return undefined;
    const answer = await client
      .send({ ...request, maxBytes: response.maxBytes, timeoutMs }, async ({ status, header, bytes }) => ({
        status,
        retryAfter: header('retry-after'),
        // Nobody reads what comes with a failure.
        body: status >= 200 && status < 300 ? decodeBody(await bytes(), header('content-type')) : '',
      }))
      .catch((error: unknown) => {
        throw toFailure(error);
      });
    if (maxPages === undefined || answer.status !== 200) {
      // A part of the records would look like all of them.
      if (page > 1) throw new ProviderFailure('provider_failed', passing);
      return answer;
    }
    const found = readList(answer.body);
    records.push(...found);
    if (found.length === 0) return { ...answer, body: JSON.stringify(records) };
    if (page >= maxPages) throw new ProviderFailure('provider_answer_too_large', lasting);
  }
}

/**
 * The text of an answer in the character set that it names, UTF-8 where it names none, without a byte order mark.
 * Throws for bytes that are not of it, and for a replacement character: a name with one would never be found.
 */
function decodeBody(bytes: Buffer, contentType: string | undefined): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new ProviderFailure('provider_answer_encoding', lasting);
  }
  if (/\ufffd|\\ufffd/i.test(text)) throw new ProviderFailure('provider_answer_encoding', lasting);
  return text;
}

function readList(body: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(body);
    if (Array.isArray(value)) return value;
  } catch {
    // Told below.
  }
  throw new ProviderFailure('provider_answer_invalid', lasting);
}

/** Throws `ProviderFailure` for an answer that is no success. */
function requireSuccess({ status, retryAfter }: Answer): void {
  if (status === 429) {
    const retryAfterSeconds = secondsOf(readRetryAfter(retryAfter));
    throw new ProviderFailure('provider_busy', { isPassing: false, retryAfterSeconds });
  }
  if (status >= 500) throw new ProviderFailure('provider_failed', passing);
  if (status < 200 || status >= 300) throw new ProviderFailure('provider_refused', lasting);
}

/** True if a document is the subject's: whole, or a CPF of which only the six middle digits are shown. */
function isAbout(subject: Subject, document: unknown): boolean {
  if (document === undefined || document === null) return true;
  const asked = subject.kind === 'person' ? subject.cpf : subject.cnpj;
  const text = String(document);
  const sixDigits = readSixDigits(text);
  if (sixDigits !== undefined) return subject.kind === 'person' && sixDigits === asked?.slice(3, 9);
  return text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase() === asked;
}

const passing = { isPassing: true } as const;

const lasting = { isPassing: false } as const;

function toFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const code = error instanceof OutboundError ? error.code : undefined;
  if (code === 'outbound_too_large') return new ProviderFailure('provider_answer_too_large', lasting);
  return new ProviderFailure(
    code === 'outbound_timed_out' ? 'provider_timeout' : 'provider_unreachable',
    passing,
  );
}

async function readAnswer(
  { body, status }: { readonly body: string; readonly status: number },
  map: MapBody,
): Promise<unknown> {
  try {
    return await map(body, status);
  } catch (error) {
    if (error instanceof ProcessLimitError) throw new ProviderFailure('provider_mapping_endless', lasting);
    throw new ProviderFailure('provider_answer_invalid', lasting);
  }
}

/** Whole seconds, one at least. */
function secondsOf(waitMs: number | undefined): number | undefined {
  return waitMs === undefined ? undefined : Math.max(1, Math.ceil(waitMs / 1_000));
}

export type ProviderRequest = Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>;

/** The request about one subject. Throws `MissingPlace` where something that it needs is not known or cannot be sent. */
export function buildRequest({ request }: ProviderDescription, places: Places): ProviderRequest {
  const headers: Record<string, string> = { accept: 'application/json' };
  let body: string | undefined;
  if (request.json !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(fillJson(request.json, places));
  } else if (request.form !== undefined) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    body = new URLSearchParams(fillJson(request.form, places) as Record<string, string>).toString();
  }
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    headers[name.toLowerCase()] = fillHeader(value, places);
  }
  return { method: request.method, url: fillUrl(request.url, places), headers, body };
}
