import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { authenticateFace } from '../../../src/faces/authenticate-face.ts';
import { drawCohort, readCohortState } from '../../../src/faces/cohort/cohort-store.ts';
import { createFaceCohort } from '../../../src/faces/cohort/create-face-cohort.ts';
import { getAttempt } from '../../../src/faces/list-attempts.ts';
import { registerFace } from '../../../src/faces/register-face.ts';
import { deleteRegisteredFaces } from '../../../src/faces/registered-faces.ts';
import { type Cpf, generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { clientId, createDistinctPhoto, useFaces } from '../open-faces.ts';
import { createNarrowGroupEngine } from './narrow-group-engine.ts';

describeDatabases('the cohort of registered faces', (kind) => {
  const faces = useFaces(kind);
  const engine = createNarrowGroupEngine();
  const replica = () => createFaceCohort({ ...faces(), engine, duplicateSimilarity: 0.9 });
  let cohort: ReturnType<typeof replica>;
  const people: { readonly cpf: Cpf; readonly photo: Buffer }[] = [];
  let stranger: Buffer;

  const register = async (cpf: Cpf, photo: Uint8Array) =>
    await registerFace({ ...faces(), engine }, cpf, { kind: 'bytes', bytes: photo }, { clientId });
  const registerPeople = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const person = { cpf: generateCpf(), photo: await createDistinctPhoto() };
      await register(person.cpf, person.photo);
      people.push(person);
    }
  };
  const authenticate = async (cpf: Cpf, photo: Uint8Array, by = cohort) => {
    const { attempt } = await authenticateFace(
      { ...faces(), engine, cohort: by },
      { peopleId: cpf, photo: { kind: 'bytes', bytes: photo }, device: undefined, sourceIp: '::1', clientId },
    );
    return attempt;
  };

  before(async () => {
    cohort = replica();
    stranger = await createDistinctPhoto();
    await registerPeople(10);
  });

  it('with nine other people the calibration alone decides, and takes a stranger for the person', async () => {
    const { decision, isMatch } = await authenticate(people[0]!.cpf, stranger);
    assert.equal(isMatch, true);
    assert.equal(decision.restsOn, 'press photos');
    assert.equal(decision.cohort, undefined);
    assert.equal(decision.score, decision.likeness);
    assert.equal(await cohort.describe(), '10 people of this deployment');
  });

  it('with fifteen others the stranger is refused and the person is not, by figures that can be read again', async () => {
    await registerPeople(6);
    const [{ cpf, photo }] = people as [(typeof people)[number]];
    const refused = await authenticate(cpf, stranger);
    assert.equal(refused.isMatch, false);
    const { decision } = (await getAttempt(faces(), refused.id))!;
    assert.equal(decision.restsOn, '15 people of this deployment');
    const { registeredOrdinariness, receivedOrdinariness } = decision.cohort!;
    const expected = decision.likeness! - (registeredOrdinariness + receivedOrdinariness) / 2;
    assert.ok(Math.abs(decision.score - expected) < 1e-9);
    assert.ok(decision.likeness! >= decision.scoreThreshold && decision.score < decision.scoreThreshold);
    // A photo of its own file is a copy; what the cohort says of it is the same.
    assert.ok((await authenticate(cpf, photo)).faceMatch.isFaceMatch);
  });

  it('another process judges by the same members, to the last digit', async () => {
    const here = (await authenticate(people[1]!.cpf, stranger)).decision;
    const there = (await authenticate(people[1]!.cpf, stranger, replica())).decision;
    assert.deepEqual(there.cohort, here.cohort);
    assert.equal(there.score, here.score);
  });

  it('who is removed is out of it at once in every process, and earlier attempts keep their figures', async () => {
    const other = replica();
    const earlier = await authenticate(people[2]!.cpf, stranger, other);
    await deleteRegisteredFaces(faces(), people.pop()!.cpf);
    for (const process of [cohort, other]) {
      const { decision } = await authenticate(people[2]!.cpf, stranger, process);
      assert.equal(decision.cohort!.people, 14);
      assert.ok(decision.cohort!.version > earlier.decision.cohort!.version);
    }
    assert.deepEqual((await getAttempt(faces(), earlier.id))!.decision, earlier.decision);
  });

  it('who is removed while a photo is compared is out of its verdict, though the cohort was read before', async () => {
    const { cpf } = people[2]!;
    const earlier = await authenticate(cpf, stranger);
    const removed = people.pop()!;
    const judged: number[] = [];
    const removing: typeof cohort = {
      ...cohort,
      async judge(compared) {
        const judgement = await cohort.judge(compared);
        judged.push(judgement.figures!.people);
        if (judged.length === 1) await deleteRegisteredFaces(faces(), removed.cpf);
        return judgement;
      },
    };
    const { decision } = await authenticate(cpf, stranger, removing);
    const before = earlier.decision.cohort!.people;
    assert.deepEqual(judged, [before, before - 1]);
    assert.equal(decision.cohort!.people, before - 1);
    await registerPeople(1);
  });

  it('a second registration under another CPF changes nothing for the person', async () => {
    const [{ cpf, photo }] = people as [(typeof people)[number]];
    const alone = (await authenticate(cpf, photo)).decision;
    const second = generateCpf();
    await register(second, photo);
    const withSecond = (await authenticate(cpf, photo)).decision;
    assert.equal(withSecond.cohort!.people, alone.cohort!.people);
    assert.ok(Math.abs(withSecond.score - alone.score) < 1e-6);
    await deleteRegisteredFaces(faces(), second);
  });

  it('a face whose template is of another model leaves it', async () => {
    const before = await readCohortState(faces().db, 'stand-in@1');
    const { face_id: id } = await faces()
      .db.selectFrom('face_cohort_members')
      .select('face_id')
      .executeTakeFirstOrThrow();
    const set = async (template_model: string) =>
      await faces().db.updateTable('faces').set({ template_model }).where('id', '=', id).execute();
    await set('older@1');
    assert.equal((await readCohortState(faces().db, 'stand-in@1')).version, before.version + 1);
    await set('stand-in@1');
    await cohort.draw();
    assert.equal((await readCohortState(faces().db, 'stand-in@1')).version, before.version + 2);
  });

  it('a sample is drawn by the hashes of people, and drawing it again changes nothing', async () => {
    const { db } = faces();
    const draw = async (most: number) => {
      await db.transaction().execute((tx) => drawCohort(tx, ['stand-in@1'], most));
      const rows = await db
        .selectFrom('face_cohort_members')
        .select('person_id')
        .orderBy('person_id')
        .execute();
      return rows.map((row) => row.person_id);
    };
    const few = await draw(6);
    assert.equal(few.length, 6);
    const { version } = await readCohortState(db, 'stand-in@1');
    assert.deepEqual(await draw(6), few);
    assert.equal((await readCohortState(db, 'stand-in@1')).version, version);
    const more = await draw(9);
    assert.ok(few.every((person) => more.includes(person)));
    await cohort.draw();
  });
});
