import { decodeCursor, encodeCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/db/index.ts';
import type { Cnpj, Cpf } from '../../platform/documents/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { CompanyIds } from '../company-ids.ts';
import type { PartnerPeople, ProfileStatus } from '../types.ts';
import type { Execution } from './execution.ts';
import { findExecutions } from './executions-store.ts';

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
  const after = decodeCursor(query.cursor, /^[\w-]{1,80}$/)?.[0];
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
