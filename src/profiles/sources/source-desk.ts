import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  decorrelatedJitterGenerator,
  ExponentialBackoff,
  handleAll,
  handleWhen,
  type IPolicy,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import { Value } from 'typebox/value';
import type { Consultation, ConsultContext, Source, Subject, SubjectKind } from '../types.ts';

export type SourceDeskOptions = {
  /** Tries after the first one, within one run of an execution. */
  readonly retries: number;
  /** Wait before the first of them at most, in milliseconds; spread at random and growing. */
  readonly retryDelayMs: number;
  /** Failures in a row after which a source is left alone. */
  readonly breakerFailures: number;
  /** How long it is left alone, in milliseconds. */
  readonly breakerPauseMs: number;
  /** Told of what is a source's own mistake; never anything about the subject. */
  readonly onProblem: (problem: {
    readonly source: string;
    readonly reason: string;
    readonly error?: unknown;
  }) => void;
};

/** The sources there are, each asked with a time limit, retries and a circuit breaker. */
export type SourceDesk = {
  readonly sources: readonly Source[];
  /** The source about such a subject; undefined when there is none of that name. */
  find(name: string, subject: SubjectKind): Source | undefined;
  /** What the source answers. Never rejects: what keeps it from answering is the outcome `unavailable`. */
  ask(source: Source, subject: Subject, context: ConsultContext): Promise<Consultation>;
  /** The same, once and without regard to how the source did before: for work inside a transaction. */
  askOnce(source: Source, subject: Subject, context: ConsultContext): Promise<Consultation>;
};

type Unavailable = Extract<Consultation, { outcome: 'unavailable' }>;

class SourceUnavailable extends Error {
  readonly consultation: Unavailable;

  constructor(consultation: Unavailable, cause?: unknown) {
    super(consultation.reason, { cause });
    this.consultation = consultation;
  }
}

/** A desk over the sources. The breakers are this process's own: each process finds out for itself. */
export function createSourceDesk(sources: readonly Source[], options: SourceDeskOptions): SourceDesk {
  const names = new Set<string>();
  const policies = new Map<Source, IPolicy>();
  for (const source of sources) {
    if (names.has(source.name)) throw new TypeError(`two sources are named ${source.name}`);
    names.add(source.name);
    policies.set(source, createPolicy(options));
  }

  async function consult(source: Source, subject: Subject, context: ConsultContext): Promise<Consultation> {
    const limit = timeout(source.timeoutMs, TimeoutStrategy.Aggressive);
    let consultation: Consultation;
    try {
      consultation = await limit.execute(
        ({ signal }) => source.consult(subject, { ...context, signal }),
        context.signal,
      );
    } catch (error) {
      const reason = error instanceof TaskCancelledError ? 'source_timeout' : 'source_failed';
      options.onProblem({ source: source.name, reason, error });
      throw new SourceUnavailable({ outcome: 'unavailable', reason }, error);
    }
    if (consultation.outcome === 'unavailable') throw new SourceUnavailable(consultation);
    if (consultation.outcome === 'found' && !Value.Check(source.dataSchema, consultation.data)) {
      const reason = 'source_answer_invalid';
      options.onProblem({ source: source.name, reason });
      throw new SourceUnavailable({ outcome: 'unavailable', reason });
    }
    return consultation;
  }

  return {
    sources,
    find: (name, subject) => sources.find((source) => source.name === name && source.subject === subject),
    ask: (source, subject, context) =>
      policies
        .get(source)!
        .execute(() => consult(source, subject, context), context.signal)
        .catch(toUnavailable),
    askOnce: (source, subject, context) => consult(source, subject, context).catch(toUnavailable),
  };
}

function createPolicy(options: SourceDeskOptions): IPolicy {
  const again = retry(handleWhen(isWorthRepeating), {
    maxAttempts: options.retries,
    backoff: new ExponentialBackoff({
      initialDelay: options.retryDelayMs,
      maxDelay: options.retryDelayMs * 8,
      generator: decorrelatedJitterGenerator,
    }),
  });
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: options.breakerPauseMs,
    breaker: new ConsecutiveBreaker(options.breakerFailures),
  });
  return wrap(again, breaker);
}

/** A source that says when to come back is not asked before, and one that is left alone not at all. */
function isWorthRepeating(error: unknown): boolean {
  return error instanceof SourceUnavailable && error.consultation.retryAfterSeconds === undefined;
}

function toUnavailable(error: unknown): Unavailable {
  if (error instanceof SourceUnavailable) return error.consultation;
  if (error instanceof BrokenCircuitError) return { outcome: 'unavailable', reason: 'source_paused' };
  if (error instanceof TaskCancelledError) return { outcome: 'unavailable', reason: 'source_timeout' };
  throw error;
}
