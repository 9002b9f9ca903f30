import type { Job, JobOutcome } from '../../platform/jobs/index.ts';
import { runExecutionJob } from '../executions/execution.ts';
import { findExecution } from '../executions/executions-store.ts';
import { addExecution } from '../executions/start-execution.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { lockProfile } from '../profiles-store.ts';
import { findDefaultQueryTemplate, findLastQueryTemplate } from '../query-templates/query-templates-store.ts';
import { consultLocally } from '../sources/consult-locally.ts';
import type { JsonObject, Source, Subject } from '../types.ts';
import { loadSubject } from '../write-profile.ts';
import {
  type AnswerOfProfile,
  findRescreening,
  hasOpenImportExecution,
  listAnswersOfSource,
  noteRescreening,
  type Rescreening,
} from './rescreenings-store.ts';

export type RescreeningLimits = {
  /** Profiles between two notes of how far it went. */
  readonly atATime: number;
  /** Executions that one run starts at most. */
  readonly mostStarted: number;
  /** Time after which a run ends, in milliseconds; the next one goes on. */
  readonly runMs: number;
};

/** With a run each minute: 200 executions a minute at most, as watches. */
export const usualRescreeningLimits: RescreeningLimits = { atATime: 250, mostStarted: 200, runMs: 45_000 };

type Deps = Pick<
  ProfilesDeps,
  'db' | 'cipher' | 'nameIndex' | 'clock' | 'jobs' | 'people' | 'sources' | 'limits'
>;

/**
 * Looks again at the known profiles after the lists of a source have changed, by our own database alone: no provider
 * is asked. Where an entry came or went, or counts otherwise, an execution runs, which decides and tells. A run does a
 * part and notes how far it went.
 *
 * See docs/decisions/0095.
 */
export async function rescreenProfiles(
  deps: Deps,
  { signal }: Pick<Job, 'signal'>,
  limits: RescreeningLimits = usualRescreeningLimits,
): Promise<JobOutcome> {
  const endsAtMs = performance.now() + limits.runMs;
  let left = limits.mostStarted;
  for (const source of deps.sources.sources) {
    if (source.hitsOf === undefined || source.currentVersion === undefined) continue;
    let state = await resume(deps, source, await source.currentVersion(deps.db));
    while (state.finishedAt === undefined && left > 0 && performance.now() < endsAtMs) {
      if (signal.aborted) return { outcome: 'failed', retryable: true, reason: 'interrupted' };
      const page = { source: source.name, after: state.afterProfile, limit: limits.atATime };
      const answers = await listAnswersOfSource(deps.db, deps.cipher, page);
      let { afterProfile, screenedCount, changedCount } = state;
      for (const one of answers) {
        if (left === 0) break;
        if (await rescreen(deps, source, one, signal)) {
          changedCount += 1;
          left -= 1;
        }
        screenedCount += 1;
        afterProfile = one.profileId;
      }
      const isDone =
        answers.length < limits.atATime && afterProfile === (answers.at(-1)?.profileId ?? afterProfile);
      const finishedAt = isDone ? deps.clock.now() : undefined;
      state = { ...state, afterProfile, screenedCount, changedCount, finishedAt };
      await noteRescreening(deps.db, state);
    }
  }
  return { outcome: 'done' };
}

/** The going-through of the present version: the one under way, or a new one from the first profile. */
async function resume({ db, clock }: Deps, source: Source, version: string): Promise<Rescreening> {
  const { name, subject } = source;
  const earlier = await findRescreening(db, name, subject);
  if (earlier?.version === version) return earlier;
  return {
    source: name,
    subject,
    version,
    afterProfile: '',
    startedAt: clock.now(),
    finishedAt: undefined,
    screenedCount: 0,
    changedCount: 0,
  };
}

/** True if an execution was started. */
async function rescreen(
  deps: Deps,
  source: Source,
  { profileId, executionId, answer: earlier }: AnswerOfProfile,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, cipher, clock } = deps;
  const subject = await loadSubject(db, deps, profileId);
  if (subject === undefined || subject.kind !== source.subject) return false;
  const execution = await findExecution(db, cipher, executionId);
  const attributes = execution?.detail.attributes ?? {};
  const context = { db, signal, attributes, now: clock.now() };
  const answer = await consultLocally(cipher, source, subject, context);
  if (answer.outcome !== 'found') return false;
  if (textOfHits(source, earlier.knowledge?.data) === textOfHits(source, answer.data)) return false;
  return await startImportExecution(deps, { subject, templateId: execution?.templateId, attributes });
}

/** The entries with how sure and of what weight each is: a list also corrects those that it keeps. */
function textOfHits(source: Source, data: JsonObject | undefined): string {
  const hits = data === undefined ? [] : source.hitsOf!(data);
  return JSON.stringify(hits.map((hit) => JSON.stringify(hit)).sort());
}

/**
 * Starts an execution on a known profile because data of ours have changed, with the attributes of an earlier one. Its
 * template's last version, or the default one where the execution is gone. Partners are not onboarded again. False for a
 * profile that is gone, or has such an execution under way, which looks at the editions before it ends.
 */
async function startImportExecution(
  deps: Pick<ProfilesDeps, 'db' | 'cipher' | 'nameIndex' | 'clock' | 'jobs' | 'limits'>,
  request: {
    readonly subject: Subject;
    readonly templateId: string | undefined;
    readonly attributes: JsonObject;
  },
): Promise<boolean> {
  const { db, cipher, clock } = deps;
  const { subject, templateId, attributes } = request;
  const isStarted = await db.transaction().execute(async (tx) => {
    const profile = await lockProfile(tx, cipher, subject.id);
    if (profile === undefined || (await hasOpenImportExecution(tx, subject.id))) return false;
    const earlier = templateId === undefined ? undefined : await findLastQueryTemplate(tx, templateId);
    const template = earlier ?? (await findDefaultQueryTemplate(tx, subject.kind));
    const asked = { origin: 'IMPORT', attributes } as const;
    await addExecution(tx, deps, { subject, profile, template, asked }, clock.now());
    return true;
  });
  if (isStarted) deps.jobs.wake(runExecutionJob);
  return isStarted;
}
