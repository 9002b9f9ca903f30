import { walkPages } from '../platform/cursors.ts';
import { isPartitionEmpty, type Tx } from '../platform/db/index.ts';
import type { ErasePart, ExportPart, HeldPeople, RetentionRule } from '../platform/personal-data.ts';
import {
  eraseOldExecutions,
  eraseOldPartners,
  eraseProfile,
  listCompaniesWithOldPartners,
} from './erasure-store.ts';
import { findExecutions } from './executions/executions-store.ts';
import { getExecution } from './executions/find-executions.ts';
import { listHistory } from './history-store.ts';
import type { ProfilesDeps } from './profiles-deps.ts';
import { rewriteCompanies } from './write-profile.ts';

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

type Deps = Pick<ProfilesDeps, 'db' | 'cipher'>;

const pageSize = 100;

/** The executions about a person, with what was asked and decided, and the history of the profile. */
export function exportParts(deps: Deps): readonly ExportPart[] {
  return [
    { name: 'executions', list: ({ id }) => eachExecution(deps, id) },
    { name: 'history', list: ({ id }) => walkPages(pageSize, (page) => listHistory(deps, id, page)) },
  ];
}

async function* eachExecution(deps: Deps, profileId: string) {
  const executions = walkPages(pageSize, (page) =>
    findExecutions(deps.db, deps.cipher, { profileId, status: undefined, ...page }),
  );
  for await (const { id } of executions) {
    const { execution, sources } = await getExecution(deps, id);
    const { detail, ...about } = execution;
    yield { ...about, ...detail, sources };
  }
}

const batchSize = 200;

/**
 * Retention of executions that ended, with their attributes and decisions. The profile keeps its facts. A company
 * keeps the execution that shows its partners, and the partners' executions; their months stay with them.
 */
export function retentionRule(options: Deps & { readonly days: number | undefined }): RetentionRule {
  return {
    name: 'ended executions (RETENTION_EXECUTIONS_DAYS)',
    days: options.days,
    months: { table: 'executions', mayGo: isPartitionEmpty },
    prepare: (before, signal, lockHeld) => erasePartners(options, before, signal, lockHeld),
    async eraseBatch(tx, before, limit, _now, held) {
      return { count: await eraseOldExecutions(tx, before, limit, held.ids), files: [] };
    },
  };
}

/** A company at a time: executions lock companies as well, in an order of their own. */
async function erasePartners(
  deps: Deps,
  endedBefore: Date,
  signal: AbortSignal,
  lockHeld: (tx: Tx) => Promise<HeldPeople>,
): Promise<void> {
  let after = '';
  for (;;) {
    const page = { after, limit: batchSize };
    const companyIds = await listCompaniesWithOldPartners(deps.db, endedBefore, page);
    for (const companyId of companyIds) {
      if (signal.aborted) return;
      await deps.db.transaction().execute(async (tx) => {
        const { ids } = await lockHeld(tx);
        await eraseOldPartners(tx, deps.cipher, { companyId, endedBefore, heldPeople: ids });
      });
    }
    if (companyIds.length < batchSize) return;
    after = companyIds.at(-1)!;
  }
}
