import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import { Value } from 'typebox/value';
import type { Consultation, ConsultContext, Source, SourcePolicy, Subject, SubjectKind } from '../types.ts';
import { guardSource, type SourceGuard, SourceUnavailable, toUnavailable } from './guard-source.ts';

export type SourceDeskOptions = {
  /** The policy of sources without one of their own. */
  readonly usualPolicy: SourcePolicy;
  /** Told of what is a source's own mistake; never anything about the subject. */
  readonly onProblem: (problem: {
    readonly source: string;
    readonly reason: string;
    readonly error?: unknown;
  }) => void;
};

/** The context of a question to the desk. */
export type AskContext = Omit<ConsultContext, 'ask'>;

/** The sources there are, each asked with a time limit, retries and a circuit breaker. */
export type SourceDesk = {
  readonly sources: readonly Source[];
  /** The source about such a subject; undefined when there is none of that name. */
  find(name: string, subject: SubjectKind): Source | undefined;
  /** The answer of the source. Never rejects: a failure is the outcome `unavailable`. */
  ask(source: Source, subject: Subject, context: AskContext): Promise<Consultation>;
  /** The same, once and without regard to how the source did before: for work inside a transaction. */
  askOnce(source: Source, subject: Subject, context: AskContext): Promise<Consultation>;
};

type Guarded = {
  readonly guard: SourceGuard;
  /** Questions that are being asked, by what identifies them. */
  readonly underWay: Map<string, Promise<Consultation>>;
};

/** A desk over the sources. Its circuit breakers are this process's own. */
export function createSourceDesk(sources: readonly Source[], options: SourceDeskOptions): SourceDesk {
  const names = new Set<string>();
  for (const { name } of sources) {
    if (names.has(name)) throw new TypeError(`two sources are named ${name}`);
    names.add(name);
  }
  const guarded = new WeakMap<Source, Guarded>();

  function guardedOf(source: Source): Guarded {
    let found = guarded.get(source);
    if (found === undefined) {
      const policy = source.policy ?? options.usualPolicy;
      const guard = guardSource(policy, async (health) => await source.noteHealth?.(health));
      found = { guard, underWay: new Map() };
      guarded.set(source, found);
    }
    return found;
  }

  /** Work of a source within its time limit. Its failures are thrown as `SourceUnavailable`. */
  async function within<Result>(
    source: Source,
    signal: AbortSignal | null,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await timeout(source.timeoutMs, TimeoutStrategy.Aggressive).execute(
        (context) => work(context.signal),
        signal ?? undefined,
      );
    } catch (error) {
      const reason = error instanceof TaskCancelledError ? 'source_timeout' : 'source_failed';
      options.onProblem({ source: source.name, reason, error });
      throw new SourceUnavailable({ outcome: 'unavailable', reason }, error);
    }
  }

  /** One try. `signal` ends it early; null when others wait for the same answer. */
  async function consult(
    source: Source,
    subject: Subject,
    context: AskContext,
    asking: SourceDesk['ask'],
    signal: AbortSignal | null = context.signal,
  ): Promise<Consultation> {
    const consultation = await within(source, signal, (limit) =>
      source.consult(subject, withAsk({ ...context, signal: limit }, asking)),
    );
    if (consultation.outcome === 'unavailable') throw new SourceUnavailable(consultation);
    if (consultation.outcome === 'found' && !Value.Check(source.dataSchema, consultation.data)) {
      const reason = 'source_answer_invalid';
      options.onProblem({ source: source.name, reason });
      throw new SourceUnavailable({ outcome: 'unavailable', reason });
    }
    return consultation;
  }

  async function askGuarded(source: Source, subject: Subject, context: AskContext): Promise<Consultation> {
    const { guard, underWay } = guardedOf(source);
    if (source.prepare === undefined) {
      return await guard.run(() => consult(source, subject, context, ask), context.signal);
    }
    const prepared = await within(source, context.signal, (signal) =>
      source.prepare!(subject, withAsk({ ...context, signal }, ask)),
    );
    if ('outcome' in prepared) return prepared;
    const { question } = prepared;
    let answer = underWay.get(question);
    if (answer === undefined) {
      answer = guard
        .run(() => consult(source, subject, context, ask, null))
        .finally(() => underWay.delete(question));
      underWay.set(question, answer);
    }
    return await orAborted(answer, context.signal);
  }

  const ask: SourceDesk['ask'] = (source, subject, context) =>
    askGuarded(source, subject, context).catch(toUnavailable);
  const askOnce: SourceDesk['askOnce'] = (source, subject, context) =>
    consult(source, subject, context, askOnce).catch(toUnavailable);

  return {
    sources,
    find: (name, subject) => sources.find((source) => source.name === name && source.subject === subject),
    ask,
    askOnce,
  };
}

function withAsk(context: AskContext, ask: SourceDesk['ask']): ConsultContext {
  return { ...context, ask: (source, subject) => ask(source, subject, context) };
}

async function orAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new TaskCancelledError());
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
