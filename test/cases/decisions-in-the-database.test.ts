import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/index.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

const sealed = sql`'k', ''::bytea, ''::bytea`;

async function addAccount(db: Db, id: string): Promise<void> {
  await sql`insert into accounts (id, role, locale, created_at, key_id, wrapped_key, ciphertext)
    values (${id}, 'analyst', 'en', now(), ${sealed})`.execute(db);
}

async function addCase(db: Db, id: string): Promise<void> {
  await sql`insert into cases (id, kind, state, priority, person_id, reasons, origin, due_at, opened_at)
    values (${id}, 'manual', 'open', 50, 'per_1', '{}', ${id}, now(), now())`.execute(db);
}

type Proposal = {
  readonly id: string;
  readonly caseId: string;
  readonly by?: string;
  readonly needs?: boolean;
};

async function propose(db: Db, { id, caseId, by = 'acc_1', needs = true }: Proposal): Promise<void> {
  const kind = by.startsWith('acc') ? 'account' : 'client';
  await sql`insert into case_decisions (id, case_id, outcome, reason_code, proposed_by_kind, proposed_by, proposed_at,
      needs_confirmation, key_id, wrapped_key, ciphertext)
    values (${id}, ${caseId}, 'approve', 'other', ${kind}, ${by}, now(), ${needs}, ${sealed})`.execute(db);
}

const confirm = (db: Db, id: string, by: string, isConfirmed = true) =>
  sql`update case_decisions set confirmed_by = ${by}, is_confirmed = ${isConfirmed}, confirmed_at = now()
    where id = ${id}`.execute(db);

const close = (db: Db, id: string) =>
  sql`update cases set state = 'decided', decided_at = now() where id = ${id}`.execute(db);

const refused = (work: Promise<unknown>, name: RegExp) =>
  assert.rejects(work, (error: Error) => {
    const { cause = error } = error as { cause?: unknown };
    assert.match(String((cause as Error).message ?? cause), name);
    return true;
  });

describeDatabases('whatever the code does, the database', (kind) => {
  it('keeps four eyes', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await addAccount(db, 'acc_1');
    await addAccount(db, 'acc_2');
    for (const id of ['cas_1', 'cas_2', 'cas_3']) await addCase(db, id);

    await refused(close(db, 'cas_1'), /no decision that stands/);
    await propose(db, { id: 'dec_1', caseId: 'cas_1' });
    await refused(close(db, 'cas_1'), /no decision that stands/);
    await refused(confirm(db, 'dec_1', 'acc_1'), /four_eyes/);
    await refused(confirm(db, 'dec_1', 'cli_1'), /foreign key/);
    await confirm(db, 'dec_1', 'acc_2');
    await close(db, 'cas_1');

    await propose(db, { id: 'dec_2', caseId: 'cas_2' });
    await confirm(db, 'dec_2', 'acc_2', false);
    await refused(close(db, 'cas_2'), /no decision that stands/);
    await refused(confirm(db, 'dec_2', 'acc_2', true), /not changed/);
    const needless = sql`update case_decisions set needs_confirmation = false where id = 'dec_2'`;
    await refused(needless.execute(db), /not changed/);

    await refused(
      propose(db, { id: 'dec_3', caseId: 'cas_3', by: 'cli_1', needs: false }),
      /client_proposes/,
    );
    await propose(db, { id: 'dec_4', caseId: 'cas_3', needs: false });
    await close(db, 'cas_3');
  });

  it('keeps the rules of four eyes under four eyes', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await addAccount(db, 'acc_1');
    const alone = sql`insert into case_rule_changes (id, rules, proposed_by, proposed_at, confirmed_by, is_confirmed,
      confirmed_at) values ('1', '[]', 'acc_1', now(), 'acc_1', true, now())`;
    await refused(alone.execute(db), /four_eyes/);
  });
});
