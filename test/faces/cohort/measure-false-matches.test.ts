import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { authenticateFace } from '../../../src/faces/authenticate-face.ts';
import { createFaceCohort } from '../../../src/faces/cohort/create-face-cohort.ts';
import { measureFalseMatches } from '../../../src/faces/cohort/measure-false-matches.ts';
import { lowerThreshold, raiseThreshold } from '../../../src/faces/cohort/measurements-store.ts';
import { registerFace } from '../../../src/faces/register-face.ts';
import type { Device } from '../../../src/faces/types.ts';
import { type Cpf, generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { clientId, createDistinctPhoto, useFaces } from '../open-faces.ts';
import { createNarrowGroupEngine } from './narrow-group-engine.ts';

describeDatabases('the measured false match rate', (kind) => {
  const faces = useFaces(kind);
  const engine = createNarrowGroupEngine();
  // As if press photos had as much in common as these people: then nothing is taken off.
  const blind: typeof engine = {
    ...engine,
    openCohort: async (members, options) => {
      const cohort = await engine.openCohort(members, options);
      return (
        cohort && {
          ...cohort,
          judge: (_a, _b, leftOut) => ({ first: 0, second: 0, people: cohort.people - leftOut.length }),
        }
      );
    },
  };
  let first: { readonly cpf: Cpf; readonly photo: Buffer };
  const people: (typeof first)[] = [];
  const { signal } = new AbortController();
  const measure = (by: typeof engine, mayRaise: boolean) =>
    measureFalseMatches(
      {
        ...faces(),
        engine: by,
        cohort: createFaceCohort({ ...faces(), engine: by, duplicateSimilarity: 0.99 }),
        duplicateSimilarity: 0.99,
        mayRaise,
      },
      { signal },
    );
  const register = async (cpf: Cpf, photo: Uint8Array) =>
    await registerFace({ ...faces(), engine }, cpf, { kind: 'bytes', bytes: photo }, { clientId });
  const authenticate = async (person = first, device?: Device) => {
    const cohort = createFaceCohort({ ...faces(), engine, duplicateSimilarity: 0.99 });
    const { attempt } = await authenticateFace(
      { ...faces(), engine, cohort },
      {
        peopleId: person.cpf,
        photo: { kind: 'bytes', bytes: person.photo },
        device,
        sourceIp: '::1',
        clientId,
      },
    );
    return attempt.decision;
  };

  before(async () => {
    for (let i = 0; i < 29; i++) {
      const person = { cpf: generateCpf(), photo: await createDistinctPhoto() };
      await register(person.cpf, person.photo);
      first ??= person;
      people.push(person);
    }
  });

  it('is not measured with fewer than thirty people', async () => {
    assert.equal((await measure(engine, true)).measurement, undefined);
  });

  it('counts the pairs that match, and those of one person under two CPFs apart', async () => {
    await register(generateCpf(), first.photo);
    const { measurement, warnings } = await measure(engine, true);
    assert.equal(measurement!.people, 30);
    assert.equal(measurement!.possibleDuplicates, 1);
    assert.equal(measurement!.pairs, 434);
    assert.equal(
      measurement!.histogram.reduce((sum, count) => sum + count, 0),
      434,
    );
    assert.equal(measurement!.matches, 0);
    assert.deepEqual(warnings, []);
  });

  it('warns of a rate above the promise and of its growth, and raises nothing when it may not', async () => {
    const { measurement, warnings, thresholdRaise, rate } = await measure(blind, false);
    assert.ok(measurement!.matches > 300 && rate!.low > 0.8);
    assert.deepEqual(warnings, ['above_promise', 'drift']);
    assert.equal(thresholdRaise, 0);
  });

  it('raises the threshold of every process when it may, by a limited step, and never lowers it', async () => {
    const before = await authenticate();
    const { thresholdRaise } = await measure(blind, true);
    assert.ok(thresholdRaise > 0 && thresholdRaise <= 0.1);
    const after = await authenticate();
    assert.equal(after.scoreThreshold.toFixed(9), (before.scoreThreshold + thresholdRaise).toFixed(9));
    assert.equal((await measure(engine, true)).thresholdRaise, thresholdRaise);
    assert.equal((await authenticate()).scoreThreshold, after.scoreThreshold);
  });

  it('is lowered by the operator alone, and not raised that way', async () => {
    const { db } = faces();
    const { templateModel } = engine.describe();
    const raise = (await measure(engine, false)).thresholdRaise;
    assert.equal(await db.transaction().execute((tx) => lowerThreshold(tx, templateModel, 1)), raise);
    assert.equal((await measure(engine, false)).thresholdRaise, raise);
    await db.transaction().execute((tx) => lowerThreshold(tx, templateModel, 0));
    const raiseTo = (to: number) => db.transaction().execute((tx) => raiseThreshold(tx, templateModel, to));
    assert.deepEqual([await raiseTo(0.2), await raiseTo(0.1), await raiseTo(0.3)], [0, 0.2, 0.2]);
    await db.transaction().execute((tx) => lowerThreshold(tx, templateModel, 0));
    assert.equal((await authenticate()).scoreThreshold, 0.4);
  });

  it('counts by client and by kind of device where thirty people have one, and names no fingerprint', async () => {
    const { measurement: without } = await measure(engine, false);
    assert.deepEqual([without!.byClient, without!.byDevice], [[], []]);
    const person = { cpf: generateCpf(), photo: await createDistinctPhoto() };
    await register(person.cpf, person.photo);
    people.push(person);
    const phone = { manufacturer: 'Acme', model: 'One', operatingSystem: 'Android 16' };
    for (const [index, one] of people.entries()) {
      await authenticate(one, { ...phone, fingerprint: `print-${index}` });
    }
    const { measurement } = await measure(blind, false);
    // A few of the 435 pairs are as alike as duplicates.
    const { pairs, matches } = measurement!.byClient[0]!;
    const counts = { people: 30, pairs, matches };
    assert.ok(pairs > 400 && pairs <= 435 && matches > 300 && matches <= pairs);
    assert.deepEqual(measurement!.byClient, [{ clientId, ...counts }]);
    assert.deepEqual(measurement!.byDevice, [{ device: 'Acme One', ...counts }]);
    await authenticate(people[0]!, { operatingSystem: 'iOS 26' });
    assert.deepEqual((await measure(engine, false)).measurement!.byDevice, []);
    const kept = await faces()
      .db.selectFrom('face_measurements')
      .select('by_device')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    assert.deepEqual(
      kept.map((row) => row.by_device),
      [[], measurement!.byDevice],
    );
    assert.ok(!JSON.stringify(kept).includes('print-'));
  });

  it('belongs to one model: the scores of another stay as they are', async () => {
    const { db } = faces();
    await db.transaction().execute((tx) => raiseThreshold(tx, 'another@1', 0.2));
    assert.equal((await authenticate()).scoreThreshold, 0.4);
    await db.transaction().execute((tx) => raiseThreshold(tx, engine.describe().templateModel, 0.1));
    assert.equal((await authenticate()).scoreThreshold, 0.5);
    await db.transaction().execute((tx) => lowerThreshold(tx, engine.describe().templateModel, 0));
    assert.equal(await db.transaction().execute((tx) => lowerThreshold(tx, 'another@1', 0)), 0.2);
  });
});
