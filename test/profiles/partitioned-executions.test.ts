import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makePartitions, type OpenDatabase } from '../../src/platform/db/index.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { createId } from '../../src/platform/ids.ts';
import { applyRetention } from '../../src/privacy/apply-retention.ts';
import { executionIdKind } from '../../src/profiles/declarations.ts';
import type { Execution } from '../../src/profiles/executions/execution.ts';
import {
  beginRun,
  countOpenChildren,
  findCompletion,
  findExecution,
  findExecutions,
  findNeighbours,
  findStalledExecutions,
  getExecutionInChain,
  insertExecution,
  lockExecution,
  writeExecutionSources,
} from '../../src/profiles/executions/executions-store.ts';
import { retentionRule } from '../../src/profiles/personal-parts.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

const never = new AbortController().signal;
const cipher = createRecordCipher({ current: createMasterKey(Buffer.alloc(32, 3)), previous: [] });

async function addProfile(open: OpenDatabase, id: string): Promise<void> {
  await open.execute(
    `insert into profiles (id, subject, status, created_at, updated_at, key_id, wrapped_key, ciphertext)
     values ($1, 'person', 'APPROVED', now(), now(), 'key', '', '')`,
    [id],
  );
}

/** An execution of a profile that ended when it began, unless it is open; of the chain of a parent. */
async function addExecution(
  open: OpenDatabase,
  at: Date,
  {
    profileId = 'per_1',
    parent,
    isOpen = false,
  }: { profileId?: string; parent?: Execution; isOpen?: boolean } = {},
): Promise<{ readonly execution: Execution; readonly isNew: boolean }> {
  const id = createId(executionIdKind, at.getTime());
  const { rows } = await open.execute(
    'select template_id as id, version from query_template_versions limit 1',
  );
  const execution = {
    id,
    profileId,
    subject: 'person',
    clientId: undefined,
    origin: 'API',
    referenceId: undefined,
    templateId: String(rows[0]?.id),
    templateVersion: Number(rows[0]?.version),
    status: 'APPROVED',
    reason: undefined,
    state: isOpen ? 'queued' : 'done',
    parentId: parent?.id,
    rootId: parent?.rootId ?? id,
    rerunOf: undefined,
    onboarding: { depth: 1, waits: true },
    attempts: 0,
    nextAttemptAt: undefined,
    createdAt: at,
    updatedAt: at,
    completedAt: isOpen ? undefined : at,
    detail: { attributes: {} },
  } as unknown as Execution;
  const isNew = await open.db.transaction().execute(async (tx) => {
    const isNew = await insertExecution(tx, cipher, execution);
    const source = { source: 'civil', outcome: 'found', reason: undefined, consultedAt: at, isReused: false };
    if (isNew) await writeExecutionSources(tx, id, [source as never]);
    return isNew;
  });
  return { execution, isNew };
}

