import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../platform/db/index.ts';
import type { Cnpj, Cpf } from '../../platform/documents.ts';
import { ProfileError } from '../errors.ts';
import { findPartners, type ShownPartner } from '../onboarding-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import type { Execution, ExecutionSource } from './execution.ts';
import { type ExecutionTry, findExecutionTries } from './execution-tries-store.ts';
import {
  type ExecutionFilter,
  findCompletion,
  findExecution,
  findExecutionSources,
  findExecutions,
  findNeighbours,
} from './executions-store.ts';

/** An execution with what its sources said and the partners it found. */
export type ExecutionReport = {
  readonly execution: Execution;
  readonly sources: readonly ExecutionSource[];
  /** Of a company; empty before they are known. */
  readonly partners: readonly ShownPartner[];
  /** Runs in which a source could not be asked, and those after. */
  readonly tries: readonly ExecutionTry[];
  /** The executions about the same profile that were started before and after it. */
  readonly neighbours: { readonly previousId: string | undefined; readonly nextId: string | undefined };
};

/** An execution as it stands. Throws `execution_not_found`. */
export async function getExecution(
  deps: Pick<ProfilesDeps, 'db' | 'cipher'>,
  id: string,
): Promise<ExecutionReport> {
  const execution = await findExecution(deps.db, deps.cipher, id);
  if (execution === undefined) throw new ProfileError('execution_not_found');
  const sources = await findExecutionSources(deps.db, [id]);
  return {
    execution,
    sources: sources.get(id) ?? [],
    partners: execution.subject === 'company' ? await findPartners(deps.db, id) : [],
    tries: await findExecutionTries(deps.db, id),
    neighbours: await findNeighbours(deps.db, execution),
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
