import type { Db } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { findAnswers, type KeptAnswer, keepAnswer } from '../profile-sources-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import type { QueryTemplateDefinition } from '../query-templates/query-template-definition.ts';
import { parseMaxAge } from '../query-templates/validate-query-template.ts';
import { consultLocally } from '../sources/consult-locally.ts';
import type { AskContext } from '../sources/source-desk.ts';
import { type Consultation, ofOwnDatabase, type Source, type Subject } from '../types.ts';
import type { Execution } from './execution.ts';
import { findExecution } from './executions-store.ts';
import { findListNews, recordListNews } from './record-list-hits.ts';

export type Answer =
  | (KeptAnswer & {
      /** Why it is absent, where the source said so in this run. */
      readonly reason?: string;
      /** True if an earlier execution received the answer. */
      readonly isReused: boolean;
    })
  | {
      readonly source: string;
      readonly outcome: 'unavailable';
      readonly reason: string;
      readonly consultedAt: Date;
      readonly retryAfterSeconds?: number;
      readonly isReused: false;
    };

export type ConsultOptions = {
  readonly execution: Pick<Execution, 'id' | 'profileId' | 'createdAt' | 'detail'>;
  readonly template: QueryTemplateDefinition;
  readonly subject: Subject;
  readonly signal: AbortSignal;
  /** Where answers are kept and local sources read. */
  readonly db: Db;
};

/**
 * The answers of the sources of a template, in its order. An execution reuses an answer that is fresh enough for the
 * template. An answer received during the execution counts as fresh, unless its list has another edition since or another
 * execution asked otherwise. Local sources and lists are queried again. All other sources are queried at the same time.
 * Each answer is stored as soon as it arrives, so that a later run does not query again.
 */
