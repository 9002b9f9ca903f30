import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import { RateLimitError, type RateLimiter } from '../../platform/rate-limits/index.ts';
import type { Consultation, ConsultContext, Source, SourceHealth, Subject } from '../../profiles/index.ts';
import { providerPrefix } from '../lists/list-ages.ts';
import {
  askProvider,
  buildRequest,
  type MapBody,
  ProviderFailure,
  type ProviderRequest,
} from './ask-provider.ts';
import type { AnswerMapper } from './compile-mapping.ts';
import { listPlaces, MissingPlace, type Places, placesOf } from './fill-placeholders.ts';
import { findProviderAnswer, keepProviderAnswer } from './provider-answers-store.ts';
import type { ProviderDescription } from './provider-description.ts';
import { noteProviderHealth } from './provider-health-store.ts';
import { createProviderToken } from './provider-token.ts';
import { dataSchemaOf } from './read-mapped-answer.ts';

export type ProviderDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly client: OutboundClient;
  /** Counts the requests of providers that limit them. */
  readonly limiter: Pick<RateLimiter, 'count'>;
  readonly mapper: AnswerMapper;
  /** A keyed hash, of a CPF the one that its person is found by. */
  readonly subjectIndex: (text: string) => Uint8Array;
  /** Told of failures; never anything of the subject. */
  readonly onProblem: (problem: { readonly provider: string; readonly reason: string }) => void;
};

/** The wait after a failure that lasts, when the provider names none. */
const usualRetryAfterSeconds = 5;
/** Longest wait that a provider may ask for. */
const longestRetryAfterSeconds = 3_600;
/** A success is noted at most so often while nothing changes. */
const noteEveryMs = 10_000;
/** Time to keep an answer, beside the time to ask for it. */
const keepingMs = 2_000;

type Inquiry = {
  readonly request: ProviderRequest;
  /** Tells two questions apart. Holds no secret. */
  readonly question: string;
  readonly key: Parameters<typeof findProviderAnswer>[2];
};

/**
 * A source behind HTTP, as its description says. Its answers are kept for their time. Secrets are opened where a
 * request is made, and nowhere else.
 */
export function createProvider(
  description: ProviderDescription,
  secrets: ReadonlyMap<string, string>,
  deps: ProviderDeps,
): Source {
  const { name, source, request, timeoutMs, cacheSeconds, circuit, response } = description;
  const limits = { timeoutMs: response.mappingTimeoutMs, depth: response.mappingDepth };
  const map: MapBody = (body, status) => deps.mapper.map(response.mapping, limits, { body, status });
  const paced = paceRequests(deps.client, description, deps.limiter);
  const waitMs = description.requestsPerMinute === undefined ? 0 : timeoutMs;
  const { oauth } = description;
  const tokens =
    oauth === undefined ? undefined : createProviderToken({ ...description, oauth }, secrets, deps);
  const listSubjects: MapBody | undefined =
    response.subjects === undefined
      ? undefined
      : (body, status) => deps.mapper.map(response.subjects!, limits, { body, status });

  function inquire(subject: Subject, context: ConsultContext, token = '', page = 1): Inquiry | Consultation {
    const document = subject.kind === 'person' ? subject.cpf : subject.cnpj;
    if (document === undefined) return { outcome: 'absent', reason: 'cpf_unknown' };
    const places = placesOf(subject, context, secrets, { token, page });
    const question = toQuestion(document, description, places);
    try {
      return {
        request: buildRequest(description, places),
        question,
        key: {
          provider: name,
          question: deps.subjectIndex(question),
          subjectIndex: deps.subjectIndex(document),
          subject: subject.kind,
        },
      };
    } catch (error) {
      if (!(error instanceof MissingPlace)) throw error;
      return { outcome: 'absent', reason: 'attribute_missing' };
    }
  }

  return {
    name: source,
    subject: source.startsWith('pf') ? 'person' : 'company',
    dataSchema: dataSchemaOf(source),
    timeoutMs: (timeoutMs + waitMs) * (request.maxPages ?? 1) + response.mappingTimeoutMs + keepingMs,
    policy: {
      retries: description.retries,
      retryDelayMs: description.retryDelayMs,
      breakerFailures: circuit.failures,
      breakerPauseMs: circuit.pauseMs,
      maxConcurrent: description.maxConcurrent,
    },
    isLocal: false,
    asksBy: listAttributes(request),
    noteHealth: createHealthNotes(name, deps),
    async prepare(subject, context) {
      const inquiry = inquire(subject, context);
      if ('outcome' in inquiry || cacheSeconds === 0) return inquiry;
      const since = new Date(context.now.getTime() - cacheSeconds * 1_000);
      const kept = await findProviderAnswer(deps.db, deps.cipher, inquiry.key, since);
      return (kept as Consultation | undefined) ?? inquiry;
    },
    async consult(subject, context) {
      // Nobody pays for a token where the question cannot be asked.
      const asked = inquire(subject, context);
      if ('outcome' in asked) return asked;
      let token: string | undefined;
      try {
        token = await tokens?.get();
      } catch (error) {
        return toUnavailable(error);
      }
      const inquiry = token === undefined ? asked : inquire(subject, context, token);
      if ('outcome' in inquiry) return inquiry;
      const now = deps.clock.now();
      const readers = { map, listSubjects };
      const toRequest = (page: number) => {
        const next = inquire(subject, context, token, page);
        return 'outcome' in next ? undefined : next.request;
      };
      const said = await askProvider(paced, description, readers, toRequest, subject, now).catch(
        (error: unknown) => {
          const isRefused = error instanceof ProviderFailure && error.reason === 'provider_refused';
          if (isRefused && token !== undefined) tokens?.drop(token);
          return toUnavailable(error);
        },
      );
      const day = { source: `${providerPrefix}${name}`, day: now.toISOString() };
      const isDated = said.outcome === 'found' && description.maxAgeDays !== undefined;
      const answer = isDated ? { ...said, restsOn: [day] } : said;
      if (answer.outcome !== 'unavailable' && cacheSeconds > 0) {
        await keepProviderAnswer(deps.db, deps.cipher, inquiry.key, answer, deps.clock.now());
      }
      return answer;
    },
  };
}

