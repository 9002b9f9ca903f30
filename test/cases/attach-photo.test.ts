import assert from 'node:assert/strict';
import { it } from 'node:test';
import { attachPhoto } from '../../src/cases/attach-photo.ts';
import { listAttachments } from '../../src/cases/attachments-store.ts';
import { takeReview } from '../../src/cases/open-case.ts';
import { createDistinctPhoto, useFaces } from '../faces/open-faces.ts';
import { describeDatabases } from '../support/database.ts';
import { loseAnswer, overtake } from '../support/lossy-database.ts';

const settings = { openFor: ['liveness_failure'], dueHours: 24 } as const;
const actor = { kind: 'account', id: `acc_${'a'.repeat(32)}` } as const;

describeDatabases('photos of cases', (kind) => {
  const faces = useFaces(kind);
  const depsOf = () => ({ ...faces(), maxPixels: 1_000_000 }) as never as Parameters<typeof attachPhoto>[0];
  const listFiles = async () => new Set((await Array.fromAsync(faces().store.list())).map(({ id }) => id));

  async function openCaseOf(letter: string): Promise<string> {
    const { db } = faces();
    const personId = `per_${letter.repeat(32)}`;
    const review = { kind: 'liveness_failure', subject: { personId }, reasons: [], at: new Date() } as const;
    await db.transaction().execute((tx) => takeReview(tx, { settings } as never, review));
    const found = db.selectFrom('cases').select('id').where('person_id', '=', personId);
    return (await found.executeTakeFirstOrThrow()).id;
  }

  it('one stays whose row was committed without an answer', async () => {
    const caseId = await openCaseOf('a');
    const lossy = { ...depsOf(), db: loseAnswer(faces().database, async () => true).db };
    const photo = { bytes: await createDistinctPhoto() };
    await assert.rejects(attachPhoto(lossy, caseId, photo, actor), { code: 'database_unavailable' });
    const [attachment] = await listAttachments(faces().db, caseId);
    assert.ok((await listFiles()).has(attachment!.imageId));
  });

  it('one of a case that is erased meanwhile leaves no file', async () => {
    const caseId = await openCaseOf('b');
    const erase = () => faces().db.deleteFrom('cases').where('id', '=', caseId).execute();
    const overtaken = { ...depsOf(), db: overtake(faces().database, erase).db };
    const before = await listFiles();
    const photo = { bytes: await createDistinctPhoto() };
    await assert.rejects(attachPhoto(overtaken, caseId, photo, actor), { code: 'case_not_found' });
    assert.deepEqual(await listFiles(), before);
  });
});
