import {
  BrokenCircuitError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  decorrelatedJitterGenerator,
  ExponentialBackoff,
  handleWhen,
  noop,
  retry,
  TaskCancelledError,
  wrap,
} from 'cockatiel';
import type { Consultation, Source, SourceHealth, SourcePolicy } from '../types.ts';

export type Unavailable = Extract<Consultation, { outcome: 'unavailable' }>;

/** A consultation that failed, for the policy to repeat or to count. */
export class SourceUnavailable extends Error {
  readonly consultation: Unavailable;

  constructor(consultation: Unavailable, cause?: unknown) {
    super(consultation.reason, { cause });
    this.consultation = consultation;
  }
}

/**
 * Consultations of one source (docs/decisions/0035), with its retries, its circuit breaker and its bound on how many run at
 * once.
 */
export type SourceGuard = {
  /** The result of the work, repeated as the policy says. Never rejects: a failure is the outcome `unavailable`. */
  run(work: () => Promise<Consultation>, signal?: AbortSignal): Promise<Consultation>;
};

/** The policy of a source that asks others through the desk: they have policies of their own. */
export const unguarded: SourcePolicy = {
  retries: 0,
  retryDelayMs: 0,
  breakerFailures: Number.POSITIVE_INFINITY,
  breakerPauseMs: 0,
};

const longestBackoffFactor = 8;

/** The longest time that the desk takes to ask a source, all tries and the waits between them, in milliseconds. */
export function longestConsultationMs({ timeoutMs, policy }: Source): number {
  const { retries, retryDelayMs } = policy ?? unguarded;
  return timeoutMs * (retries + 1) + retryDelayMs * longestBackoffFactor * retries;
}

/** A guard with the policy. Its circuit is this process's own: each process finds out for itself. */
export function guardSource(
  policy: SourcePolicy,
  noteHealth: (health: SourceHealth) => Promise<void>,
): SourceGuard {
  const breaker = circuitBreaker(handleWhen(isFault), {
    halfOpenAfter: policy.breakerPauseMs,
    breaker: new ConsecutiveBreaker(policy.breakerFailures),
  });
  const policies = wrap(
    retry(handleWhen(isWorthRepeating), {
      maxAttempts: policy.retries,
      backoff: new ExponentialBackoff({
        initialDelay: policy.retryDelayMs,
        maxDelay: policy.retryDelayMs * longestBackoffFactor,
        generator: decorrelatedJitterGenerator,
      }),
    }),
    breaker,
    policy.maxConcurrent === undefined ? noop : bulkhead(policy.maxConcurrent, Number.POSITIVE_INFINITY),
  );

  return {
    async run(work, signal) {
      const answer = await policies
        .execute(work, signal)
        .catch((error: unknown) => toUnavailable(error, policy));
      if (answer.outcome === 'unavailable' && answer.isHeldBack === true) return answer;
      await noteHealth({
        circuit: circuits[breaker.state],
        failure: answer.outcome === 'unavailable' ? answer.reason : undefined,
      });
      return answer;
    },
  };
}

const circuits: Readonly<Record<CircuitState, SourceHealth['circuit']>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

/** False where the source was not asked at all. */
function isFault(error: unknown): boolean {
  return !(error instanceof SourceUnavailable && error.consultation.isHeldBack === true);
}

/** A source that says when to come back is not asked before, and one that is left alone not at all. */
function isWorthRepeating(error: unknown): boolean {
  return error instanceof SourceUnavailable && error.consultation.retryAfterSeconds === undefined;
}

/** The failure as an outcome. Throws what is a mistake of ours. */
export function toUnavailable(error: unknown, policy?: SourcePolicy): Unavailable {
  if (error instanceof SourceUnavailable) return error.consultation;
  if (error instanceof BrokenCircuitError) {
    const retryAfterSeconds = Math.max(1, Math.ceil((policy?.breakerPauseMs ?? 0) / 1_000));
    return { outcome: 'unavailable', reason: 'source_paused', retryAfterSeconds };
  }
  if (error instanceof TaskCancelledError) return { outcome: 'unavailable', reason: 'source_timeout' };
  throw error;
}