/** The attributes that a request holds. */
function listAttributes({ url, headers, json, form }: ProviderDescription['request']): readonly string[] {
  const names = listPlaces([url, headers, json, form]).flatMap((place) => {
    const [kind, ...rest] = place.split('.');
    if (kind === 'attributes') return [rest.join('.')];
    return place.startsWith('birthDate') ? ['birthDate'] : [];
  });
  return [...new Set(names)];
}

/** The question without secrets. It tells two questions apart. */
function toQuestion(document: string, { request }: ProviderDescription, places: Places): string {
  const { url, headers, json, form } = request;
  const named = listPlaces([url, headers, json, form]).filter(
    (name) => !name.startsWith('secret.') && name !== 'token' && name !== 'page',
  );
  return JSON.stringify([document, ...named.map(places)]);
}

/** The failure as an outcome. One that passes names no time, so that it is tried again at once. */
function toUnavailable(error: unknown): Consultation {
  if (!(error instanceof ProviderFailure)) throw error;
  const { reason, isPassing, isHeldBack } = error;
  const { retryAfterSeconds = isPassing ? undefined : usualRetryAfterSeconds } = error;
  if (retryAfterSeconds === undefined) return { outcome: 'unavailable', reason };
  return {
    outcome: 'unavailable',
    reason,
    ...(isHeldBack && { isHeldBack }),
    retryAfterSeconds: Math.min(retryAfterSeconds, longestRetryAfterSeconds),
  };
}

/** Notes for whoever looks at the status, without a statement for each of many requests. */
function createHealthNotes(provider: string, deps: ProviderDeps) {
  let last = { text: '', atMs: Number.NEGATIVE_INFINITY };
  return async ({ circuit, failure }: SourceHealth): Promise<void> => {
    if (failure !== undefined) deps.onProblem({ provider, reason: failure });
    const text = `${circuit} ${failure ?? ''}`;
    const atMs = performance.now();
    if (text === last.text && atMs - last.atMs < noteEveryMs) return;
    last = { text, atMs };
    // An answer is worth more than the note of it.
    await noteProviderHealth(deps.db, { provider, circuit, failure, now: deps.clock.now() }).catch(() => {});
  };
}

const minuteMs = 60_000;
/** Windows in a minute: any minute holds at most a window more than the limit. */
const windowsInMinute = 6;

/**
 * The client, with no more requests in a minute than the description allows. A request waits for its turn as long as
 * the provider's time limit, then rejects with `provider_rate_limited`. Counted in this process, or with Redis in all;
 * descriptions of one host with the same limit count together, as one key has one limit. See docs/decisions/0035.
 */
function paceRequests(
  client: OutboundClient,
  { request: { url }, requestsPerMinute, timeoutMs }: ProviderDescription,
  limiter: Pick<RateLimiter, 'count'>,
): OutboundClient {
  if (requestsPerMinute === undefined) return client;
  const limit = Math.max(1, Math.floor(requestsPerMinute / windowsInMinute));
  const key = `${/^https?:\/\/[^/?#]*/.exec(url)?.[0]} ${requestsPerMinute}`;
  const windowMs = (minuteMs * limit) / requestsPerMinute;

  async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
    const startedMs = performance.now();
    for (;;) {
      const [state] = await limiter
        .count([{ policy: 'provider', key, limit, windowMs }])
        .catch((error: unknown) => {
          if (error instanceof RateLimitError) throw heldBack(minuteMs / windowsInMinute);
          throw error;
        });
      if (!state!.isExceeded) return;
      if (performance.now() - startedMs + state!.resetMs > timeoutMs) throw heldBack(state!.resetMs);
      await delay(state!.resetMs + 1, undefined, signal === undefined ? {} : { signal });
    }
  }

  return {
    ...client,
    async send(request, read) {
      await takeTurn(request.signal);
      return await client.send(request, read);
    },
  };
}

function heldBack(waitMs: number): ProviderFailure {
  return new ProviderFailure('provider_rate_limited', {
    isPassing: false,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    isHeldBack: true,
  });
}
