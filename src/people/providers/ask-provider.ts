import type { Consultation, Subject } from '../../profiles/index.ts';
import type { ProviderRequest } from './build-request.ts';
import { AnswerTooLarge, type GuardedAnswer, type GuardedFetcher } from './guarded-request.ts';
import type { MapAnswer } from './map-answer.ts';
import type { ProviderDescription } from './provider-description.ts';
import { readMappedAnswer } from './read-mapped-answer.ts';

/** Why a provider gave no answer that can be used. */
export class ProviderFailure extends Error {
  /** A stable code, nothing of the subject. */
  readonly reason: string;
  /** Whether the next moment may be better. */
  readonly isPassing: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    reason: string,
    options: { readonly isPassing: boolean; readonly retryAfterSeconds?: number | undefined },
  ) {
    super(reason);
    this.reason = reason;
    this.isPassing = options.isPassing;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Asks a provider once, within its time limit. Rejects with `ProviderFailure`. */
export async function askProvider(
  fetcher: GuardedFetcher,
  description: ProviderDescription,
  map: MapAnswer,
  request: ProviderRequest,
  subject: Subject,
): Promise<Consultation> {
  const { response, timeoutMs } = description;
  const signal = AbortSignal.timeout(timeoutMs);
  let answer: GuardedAnswer;
  try {
    answer = await fetcher.ask({ ...request, maxBytes: response.maxBytes, signal });
  } catch (error) {
    if (error instanceof AnswerTooLarge) throw new ProviderFailure('provider_answer_too_large', lasting);
    throw new ProviderFailure(signal.aborted ? 'provider_timeout' : 'provider_unreachable', passing);
  }
  const { status } = answer;
  if (response.absentStatuses.includes(status) || status === 204) return { outcome: 'absent' };
  if (status === 429) {
    const retryAfterSeconds = readRetryAfter(answer.retryAfter);
    throw new ProviderFailure('provider_busy', { isPassing: false, retryAfterSeconds });
  }
  if (status >= 500) throw new ProviderFailure('provider_failed', passing);
  if (status < 200 || status >= 300) throw new ProviderFailure('provider_refused', lasting);
  const mapped = await readAnswer(answer, map);
  const read = readMappedAnswer(description.source, subject, mapped);
  if (read.outcome === 'wrong') throw new ProviderFailure(read.reason, lasting);
  return read;
}

const passing = { isPassing: true } as const;
const lasting = { isPassing: false } as const;

async function readAnswer({ body, status }: GuardedAnswer, map: MapAnswer): Promise<unknown> {
  try {
    return await map(JSON.parse(body.toString('utf8')), status);
  } catch {
    throw new ProviderFailure('provider_answer_invalid', lasting);
  }
}

/** Seconds, or the time until a date (RFC 9110, section 10.2.3). */
function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,6}$/.test(header)) return Math.max(1, Number(header));
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(1, Math.ceil((date - Date.now()) / 1_000));
}
