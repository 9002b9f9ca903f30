import { setTimeout as delay } from 'node:timers/promises';
import { decodeCursor, encodeCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/db/index.ts';
import type { Cnpj, Cpf } from '../../platform/documents.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { ProfileError } from '../errors.ts';
import { findPartners, type ShownPartner } from '../onboarding-store.ts';
import type { CompanyIds } from '../profiles-deps.ts';
import type { PartnerPeople, ProfileStatus } from '../types.ts';
import type { Execution, ExecutionSource } from './execution.ts';
import { type ExecutionTry, findExecutionTries } from './execution-tries-store.ts';
import {
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

type Deps = { readonly db: Db; readonly cipher: RecordCipher };

/** An execution as it stands. Throws `execution_not_found`. */
export async function getExecution(deps: Deps, id: string): Promise<ExecutionReport> {
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

export type ListExecutionsQuery = {
  /** Whose executions; everybody's when undefined. */
  readonly subject:
    | { readonly cpf: Cpf }
    | { readonly cnpj: Cnpj }
    | { readonly profileId: string }
    | undefined;
  readonly status: ProfileStatus | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
};

export type ExecutionPage = {
  readonly executions: readonly Execution[];
  /** Where the next page begins; undefined on the last one. */
  readonly nextCursor: string | undefined;
};

/** A page of executions, newest first; empty for a subject nobody knows. Throws `cursor_invalid`. */
export async function listExecutions(
  deps: {
    readonly db: Db;
    readonly cipher: RecordCipher;
    readonly people: PartnerPeople;
    readonly companyIds: CompanyIds;
  },
  query: ListExecutionsQuery,
): Promise<ExecutionPage> {
  const after = decodeCursor(query.cursor, /^exe_\w{1,80}$/)?.[0];
  const profileId = await findProfileId(deps, query.subject);
  if (query.subject !== undefined && profileId === undefined)
    return { executions: [], nextCursor: undefined };
  const { status, limit } = query;
  const found = await findExecutions(deps.db, deps.cipher, { profileId, status, after, limit: limit + 1 });
  const executions = found.slice(0, limit);
  return {
    executions,
    nextCursor: found.length > limit ? encodeCursor(executions.at(-1)!.id) : undefined,
  };
}

async function findProfileId(
  deps: { readonly db: Db; readonly people: PartnerPeople; readonly companyIds: CompanyIds },
  subject: ListExecutionsQuery['subject'],
): Promise<string | undefined> {
  if (subject === undefined) return undefined;
  if ('profileId' in subject) return subject.profileId;
  return 'cpf' in subject
    ? await deps.people.findPersonId(deps.db, subject.cpf)
    : deps.companyIds.idOf(subject.cnpj);
}