async function countByPartition(open: OpenDatabase): Promise<Record<string, number>> {
  const { rows } = await open.execute(
    'select tableoid::regclass::text as name, count(*)::int as count from executions group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]));
}

const newest = async (open: OpenDatabase) =>
  (
    await findExecutions(open.db, cipher, {
      profileId: 'per_1',
      status: undefined,
      after: undefined,
      limit: 1_000,
    })
  ).map(({ id }) => id);

describeDatabases('months of executions', (kind) => {
  const year = new Date().getUTCFullYear() + 1;
  const inMonth = (month: number, day = 10) => new Date(Date.UTC(year, month, day));
  const nameOf = (month: number) =>
    `executions_${inMonth(month).toISOString().slice(0, 7).replace('-', '_')}`;

  async function openMonths(t: Parameters<typeof openTestDatabase>[0]): Promise<OpenDatabase> {
    const open = await openTestDatabase(t, kind);
    for (const id of ['per_1', 'per_2', 'per_3']) await addProfile(open, id);
    // No more than twelve are made at once.
    for (const month of [-12, -1, 9]) await makePartitions(open, inMonth(month));
    return open;
  }

  it('are one table to those who read; a chain lies in one and has nobody twice', async (t) => {
    const open = await openMonths(t);
    const { execution: first } = await addExecution(open, inMonth(0), { isOpen: true });
    const { execution: child } = await addExecution(open, inMonth(2), {
      profileId: 'per_2',
      parent: first,
      isOpen: true,
    });
    const { execution: next } = await addExecution(open, inMonth(1));
    assert.deepEqual(await countByPartition(open), { [nameOf(0)]: 2, [nameOf(1)]: 1 });
    for (const profileId of ['per_1', 'per_2']) {
      const { isNew } = await addExecution(open, inMonth(4), { profileId, parent: child });
      assert.equal(isNew, false, 'whatever the month');
    }
    const { db } = open;
    // Made two months after its chain began, and by a clock that is behind.
    assert.equal((await findExecution(db, cipher, child.id))?.parentId, first.id);
    const { execution: behind } = await addExecution(open, new Date(inMonth(0).getTime() - 5_000), {
      profileId: 'per_3',
      parent: first,
    });
    assert.equal((await findExecution(db, cipher, behind.id))?.parentId, first.id);
    assert.equal(await findExecution(db, cipher, createId(executionIdKind)), undefined);
    await db.transaction().execute(async (tx) => {
      assert.equal((await lockExecution(tx, cipher, child.id))?.id, child.id);
    });
    assert.equal(await findCompletion(db, child.id), false);
    assert.equal(await countOpenChildren(db, first.id), 1);
    assert.deepEqual(await newest(open), [next.id, first.id]);
    assert.deepEqual(await findNeighbours(db, first), { previousId: undefined, nextId: next.id });
    await db.transaction().execute(async (tx) => {
      assert.equal((await getExecutionInChain(tx, first.id, 'per_2')).id, child.id);
    });
    assert.deepEqual(await findStalledExecutions(db, inMonth(5), 10), [first.id, child.id]);
    assert.equal((await beginRun(db, cipher, child.id, inMonth(5)))?.state, 'running');
  });

  it('go once retention has taken their last execution, the first one with them', async (t) => {
    const open = await openMonths(t);
    const { db } = open;
    const { execution: early } = await addExecution(open, inMonth(-20));
    const again = `insert into executions select * from executions where id = '${early.id}'`;
    await assert.rejects(open.execute(again), /executions_first_(pkey|root_id_profile_id_idx)/);
    await assert.rejects(
      addExecution(open, inMonth(0), { profileId: 'per_9' }),
      /executions_profile_id_fkey/,
    );
    await addExecution(open, inMonth(0));
    const { execution: held } = await addExecution(open, inMonth(1), { profileId: 'per_2' });
    const { execution: young } = await addExecution(open, inMonth(4));
    assert.equal((await countByPartition(open)).executions_first, 1);
    const retain = (ids: readonly string[]) =>
      applyRetention(
        {
          database: open,
          store: { delete: async () => assert.fail('no photo is theirs') } as never,
          clock: { now: () => inMonth(4, 20) },
          rules: () => [retentionRule({ db, cipher, days: 30 })],
          lockHeld: async () => ({ ids, cpfIndexes: [] }),
        },
        never,
      );
    const oldest = async () => {
      const { rows } = await open.execute(
        "select relname as name from pg_class where relispartition and relkind = 'r' and relname ~ '^executions_(first|2[0-9_]+)$' order by 1",
      );
      const names = rows.map(({ name }) => String(name));
      return names.includes('executions_first') ? 'executions_first' : names[0];
    };
    // The rows go in one run, the empty months with the next.
    assert.deepEqual(await retain(['per_2']), { outcome: 'done' });
    assert.equal(await oldest(), 'executions_first');
    assert.deepEqual(await countByPartition(open), { [nameOf(1)]: 1, [nameOf(4)]: 1 });
    assert.deepEqual(await retain(['per_2']), { outcome: 'done' });
    assert.equal(await oldest(), nameOf(1), 'has one of a held person');
    assert.ok(await findExecution(db, cipher, held.id));
    await retain([]);
    assert.deepEqual(await retain([]), { outcome: 'done' });
    assert.equal(await oldest(), nameOf(3), 'ended within the retention');
    assert.deepEqual(await newest(open), [young.id]);
    const { rows } = await open.execute('select count(*)::int as count from execution_sources');
    assert.equal(rows[0]?.count, 1);
  });
});