export async function consultSources(
  deps: Pick<ProfilesDeps, 'cipher' | 'clock' | 'sources'>,
  options: ConsultOptions,
): Promise<readonly Answer[]> {
  const { execution, template, subject, db } = options;
  const now = deps.clock.now();
  const kept = new Map(
    (await findAnswers(db, deps.cipher, execution.profileId)).map((answer) => [answer.source, answer]),
  );

  /** True for an answer of this execution, and of another one that asked the same. A list is searched by names. */
  const isOfSameQuestion = async (executionId: string, source: Source | undefined) =>
    executionId === execution.id ||
    (source?.hitsOf === undefined && (await isSameQuestion(deps.cipher, source, executionId, options)));

  const answer = async ({ name, maxAge }: QueryTemplateDefinition['sources'][number]): Promise<Answer> => {
    const earlier = kept.get(name);
    const source = deps.sources.find(name, subject.kind);
    const isPublicList = source?.listKinds !== undefined;
    const isList = source?.hitsOf !== undefined;
    if (
      earlier !== undefined &&
      earlier.consultedAt >= execution.createdAt &&
      (await isOfSameQuestion(earlier.executionId, source)) &&
      // Whatever else came is kept: its provider may want to be paid again, or be down by now.
      !(earlier.outcome === 'absent' ? isPublicList : isList && (await isOutdated(source, earlier, db)))
    ) {
      return { ...earlier, isReused: false };
    }
    if (
      earlier !== undefined &&
      isYoung(earlier, source, maxAge, now) &&
      (await isSameQuestion(deps.cipher, source, earlier.executionId, options))
    ) {
      const news = await findNews(deps, source, earlier, options, now, found);
      if (news === undefined) return { ...earlier, isReused: true };
      if (news !== 'outdated') {
        const local = toKept(name, news, earlier, now);
        await keep(deps, options, source, earlier, local);
        return { ...local, isReused: false };
      }
    }
    const unavailable = (reason: string, retryAfterSeconds?: number): Answer => ({
      source: name,
      outcome: 'unavailable',
      reason,
      consultedAt: now,
      isReused: false,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
    if (source === undefined) return unavailable('source_not_configured');
    const consultation = await deps.sources.ask(source, subject, contextOf(options, now));
    if (consultation.outcome === 'unavailable') {
      return unavailable(consultation.reason, consultation.retryAfterSeconds);
    }
    const fresh = toKept(name, consultation, earlier, now);
    await keep(deps, options, source, earlier, fresh);
    const reason = consultation.outcome === 'absent' ? consultation.reason : undefined;
    return { ...fresh, ...(reason === undefined ? {} : { reason }), isReused: false };
  };

  const answers = new Map<string, Promise<Answer>>();
  async function found({ name }: Source): Promise<Consultation | undefined> {
    const told = await answers.get(name);
    return told?.outcome === 'found' && told.knowledge ? { outcome: 'found', ...told.knowledge } : undefined;
  }
  for (const one of template.sources) answers.set(one.name, answer(one));
  return await Promise.all(answers.values());
}

/** Keeps an answer; what it changes about lists is told in the same transaction. */
async function keep(
  { cipher }: Pick<ProfilesDeps, 'cipher'>,
  { db, execution }: ConsultOptions,
  source: Source | undefined,
  earlier: KeptAnswer | undefined,
  answer: KeptAnswer,
): Promise<void> {
  const news = findListNews(source, earlier, answer);
  if (source === undefined || news === undefined) {
    await keepAnswer(db, cipher, execution.profileId, execution.id, answer);
    return;
  }
  await db.transaction().execute(async (tx) => {
    await keepAnswer(tx, cipher, execution.profileId, execution.id, answer);
    await recordListNews(tx, cipher, execution, source, news, answer.consultedAt);
  });
}

function contextOf({ db, signal, execution }: ConsultOptions, now: Date): AskContext {
  return { db, signal, attributes: execution.detail.attributes, now };
}

/**
 * True if an answer may be used again. Two kinds are always asked again. Our own database costs no more than the old
 * answer; a source without knowledge may have learnt.
 */
function isYoung(
  answer: KeptAnswer,
  source: Source | undefined,
  maxAge: string | undefined,
  now: Date,
): boolean {
  if (maxAge === undefined || answer.outcome === 'absent' || source?.isLocal === true) return false;
  return answer.consultedAt.getTime() > now.getTime() - parseMaxAge(maxAge)!;
}

/** False if the answer of that execution was to another question: with another postal code, another date of birth. */
async function isSameQuestion(
  cipher: RecordCipher,
  source: Source | undefined,
  executionId: string,
  { db, execution }: ConsultOptions,
): Promise<boolean> {
  const { attributes } = execution.detail;
  // Nobody can be asked by what the client does not say.
  const said = source?.asksBy?.filter((name) => attributes[name] !== undefined) ?? [];
  if (said.length === 0) return true;
  const before = (await findExecution(db, cipher, executionId))?.detail.attributes;
  return said.every((name) => before?.[name] === attributes[name]);
}

/** The present answer of our own database in place of a young one; undefined when it has none. */
async function findNews(
  deps: Pick<ProfilesDeps, 'cipher' | 'sources'>,
  source: Source | undefined,
  answer: KeptAnswer,
  options: ConsultOptions,
  now: Date,
  found: (source: Source) => Promise<Consultation | undefined>,
): Promise<Extract<Consultation, { outcome: 'found' }> | 'outdated' | undefined> {
  if (source === undefined) return undefined;
  if (await isOutdated(source, answer, options.db)) return 'outdated';
  const local = await askOwnDatabase(deps, source, options.subject, contextOf(options, now), found);
  if (local.outcome === 'found') return local;
  return source.hitsOf !== undefined || answer.version === ofOwnDatabase ? 'outdated' : undefined;
}

/**
 * The answer of our own database for a source that asks others, too. A list is read by what `told` and the profile say
 * of the subject.
 */
export async function askOwnDatabase(
  { cipher, sources }: Pick<ProfilesDeps, 'cipher' | 'sources'>,
  source: Source,
  subject: Subject,
  context: AskContext,
  told?: (source: Source) => Promise<Consultation | undefined>,
): Promise<Consultation> {
  if (source.hitsOf !== undefined) return await consultLocally(cipher, source, subject, context, told);
  if (source.localPart === undefined) return { outcome: 'absent' };
  return await sources.askOnce(source.localPart, subject, context);
}

/** True if the source would answer from other data now, such as another edition of a list. */
async function isOutdated(source: Source | undefined, { version }: KeptAnswer, db: Db): Promise<boolean> {
  return source?.currentVersion !== undefined && (await source.currentVersion(db)) !== version;
}

/** True if a list that an answer rests on has another edition since. */
export async function hasOtherEdition(
  { sources }: Pick<ProfilesDeps, 'sources'>,
  subject: Subject,
  answers: readonly Answer[],
  db: Db,
): Promise<boolean> {
  for (const answer of answers) {
    const source = answer.outcome === 'found' ? sources.find(answer.source, subject.kind) : undefined;
    if (answer.outcome === 'found' && source?.hitsOf && (await isOutdated(source, answer, db))) return true;
  }
  return false;
}

function toKept(
  source: string,
  consultation: Exclude<Consultation, { outcome: 'unavailable' }>,
  earlier: KeptAnswer | undefined,
  consultedAt: Date,
): KeptAnswer {
  if (consultation.outcome === 'absent') {
    return {
      source,
      outcome: 'absent',
      consultedAt,
      knowledge: earlier?.knowledge,
      foundAt: earlier?.foundAt,
      version: consultation.version,
    };
  }
  const { data, basicData, partners, version, restsOn } = consultation;
  return {
    source,
    outcome: 'found',
    consultedAt,
    knowledge: toAnswer({ data, basicData, partners, restsOn }),
    foundAt: consultedAt,
    version,
  };
}

/** The registry's generation that answers about a company are from, as the first of them that tells a version says. */
export function readGeneration(answers: readonly Answer[]): number | undefined {
  for (const answer of answers) {
    if (answer.outcome === 'unavailable' || answer.version === undefined) continue;
    const generation = Number(answer.version);
    if (Number.isSafeInteger(generation)) return generation;
  }
  return undefined;
}
