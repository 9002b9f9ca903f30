import assert from 'node:assert/strict';
import { it } from 'node:test';
import { insertImage } from '../../src/images/index.ts';
import { livenessSessionIdKind } from '../../src/liveness/declarations.ts';
import { removeSession } from '../../src/liveness/delete-session.ts';
import {
  areFramesElsewhere,
  findCpfOfImage,
  insertFrame,
  listFrames,
} from '../../src/liveness/frames-store.ts';
import { retentionRule } from '../../src/liveness/personal-parts.ts';
import { makePartitions, type OpenDatabase } from '../../src/platform/db/index.ts';
import { createId, createUuidV7 } from '../../src/platform/ids.ts';
import { applyRetention } from '../../src/privacy/apply-retention.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

const never = new AbortController().signal;
const cpfIndex = Buffer.alloc(32, 7);
const hashOf = (text: string) => Buffer.from(text.padEnd(32));

/** A session that was used, made at a moment. */
async function addSession(open: OpenDatabase, at: Date): Promise<string> {
  const id = createId(livenessSessionIdKind, at.getTime());
  await open.execute(
    `insert into liveness_sessions (id, client_id, cpf_index, purpose, state, locale, created_at, expires_at, steps, used_at)
     values ($1, 'cli_1', $2, 'authenticate', 'passed', 'en', $3, $3, '[]', $3)`,
    [id, cpfIndex, at],
  );
  return id;
}

/** A frame of a session with the row of its photo, whose identifier it gives. */
async function addFrame(open: OpenDatabase, sessionId: string, frame: number, hash: Buffer): Promise<string> {
  const id = `img_${createUuidV7().replaceAll('-', '')}`;
  await open.db.transaction().execute(async (tx) => {
    const at = new Date();
    const image = {
      id,
      createdAt: at,
      contentType: 'image/jpeg',
      width: 1,
      height: 1,
      sizeBytes: 1,
      keyId: 'key',
      wrappedKey: Buffer.alloc(1),
    } as never;
    await insertImage(tx, image);
    await insertFrame(tx, sessionId, { step: 1, frame, imageId: id, hash, receivedAt: at });
  });
  return id;
}

async function countByPartition(open: OpenDatabase): Promise<Record<string, number>> {
  const { rows } = await open.execute(
    'select tableoid::regclass::text as name, count(*)::int as count from liveness_frames group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]));
}

describeDatabases('months of frames', (kind) => {
  const year = new Date().getUTCFullYear() + 1;
  const inMonth = (month: number, day = 10) => new Date(Date.UTC(year, month, day));
  const nameOf = (month: number) =>
    `liveness_frames_${inMonth(month).toISOString().slice(0, 7).replace('-', '_')}`;

  async function openMonths(t: Parameters<typeof openTestDatabase>[0], months: readonly number[]) {
    const open = await openTestDatabase(t, kind);
    for (const month of [-12, -1, 9]) await makePartitions(open, inMonth(month));
    const sessions: string[] = [];
    for (const month of months) {
      const session = await addSession(open, inMonth(month));
      await addFrame(open, session, 0, hashOf(`frame of ${month}`));
      sessions.push(session);
    }
    return { open, sessions };
  }

  it('are one table to those who look for a copied frame, read a photo and remove a session', async (t) => {
    const { open, sessions } = await openMonths(t, [0, 1, 30]);
    assert.deepEqual(await countByPartition(open), {
      [nameOf(0)]: 1,
      [nameOf(1)]: 1,
      liveness_frames_rest: 1,
    });
    assert.equal(await areFramesElsewhere(open.db, sessions[1]!), false);
    const image = await addFrame(open, sessions[2]!, 1, hashOf('frame of 1'));
    assert.equal(await areFramesElsewhere(open.db, sessions[1]!), true);
    assert.equal(await areFramesElsewhere(open.db, sessions[2]!), true);
    assert.equal(await areFramesElsewhere(open.db, sessions[0]!), false);
    assert.deepEqual(Buffer.from((await findCpfOfImage(open.db, image))!), cpfIndex);
    const removed = await open.db.transaction().execute((tx) => removeSession(tx, sessions[2]!));
    assert.equal(removed.length, 2);
    assert.deepEqual(await countByPartition(open), { [nameOf(0)]: 1, [nameOf(1)]: 1 });
  });

  it('go once retention has taken their last frame, the first one with them, and not while one is held', async (t) => {
    const { open, sessions } = await openMonths(t, [-20, 0, 1, 4]);
    assert.equal((await countByPartition(open)).liveness_frames_first, 1);
    const again = (session: string) => addFrame(open, session, 0, hashOf('again'));
    await assert.rejects(again(sessions[0]!), /liveness_frames_first_pkey/);
    await assert.rejects(again(createId(livenessSessionIdKind)), /liveness_frames_session_id_fkey/);
    await assert.rejects(open.execute('delete from images'), /liveness_frames_image_id_fkey/);
    const files: string[] = [];
    const retain = async (cpfIndexes: readonly Uint8Array[]) =>
      await applyRetention(
        {
          database: open,
          store: { delete: async (id: string) => void files.push(id) } as never,
          clock: { now: () => inMonth(4, 20) },
          rules: () => [retentionRule(30)],
          lockHeld: async () => ({ ids: [], cpfIndexes }),
        },
        never,
      );
    const partitions = async () =>
      (
        await open.execute(
          "select relname as name from pg_class where relispartition and relname ~ '^liveness_frames_(first|2[0-9_]+)$' and relkind = 'r' order by 1",
        )
      ).rows.map(({ name }) => String(name));
    const before = await partitions();
    assert.ok(before.includes('liveness_frames_first'));
    // Everybody is held: empty months go, those with frames stay.
    assert.deepEqual(await retain([cpfIndex]), { outcome: 'done' });
    const held = await partitions();
    assert.ok(held.includes('liveness_frames_first') && held.includes(nameOf(0)) && held.includes(nameOf(1)));
    assert.ok(!held.includes(nameOf(2)), 'was empty');
    assert.deepEqual(files, []);
    // The rows go in one run, the empty months with the next.
    assert.deepEqual(await retain([]), { outcome: 'done' });
    assert.equal(files.length, 3);
    assert.deepEqual(await partitions(), held);
    assert.deepEqual(await retain([]), { outcome: 'done' });
    const left = await partitions();
    assert.equal(left[0], nameOf(3), 'ended within the retention');
    assert.equal((await listFrames(open.db, sessions[3]!)).length, 1);
  });
});
