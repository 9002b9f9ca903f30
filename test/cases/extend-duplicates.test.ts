import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listCaseEvents } from '../../src/cases/case-history-store.ts';
import { takeReview } from '../../src/cases/open-case.ts';
import type { Db } from '../../src/platform/db/index.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

const settings = { openFor: ['possible_duplicate'], dueHours: 24 } as const;
const personIdOf = (letter: string) => `per_${letter.repeat(32)}`;
const [ana, bia, eva] = [personIdOf('a'), personIdOf('b'), personIdOf('e')] as const;

describeDatabases('cases of possible duplicates', (kind) => {
  async function register(db: Db, personId: string, ...others: readonly string[]): Promise<void> {
    const reasons = others.map((other) => `like:${other}`);
    const review = { kind: 'possible_duplicate', subject: { personId }, reasons, at: new Date() } as const;
    await db.transaction().execute((tx) => takeReview(tx, { settings } as never, review));
  }
  const casesOf = (db: Db, personId: string) =>
    db.selectFrom('cases').selectAll().where('person_id', '=', personId).orderBy('id').execute();

  it('an open one names whoever resembles its faces later', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await register(db, bia, ana);
    await register(db, eva, ana, bia);
    const [first] = await casesOf(db, bia);
    assert.deepEqual(first!.reasons, [`like:${ana}`, `like:${eva}`]);
    assert.equal(first!.revision, 2);
    const [second] = await casesOf(db, eva);
    assert.deepEqual(second!.reasons, [`like:${ana}`, `like:${bia}`]);
    const events = await listCaseEvents(db, first!.id);
    assert.deepEqual(
      events.map(({ action }) => action),
      ['opened', 'extended'],
    );
  });

  it('an open one names whom its person resembles in a later photo, and each once', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await register(db, bia, ana);
    await register(db, bia, ana, eva);
    await register(db, bia, eva);
    const found = await casesOf(db, bia);
    assert.equal(found.length, 1);
    assert.deepEqual(found[0]!.reasons, [`like:${ana}`, `like:${eva}`]);
    assert.equal(found[0]!.revision, 2);
  });

  it('keeps twenty names, and loses none of registrations at the same time', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await register(db, ana, bia);
    const later = Array.from({ length: 8 }, (_, at) => personIdOf('cdf0123456'[at]!));
    await Promise.all(
      later.map((personId) => register(db, personId, ana, ...later.filter((id) => id !== personId))),
    );
    const [one] = await casesOf(db, ana);
    assert.deepEqual(new Set(one!.reasons), new Set([bia, ...later].map((id) => `like:${id}`)));
    const many = Array.from({ length: 30 }, (_, at) => `per_${String(at).padStart(32, '9')}`);
    await register(db, ana, ...many);
    assert.equal((await casesOf(db, ana))[0]!.reasons.length, 20);
  });

  it('a decided one stays as it was decided', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await register(db, bia, ana);
    const [one] = await casesOf(db, bia);
    await db
      .insertInto('case_decisions')
      .values({
        ...{
          id: 'cdn_1',
          case_id: one!.id,
          outcome: 'dismiss',
          reason_code: 'other',
          needs_confirmation: false,
        },
        proposed_by_kind: 'account',
        proposed_by: 'acc_1',
        proposed_at: new Date(),
        key_id: 'key_1',
        wrapped_key: Buffer.alloc(1),
        ciphertext: Buffer.alloc(1),
      } as never)
      .execute();
    await db.updateTable('cases').set({ state: 'decided', decided_at: new Date() }).execute();
    await register(db, eva, bia);
    assert.deepEqual((await casesOf(db, bia))[0]!.reasons, [`like:${ana}`]);
  });
});
