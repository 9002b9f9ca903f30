import { setTimeout as delay } from 'node:timers/promises';
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { Consultation, Source, Subject } from '../../profiles/index.ts';
import { askProvider, ProviderFailure } from './ask-provider.ts';
import { buildRequest, type ProviderRequest } from './build-request.ts';
import { type CallLimit, createCallLimit } from './call-limit.ts';
import { listPlaces, MissingPlace, type Places } from './fill-template.ts';
import type { GuardedFetcher } from './guarded-request.ts';
import { compileMapping } from './map-answer.ts';
import { findProviderAnswer, keepProviderAnswer } from './provider-answers-store.ts';
import type { ProviderDescription } from './provider-description.ts';
import { type Circuit, noteProviderHealth } from './provider-health-store.ts';
import { dataSchemaOf } from './read-mapped-answer.ts';
import { placesOf } from './subject-places.ts';

export type ProviderDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly fetcher: GuardedFetcher;
  /** A keyed hash, of a CPF the one that its person is found by. */
  readonly subjectIndex: (text: string) => Uint8Array;
  /** Told of failures; never anything of the subject. */
  readonly onProblem: (problem: { readonly provider: string; readonly reason: string }) => void;
};

/** What the outcome `unavailable` asks callers to wait at least, when the provider says nothing. */
const usualRetryAfterSeconds = 5;
/** Longest wait that a provider may ask for. */
const longestRetryAfterSeconds = 3_600;
/** A success is noted at most so often while nothing changes. */
const noteEveryMs = 10_000;

/**
 * A source behind HTTP, as its description says: asked with a time limit, tried again after failures that pass,
 * left alone for a while after several in a row, its answers kept for their time. Asked about one subject by several
 * at once, it is asked once. Secrets are opened where a request is made, and nowhere else.
 */
export function createProvider(
  description: ProviderDescription,
  secrets: ReadonlyMap<string, string>,
  deps: ProviderDeps,
): Source {
  const { name, source, timeoutMs, retries, retryDelayMs, cacheSeconds, circuit, response } = description;
  const map = compileMapping(response.mapping, {
    timeoutMs: response.mappingTimeoutMs,
    depth: response.mappingDepth,
  });
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: circuit.pauseMs,
    breaker: new ConsecutiveBreaker(circuit.failures),
  });
  const limit: CallLimit = createCallLimit(description.maxConcurrent);
  const underWay = new Map<string, Promise<Consultation>>();
  const noteHealth = createHealthNotes(name, deps, () => toCircuit(breaker.state));

  async function ask(request: ProviderRequest, subject: Subject): Promise<Consultation> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await breaker.execute(() =>
          limit(() => askProvider(deps.fetcher, description, map, request, subject)),
        );
        await noteHealth(undefined);
        return answer;
      } catch (error) {
        const failure = toFailure(error, circuit.pauseMs);
        const isLast = attempt >= retries || !failure.isPassing;
        if (isLast) {
          deps.onProblem({ provider: name, reason: failure.reason });
          await noteHealth(failure.reason);
          return {
            outcome: 'unavailable',
            reason: failure.reason,
            retryAfterSeconds: Math.min(
              failure.retryAfterSeconds ?? usualRetryAfterSeconds,
              longestRetryAfterSeconds,
            ),
          };
        }
      }
      // Half of the growing wait is left to chance, so that many do not come back at once.
      const waitMs = retryDelayMs * 2 ** attempt;
      await delay(waitMs / 2 + Math.random() * (waitMs / 2));
    }
  }

  return {
    name: source,
    subject: source.startsWith('pf') ? 'person' : 'company',
    dataSchema: dataSchemaOf(source),
    // All tries with their waits, and what keeping the answer takes.
    timeoutMs: (timeoutMs + retryDelayMs * 2 ** retries) * (retries + 1) + 2_000,
    isLocal: false,
    async consult(subject, context) {
      const document = subject.kind === 'person' ? subject.cpf : subject.cnpj;
      if (document === undefined) return { outcome: 'absent', reason: 'cpf_unknown' };
      const places = placesOf(subject, context, secrets);
      let request: ProviderRequest;
      try {
        request = buildRequest(description, places);
      } catch (error) {
        if (!(error instanceof MissingPlace)) throw error;
        return { outcome: 'absent', reason: 'attribute_missing' };
      }
      const question = toQuestion(document, description, places);
      const key = {
        provider: name,
        question: deps.subjectIndex(question),
        subjectIndex: deps.subjectIndex(document),
        subject: subject.kind,
      };
      if (cacheSeconds > 0) {
        const since = new Date(context.now.getTime() - cacheSeconds * 1_000);
        const kept = await findProviderAnswer(deps.db, deps.cipher, key, since);
        if (kept !== undefined) return kept as Consultation;
      }
      const running =
        underWay.get(question) ??
        ask(request, subject)
          .then(async (answer) => {
            if (answer.outcome !== 'unavailable' && cacheSeconds > 0) {
              await keepProviderAnswer(deps.db, deps.cipher, key, answer, deps.clock.now());
            }
            return answer;
          })
          .finally(() => underWay.delete(question));
      underWay.set(question, running);
      return await running;
    },
  };
}

/** What is asked, without secrets: it tells two questions apart. */
function toQuestion(document: string, { request }: ProviderDescription, places: Places): string {
  const { url, headers, json, form } = request;
  const named = listPlaces([url, headers, json, form]).filter((name) => !name.startsWith('secret.'));
  return JSON.stringify([document, ...named.map(places)]);
}

function toFailure(error: unknown, pauseMs: number): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof BrokenCircuitError) {
    const retryAfterSeconds = Math.max(1, Math.ceil(pauseMs / 1_000));
    return new ProviderFailure('provider_left_alone', { isPassing: false, retryAfterSeconds });
  }
  throw error;
}

function toCircuit(state: CircuitState): Circuit {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half-open' : 'open';
}

/** Notes for whoever looks at the status, without a statement for each of many requests. */
function createHealthNotes(provider: string, deps: ProviderDeps, circuitNow: () => Circuit) {
  let last = { text: '', atMs: Number.NEGATIVE_INFINITY };
  return async (failure: string | undefined): Promise<void> => {
    const circuit = circuitNow();
    const text = `${circuit} ${failure ?? ''}`;
    const atMs = performance.now();
    if (text === last.text && atMs - last.atMs < noteEveryMs) return;
    last = { text, atMs };
    // An answer is worth more than the note of it.
    await noteProviderHealth(deps.db, { provider, circuit, failure, now: deps.clock.now() }).catch(() => {});
  };
}
