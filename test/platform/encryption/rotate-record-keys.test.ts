import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/db/index.ts';
import {
  createMasterKey,
  createRecordCipher,
  EncryptionError,
  loadNamedKey,
  type MasterKey,
  rotateRecordKeys,
  type SealedTable,
  verifyMasterKey,
} from '../../../src/platform/encryption/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const keyA = createMasterKey(randomBytes(32));
const keyB = createMasterKey(randomBytes(32));
const cipherOf = (current: MasterKey, ...previous: MasterKey[]) => createRecordCipher({ current, previous });

const tables: readonly SealedTable[] = [
  { table: 'people', idColumn: 'id', contextOf: (id) => `person:${id}` },
  { table: 'named_keys', idColumn: 'name', contextOf: (name) => `named-key:${name}` },
];

const textOf = (index: number) => Buffer.from(`the text of person ${index}`);
const idOf = (index: number) => `per_${String(index).padStart(32, '0')}`;

async function addPeople(db: Db, cipher: ReturnType<typeof cipherOf>, from: number, to: number) {
  for (let index = from; index < to; index += 1) {
    const sealed = cipher.seal(textOf(index), `person:${idOf(index)}`);
    await sql`insert into people (id, cpf_index, key_id, wrapped_key, ciphertext, created_at)
      values (${idOf(index)}, ${randomBytes(32)}, ${sealed.key_id}, ${sealed.wrapped_key},
        ${sealed.ciphertext}, now())`.execute(db);
  }
}

async function readPeople(db: Db) {
  const { rows } = await sql<{ id: string; key_id: string; wrapped_key: Uint8Array; ciphertext: Uint8Array }>`
    select id, key_id, wrapped_key, ciphertext from people order by id`.execute(db);
  return rows;
}

describeDatabases('rotating record keys', (kind) => {
  it('wraps every key by the new master key and leaves what is sealed as it is', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const before = cipherOf(keyA);
    await verifyMasterKey(db, before);
    await addPeople(db, before, 0, 25);
    const named = await loadNamedKey(db, before, 'cpf-index');
    const old = await readPeople(db);

    const both = cipherOf(keyB, keyA);
    await verifyMasterKey(db, both);
    const seen: number[] = [];
    const result = await rotateRecordKeys(
      { db, cipher: both, clock: systemClock },
      { tables, batchSize: 10, onProgress: ({ done }) => seen.push(done) },
    );
    assert.deepEqual(result, { currentKeyId: keyB.id, rewrapped: 26, retiredKeyIds: [keyA.id] });
    assert.deepEqual(seen, [10, 20, 25, 26]);

    const after = cipherOf(keyB);
    await verifyMasterKey(db, after);
    const rows = await readPeople(db);
    assert.deepEqual(
      rows.map((row) => row.ciphertext),
      old.map((row) => row.ciphertext),
    );
    for (const [index, row] of rows.entries()) {
      assert.deepEqual(Buffer.from(after.open(row, `person:${row.id}`)), textOf(index));
    }
    assert.deepEqual(await loadNamedKey(db, after, 'cpf-index'), named);
    await assert.rejects(verifyMasterKey(db, before), EncryptionError);
  });

  it('goes on where it was cut off, and does nothing when all is done', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await addPeople(db, cipherOf(keyA), 0, 30);
    const cipher = cipherOf(keyB, keyA);
    const controller = new AbortController();
    await assert.rejects(
      rotateRecordKeys(
        { db, cipher, clock: systemClock },
        { tables, batchSize: 10, signal: controller.signal, onProgress: () => controller.abort() },
      ),
    );
    assert.equal((await readPeople(db)).filter((row) => row.key_id === keyB.id).length, 10);
    const rest = await rotateRecordKeys({ db, cipher, clock: systemClock }, { tables, batchSize: 10 });
    assert.equal(rest.rewrapped, 20);
    const nothing = await rotateRecordKeys({ db, cipher, clock: systemClock }, { tables });
    assert.equal(nothing.rewrapped, 0);
  });

  it('waits for nobody who waits for it', {
    skip: kind === 'embedded' && 'the embedded database has one connection',
  }, async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await addPeople(db, cipherOf(keyA), 0, 3);
    const cipher = cipherOf(keyB, keyA);
    let rotating: ReturnType<typeof rotateRecordKeys> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`select from people where id = ${idOf(1)} for update`.execute(tx);
      rotating = rotateRecordKeys({ db, cipher, clock: systemClock }, { tables });
      rotating.catch(() => {});
      for (;;) {
        const { rows } = await sql`
          select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(
          tx,
        );
        if (rows.length > 0) break;
      }
      await sql`select from people where id = ${idOf(0)} for update`.execute(tx);
    });
    assert.equal((await rotating)?.rewrapped, 3);
  });

  it('leaves erased records erased', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await sql`alter table people alter column wrapped_key drop not null`.execute(db);
    await addPeople(db, cipherOf(keyA), 0, 2);
    await sql`update people set wrapped_key = null where id = ${idOf(0)}`.execute(db);
    const result = await rotateRecordKeys(
      { db, cipher: cipherOf(keyB, keyA), clock: systemClock },
      { tables },
    );
    assert.equal(result.rewrapped, 1);
    assert.equal((await readPeople(db))[0]?.wrapped_key, null);
  });

  it('keeps a key that a record still needs, and stops at one that is not at hand', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const stranger = createMasterKey(randomBytes(32));
    await addPeople(db, cipherOf(stranger), 0, 1);
    await assert.rejects(
      rotateRecordKeys({ db, cipher: cipherOf(keyB, keyA), clock: systemClock }, { tables }),
      (error) => error instanceof EncryptionError && error.code === 'master_key_wrong',
    );
    assert.equal((await readPeople(db))[0]?.key_id, stranger.id);
  });

  it('refuses a key that was moved to the row of somebody else', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await addPeople(db, cipherOf(keyA), 0, 2);
    await sql`update people set wrapped_key = (select wrapped_key from people where id = ${idOf(1)})
      where id = ${idOf(0)}`.execute(db);
    await assert.rejects(
      rotateRecordKeys({ db, cipher: cipherOf(keyB, keyA), clock: systemClock }, { tables }),
      (error) => error instanceof EncryptionError && error.code === 'record_unreadable',
    );
  });
});
