import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/index.ts';
import type { RecordCipher } from '../../src/platform/encryption/index.ts';
import { listHistory } from '../../src/profiles/index.ts';
import { answerFor } from './flaky-provider.ts';

type Deps = { readonly db: Db; readonly cipher: RecordCipher };

/** What was started, by the id of the execution. */
export type Started = ReadonlyMap<string, { readonly key: string; readonly partners: number }>;

/** How many executions and jobs are still open. */
export async function countOpen(db: Db): Promise<{ readonly executions: number; readonly jobs: number }> {
  const { rows } = await sql<{ executions: number; jobs: number }>`
    select (select count(*) from executions where completed_at is null) as executions,
           (select count(*) from jobs
             where state in ('waiting', 'running') and name in ('run-execution', 'settle-profile')) as jobs
    `.execute(db);
  return rows[0]!;
}

/** Everything that is not as it must be at the end; empty when all is well. */
export async function checkExecutions(deps: Deps, started: Started): Promise<readonly string[]> {
  const { db } = deps;
  const problems: string[] = [];
  const { rows } = await sql<{
    id: string;
    state: string;
    status: string;
    reason: string | null;
    profile_id: string;
    children: number;
    profiles_of_children: number;
  }>`
    select e.id, e.state, e.status, e.reason, e.profile_id,
           (select count(*) from executions c where c.parent_id = e.id) as children,
           (select count(distinct c.profile_id) from executions c where c.parent_id = e.id) as profiles_of_children
      from executions e where e.parent_id is null`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { key, partners }] of started) {
    const row = found.get(id);
    if (row === undefined) {
      problems.push(`${id} is gone`);
      continue;
    }
    const expected = answerFor(key).isFine ? 'APPROVED' : 'REPROVED';
    if (row.state !== 'done') problems.push(`${id} ended ${row.state}: ${row.reason}`);
    else if (row.status !== expected)
      problems.push(`${id} is ${row.status} (${row.reason}), not ${expected}`);
    if (row.children !== partners) problems.push(`${id} has ${row.children} children, not ${partners}`);
    if (row.profiles_of_children !== row.children) problems.push(`${id} has two children for one partner`);
    const verdicts = await countVerdicts(deps, row.profile_id, id);
    if (verdicts !== 1) problems.push(`${id} gave its profile ${verdicts} verdicts`);
  }
  if (rows.length !== started.size) problems.push(`${rows.length} executions for ${started.size} requests`);
  const bad = await sql<{ count: number }>`
    select count(*) as count from executions where parent_id is not null and state <> 'done'`.execute(db);
  if (bad.rows[0]!.count > 0) problems.push(`${bad.rows[0]!.count} children did not end well`);
  const stale = await sql<{ count: number }>`
    select count(*) as count from profiles
     where subject = 'company'
       and (select count(*) from json_array_elements(structure::json -> 'onboarding' -> 'qsa') as partner
             where partner ->> 'status' = 'COMPLETED') <> 3`.execute(db);
  if (stale.rows[0]!.count > 0)
    problems.push(`${stale.rows[0]!.count} companies show partners as unfinished`);
  const failed = await sql<{ count: number }>`
    select count(*) as count from jobs where state = 'failed' and name in ('run-execution', 'settle-profile')
    `.execute(db);
  if (failed.rows[0]!.count > 0) problems.push(`${failed.rows[0]!.count} jobs were given up`);
  return problems;
}

/** How often an execution gave its profile a verdict. PENDING and PROCESSING may come before it, as often as it was tried. */
async function countVerdicts(deps: Deps, profileId: string, executionId: string): Promise<number> {
  const entries = await listHistory(deps, profileId, { limit: 200 });
  return entries
    .filter((entry) => entry.executionId === executionId)
    .flatMap((entry) => entry.changes)
    .filter(({ path, to }) => path === 'status' && (to === 'APPROVED' || to === 'REPROVED')).length;
}
