import Type from 'typebox';
import type { Consultation, JsonObject, Partner, Source, Subject } from '../../src/profiles/index.ts';
import { type AskContext, createSourceDesk } from '../../src/profiles/sources/source-desk.ts';

/** A source whose answers a test writes. */
export type ScriptedSource = Source & {
  /** What it answers about a subject from now on; a function decides each time. */
  answer(key: string, consultation: Consultation | (() => Consultation | Promise<Consultation>)): void;
  /** How often each subject was asked for. */
  readonly calls: ReadonlyMap<string, number>;
};

export type ScriptedSourceOptions = {
  readonly isLocal?: boolean;
  readonly timeoutMs?: number;
};

/** A source that knows nobody until it is told to. */
export function createScriptedSource(
  name: string,
  subject: 'person' | 'company',
  options: ScriptedSourceOptions = {},
): ScriptedSource {
  const answers = new Map<string, Consultation | (() => Consultation | Promise<Consultation>)>();
  const calls = new Map<string, number>();
  return {
    name,
    subject,
    dataSchema: Type.Record(Type.String(), Type.Unknown()),
    timeoutMs: options.timeoutMs ?? 5_000,
    isLocal: options.isLocal ?? false,
    calls,
    answer: (key, consultation) => void answers.set(key, consultation),
    async consult(asked) {
      const key = keyOf(asked);
      calls.set(key, (calls.get(key) ?? 0) + 1);
      const answer = answers.get(key) ?? { outcome: 'absent' };
      return typeof answer === 'function' ? await answer() : answer;
    },
  };
}

/** CPF, CNPJ, or the name of a partner without either. */
function keyOf(subject: Subject): string {
  return subject.kind === 'company' ? subject.cnpj : (subject.cpf ?? subject.name ?? '');
}

/** The answer of the source, asked once. */
export function askOnce(source: Source, subject: Subject, context: AskContext): Promise<Consultation> {
  const usualPolicy = { retries: 0, retryDelayMs: 0, breakerFailures: 1, breakerPauseMs: 0 };
  return createSourceDesk([], { usualPolicy, onProblem: () => {} }).askOnce(source, subject, context);
}

export function found(
  basicData: JsonObject,
  data: JsonObject = {},
  partners?: readonly Partner[],
): Consultation {
  return { outcome: 'found', data, basicData, ...(partners === undefined ? {} : { partners }), version: '1' };
}

export const unavailable: Consultation = { outcome: 'unavailable', reason: 'provider_down' };

export function partner(kind: Partner['kind'], name: string, document?: string): Partner {
  return {
    kind,
    name,
    ...(document === undefined ? {} : { document }),
    functionCode: '49',
    function: 'Sócio-Administrador',
    isLegalRepresentative: true,
  };
}
