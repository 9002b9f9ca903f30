import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/db/index.ts';
import type { Cnpj } from '../../platform/documents/index.ts';
import { findAnswers, type KeptAnswer } from '../profile-sources-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { ensureCompanyProfile, type LockedProfile, lockProfile } from '../profiles-store.ts';
import { type Decider, decideOutside } from '../rules/decide-outside.ts';
import type { ExecutionOrigin, JsonObject, Subject } from '../types.ts';
import { writeFirstDocument, writeProfile } from '../write-profile.ts';
import { type Answer, consultSources, readGeneration } from './consult-sources.ts';
import type { Execution } from './execution.ts';
import { insertExecution } from './executions-store.ts';
import { finishRun } from './finish-run.ts';
import { runExecutionJob } from './job-names.ts';
import { chooseQueryTemplate, newExecution } from './start-execution.ts';

export type ExecuteInlineRequest = {
  readonly cnpj: Cnpj;
  /** The default for companies when undefined. */
  readonly templateId?: string;
  readonly origin: ExecutionOrigin;
  readonly clientId?: string;
  readonly metadata?: JsonObject;
  /**
   * When an execution is made: `first` only for a company that has none yet and that a source knows; `changed` only
   * when the sources say something else than before, and otherwise the dates of the answers are moved; `always`.
   */
  readonly when: 'first' | 'changed' | 'always';
};

/** The outcome. */
export type InlineOutcome =
  /** An execution was made. */
  | { readonly outcome: 'executed'; readonly profileId: string; readonly executionId: string }
  /** There was one already (`first`). */
  | { readonly outcome: 'present'; readonly profileId: string }
  /** The sources say what they said before (`changed`). */
  | { readonly outcome: 'unchanged'; readonly profileId: string }
  /** No source knows the company; nothing was stored (`first`). */
  | { readonly outcome: 'unknown' };

class UnknownCompany extends Error {}

/**
 * An execution about a company within one transaction, asking local sources only: when this resolves, the profile can
 * be read. It makes no profile of anybody else and starts no execution of partners: that takes an execution of the API. Of many calls at once for one company, one makes the execution, and the others wait for it. Sources that
 * are not local count as unavailable.
 *
 * Throws `query_template_not_found`, `query_template_subject_wrong`.
 */
export async function executeInline(
  deps: ProfilesDeps,
  request: ExecuteInlineRequest,
): Promise<InlineOutcome> {
  try {
    const outcome = await decideOutside(deps.rules, (decide) =>
      deps.db.transaction().execute((tx) => execute(tx, deps, request, decide)),
    );
    if (outcome.outcome === 'executed') deps.jobs.wake(runExecutionJob);
    return outcome;
  } catch (error) {
    // Thrown so that the profile made for it is undone.
    if (error instanceof UnknownCompany) return { outcome: 'unknown' };
    throw error;
  }
}

async function execute(
  tx: Tx,
  deps: ProfilesDeps,
  request: ExecuteInlineRequest,
  decide: Decider,
): Promise<InlineOutcome> {
  const { cnpj, when } = request;
  const now = deps.clock.now();
  const template = await chooseQueryTemplate(tx, 'company', request.templateId);
  const first = (id: string) => writeFirstDocument({ kind: 'company', id, cnpj });
  const profileId = await ensureCompanyProfile(tx, cnpj, first, now);
  const profile = (await lockProfile(tx, deps.cipher, profileId))!;
  if (when === 'first' && profile.state.executions.length > 0) return { outcome: 'present', profileId };

  const subject = { kind: 'company', id: profileId, cnpj } as const;
  const before = await findAnswers(tx, deps.cipher, profileId);
  const made = newExecution(
    subject,
    template,
    {
      origin: request.origin,
      clientId: request.clientId,
      attributes: {},
      metadata: request.metadata,
      referenceId: undefined,
    },
    now,
  );
  const execution: Execution = { ...made, onboarding: { depth: 0, waits: false } };
  const answers = await consultSources(deps, {
    execution,
    template: template.definition,
    subject,
    signal: new AbortController().signal,
    db: tx,
    onlyLocal: true,
  });
  if (when === 'first' && !answers.some((answer) => answer.outcome === 'found')) throw new UnknownCompany();
  if (when === 'changed' && saysTheSame(deps, before, answers)) {
    await moveDates(tx, deps, profile, subject, answers, now);
    return { outcome: 'unchanged', profileId };
  }
  await insertExecution(tx, deps.cipher, execution);
  const { definition } = template;
  await finishRun(tx, deps, { subject, template: definition, answers, execution, profile, decide, now });
  return { outcome: 'executed', profileId, executionId: execution.id };
}

/** True if no source has new knowledge. A source that is not available has none. */
function saysTheSame(
  deps: Pick<ProfilesDeps, 'sources'>,
  before: readonly KeptAnswer[],
  answers: readonly Answer[],
): boolean {
  return answers.every((answer) => {
    if (answer.outcome !== 'found') return true;
    const { knowledge } = before.find((it) => it.source === answer.source) ?? {};
    const keys = deps.sources.find(answer.source, 'company')?.editionKeys ?? [];
    const news = (it: KeptAnswer['knowledge']) =>
      it && { ...omit(it, ['restsOn']), data: omit(it.data, keys) };
    return isDeepStrictEqual(JSON.parse(JSON.stringify(news(answer.knowledge))), news(knowledge));
  });
}

function omit(data: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));
}

/** The answers are kept already; what is left is the profile that shows their dates, and the registry's generation. */
async function moveDates(
  tx: Tx,
  deps: ProfilesDeps,
  profile: LockedProfile,
  subject: Subject,
  answers: readonly Answer[],
  now: Date,
): Promise<void> {
  const { status, state } = profile;
  const registryGeneration = readGeneration(answers);
  await writeProfile(tx, deps.cipher, profile, { subject, status, state, registryGeneration }, now);
}
