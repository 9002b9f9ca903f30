import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../platform/db/index.ts';
import type { Cnpj, Cpf } from '../../platform/documents.ts';
import { ProfileError } from '../errors.ts';
import { findPartners } from '../onboarding-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import type { Execution } from './execution.ts';
import { findExecutionTries } from './execution-tries-store.ts';
import {
  type ExecutionFilter,
  findCompletion,
  findExecution,
  findExecutionSources,
  findExecutions,
  findNeighbours,
} from './executions-store.ts';

export type ExecutionReport = Awaited<ReturnType<typeof getExecution>>;

/** An execution as it stands, with what its sources said and the partners it found. Throws `execution_not_found`. */
export async function getExecution({ db, cipher }: Pick<ProfilesDeps, 'db' | 'cipher'>, id: string) {
  const execution = await findExecution(db, cipher, id);
  if (execution === undefined) throw new ProfileError('execution_not_found');
  return {
    execution,
    sources: (await findExecutionSources(db, [id])).get(id) ?? [],
    /** Of a company; empty before they are known. */
    partners: execution.subject === 'company' ? await findPartners(db, id) : [],
    /** Runs in which a source could not be asked, and those after. */
    tries: await findExecutionTries(db, id),
    /** The executions about the same profile that were started before and after it. */
    neighbours: await findNeighbours(db, execution),
  };
}

const firstPauseMs = 25;
const longestPauseMs = 200;

/** Resolves to whether the execution has ended, once it has or when the time is up. */
export async function waitForExecution(
  db: Db,
  id: string,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const until = performance.now() + options.timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    if ((await findCompletion(db, id)) !== false) return true;
    const leftMs = until - performance.now();
    if (leftMs <= 0 || options.signal.aborted) return false;
    await delay(Math.min(pauseMs, leftMs), undefined, { signal: options.signal }).catch(() => {});
  }
}

/** The subject of executions that are looked for. */
export type WantedSubject = { readonly cpf: Cpf } | { readonly cnpj: Cnpj } | { readonly profileId: string };

type Deps = Pick<ProfilesDeps, 'db' | 'cipher' | 'people' | 'companyIds'>;

/** Executions, newest first, everybody's when no subject is named; none of a subject nobody knows. */
export async function listExecutions(
  deps: Deps,
  {
    subject,
    ...filter
  }: Omit<ExecutionFilter, 'profileId'> & { readonly subject: WantedSubject | undefined },
): Promise<readonly Execution[]> {
  const profileId = subject && (await findProfileId(deps, subject));
  if (subject !== undefined && profileId === undefined) return [];
  return await findExecutions(deps.db, deps.cipher, { ...filter, profileId });
}

async function findProfileId(deps: Deps, subject: WantedSubject): Promise<string | undefined> {
  if ('profileId' in subject) return subject.profileId;
  return 'cpf' in subject
    ? await deps.people.findPersonId(deps.db, subject.cpf)
    : deps.companyIds.idOf(subject.cnpj);
}
