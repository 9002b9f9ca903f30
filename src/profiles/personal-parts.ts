import type { ErasePart, ExportPart } from '../platform/personal-data.ts';
import { eraseProfile } from './erasure-store.ts';
import { getExecution } from './executions/get-execution.ts';
import { listExecutions } from './executions/list-executions.ts';
import { listHistory } from './list-history.ts';
import type { ProfilesDeps } from './profiles-deps.ts';
import { rewriteCompanies } from './rewrite-companies.ts';

/** Erases the profile of a person; afterwards the companies that show the person are written anew. */
export function erasePart(deps: Parameters<typeof rewriteCompanies>[0]): ErasePart {
  return async (tx, person) => {
    const erased = { executions: 0, sources: 0, history: 0 };
    const companyIds = new Set<string>();
    for (const row of person.rows) {
      const profile = await eraseProfile(tx, row.id);
      for (const id of profile.companyIds) companyIds.add(id);
      erased.executions += profile.executions;
      erased.sources += profile.sources;
      erased.history += profile.history;
    }
    return { erased, afterCommit: () => rewriteCompanies(deps, [...companyIds]) };
  };
}

type Deps = Pick<ProfilesDeps, 'db' | 'cipher' | 'clock' | 'people' | 'companyIds'>;

const pageSize = 100;

/** The executions about a person, with what was asked and decided, and the history of the profile. */
export function exportParts(deps: Deps): readonly ExportPart[] {
  return [
    { name: 'executions', list: ({ id }) => eachExecution(deps, id) },
    { name: 'history', list: ({ id }) => eachChange(deps, id) },
  ];
}

async function* eachExecution(deps: Deps, profileId: string) {
  let cursor: string | undefined;
  do {
    const page = await listExecutions(deps, {
      subject: { profileId },
      status: undefined,
      cursor,
      limit: pageSize,
    });
    for (const { id } of page.executions) {
      const { execution, sources } = await getExecution(deps, id);
      const { detail, ...about } = execution;
      yield { ...about, ...detail, sources };
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

async function* eachChange(deps: Deps, profileId: string) {
  let cursor: string | undefined;
  do {
    const page = await listHistory(deps, profileId, { cursor, limit: pageSize });
    yield* page.entries;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
