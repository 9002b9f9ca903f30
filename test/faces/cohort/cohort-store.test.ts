import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { type FaceEngine, partModelsOf } from '../../../src/engine/index.ts';
import { authenticateFace } from '../../../src/faces/authenticate-face.ts';
import { createFaceCohort } from '../../../src/faces/cohort/create-face-cohort.ts';
import { raiseThreshold } from '../../../src/faces/cohort/measurements-store.ts';
import { reembedFaces } from '../../../src/faces/reembed-faces.ts';
import { registerFace } from '../../../src/faces/register-face.ts';
import { type Cpf, generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { clientId, createDistinctPhoto, useFaces } from '../open-faces.ts';
import { createNarrowGroupEngine } from './narrow-group-engine.ts';

const [byDefault, byPack] = ['confere-default@3', 'alpha@1+0'];
const both = `${byDefault}&${byPack}`;

/** The narrow group by one network or by two; with both, a template is that of the default and the same again. */
function createEngine(models: readonly string[]): FaceEngine {
  const narrow = createNarrowGroupEngine();
  return {
    ...narrow,
    async analyse(photo, { templateModels = [models[0]!] } = {}) {
      const analysis = await narrow.analyse(photo);
      const part = Buffer.alloc(2048, createHash('sha256').update(photo).digest());
      const [first, ...otherTemplates] = templateModels.map((templateModel) => ({
        templateModel,
        template: Buffer.concat(partModelsOf(templateModel).map(() => part)),
      }));
      return { ...analysis, ...first!, otherTemplates };
    },
    describe: (model = models[0]!) => ({
      ...narrow.describe(),
      templateModel: model,
      restsOn: model === byDefault ? 'press photos' : 'calibration photos',
    }),
    templateModels: () => models,
  };
}

describeDatabases('the cohort while templates get a second network', (kind) => {
  const faces = useFaces(kind);
  const people: { readonly cpf: Cpf; readonly photo: Buffer }[] = [];
  const register = async (engine: FaceEngine) => {
    const person = { cpf: generateCpf(), photo: await createDistinctPhoto() };
    const photo = { kind: 'bytes', bytes: person.photo } as const;
    await registerFace({ ...faces(), engine }, person.cpf, photo, { clientId });
    people.push(person);
  };
  const authenticate = async (engine: FaceEngine, { cpf }: { readonly cpf: Cpf }) => {
    const cohort = createFaceCohort({ ...faces(), engine, duplicateSimilarity: 0.9 });
    const { attempt } = await authenticateFace(
      { ...faces(), engine, cohort },
      {
        peopleId: cpf,
        photo: { kind: 'bytes', bytes: await createDistinctPhoto() },
        device: undefined,
        sourceIp: '::1',
        clientId,
      },
    );
    return attempt.decision;
  };
  const cohortOf = (engine: FaceEngine) => createFaceCohort({ ...faces(), engine, duplicateSimilarity: 0.9 });

  it('serves each comparison with the people who have templates of its model', async () => {
    const [alone, packed] = [createEngine([byDefault]), createEngine([both, byDefault, byPack])];
    for (let i = 0; i < 12; i++) await register(alone);
    for (let i = 0; i < 3; i++) await register(packed);
    await cohortOf(packed).draw();
    const early = await authenticate(packed, people[0]!);
    assert.deepEqual([early.templateModel, early.cohort?.people], [byDefault, 14]);
    assert.equal(early.restsOn, '14 people of this deployment');
    const late = await authenticate(packed, people[13]!);
    assert.deepEqual(
      [late.templateModel, late.cohort, late.restsOn],
      [both, undefined, 'calibration photos'],
    );
    // The same part of the same faces: without the pack the comparison is judged alike.
    assert.equal((await authenticate(alone, people[13]!)).cohort?.people, 14);
  });

  it('keeps its people when they get the second network, and when they lose it', async () => {
    const [alone, packed] = [createEngine([byDefault]), createEngine([both, byDefault, byPack])];
    const memberIds = async () =>
      (await faces().db.selectFrom('face_cohort_members').select('face_id').orderBy('face_id').execute()).map(
        (row) => row.face_id,
      );
    const before = await memberIds();
    for (const [engine, model] of [
      [packed, both],
      [alone, byDefault],
    ] as const) {
      await reembedFaces({ ...faces(), engine }, { parallel: 1 });
      assert.deepEqual(await memberIds(), before);
      const decision = await authenticate(engine, people[0]!);
      assert.deepEqual([decision.templateModel, decision.cohort?.people], [model, 14]);
      assert.equal(await cohortOf(engine).describe(), '15 people of this deployment');
    }
  });

  it('two processes judge alike, and the raise of a model counts for its comparisons alone', async () => {
    const packed = createEngine([both, byDefault, byPack]);
    await reembedFaces({ ...faces(), engine: packed }, { parallel: 1 });
    const stranger = (await packed.analyse(await createDistinctPhoto())).template;
    const registered = (await packed.analyse(people[0]!.photo)).template;
    const judge = async (templateModel: string) => {
      const compared = { personId: 'nobody', registered, received: stranger, templateModel };
      const [here, there] = await Promise.all([
        cohortOf(packed).judge(compared),
        cohortOf(packed).judge(compared),
      ]);
      assert.deepEqual(there, here);
      return here;
    };
    await faces()
      .db.transaction()
      .execute((tx) => raiseThreshold(tx, byDefault, 0.05));
    assert.equal((await judge(both)).adjustment.thresholdRaise, 0);
    assert.equal((await judge(byDefault)).adjustment.thresholdRaise, 0.05);
  });
});
