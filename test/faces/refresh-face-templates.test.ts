import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { type FaceEngine, partModelsOf } from '../../src/engine/index.ts';
import { authenticateFace } from '../../src/faces/authenticate-face.ts';
import { createDuplicateSearch, createLocalIndex } from '../../src/faces/duplicates/index.ts';
import { findLookAlikes } from '../../src/faces/find-look-alikes.ts';
import { reembedFaces } from '../../src/faces/reembed-faces.ts';
import { registerFace } from '../../src/faces/register-face.ts';
import { type Cpf, generateCpf } from '../../src/platform/documents.ts';
import { describeDatabases } from '../support/database.ts';
import { clientId, createDistinctPhoto, useFaces } from './open-faces.ts';

const [byDefault, byPack] = ['confere-default@3', 'alpha@1+0'];
const both = `${byDefault}&${byPack}`;
const bytesOf: Readonly<Record<string, number>> = { [byDefault]: 2048, [byPack]: 64, 'other@1': 32 };

/** The hash of the photo and the network over and over. */
function templateBy(model: string, photo: Uint8Array): Uint8Array {
  const hash = createHash('sha256').update(model).update(photo).digest();
  return Buffer.alloc(bytesOf[model]!, hash);
}

/** The stand-in with templates of one network or of two; two photos match when their templates are equal. */
function createEngine(base: FaceEngine, models: readonly string[]): FaceEngine & { analysed: string[] } {
  const known = (model: string = models[0]!) => {
    if (!models.includes(model)) throw new TypeError(`${model} is not there`);
    return model;
  };
  const engine: FaceEngine & { analysed: string[] } = {
    ...base,
    analysed: [],
    async analyse(photo, { templateModels = [models[0]!] } = {}) {
      const analysis = await base.analyse(photo);
      engine.analysed.push(templateModels.map(known).join());
      const [first, ...otherTemplates] = templateModels.map((templateModel) => ({
        templateModel,
        template: Buffer.concat(partModelsOf(templateModel).map((part) => templateBy(part, photo))),
      }));
      return { ...analysis, ...first!, otherTemplates };
    },
    compare(a, b, model) {
      known(model);
      const isSame = Buffer.from(a).equals(b);
      return { score: isSame ? 1 : 0, similarity: isSame ? 0.99 : 0.01 };
    },
    describe: (model) => ({ ...base.describe(), templateModel: known(model) }),
    scoreAt: (similarity) => similarity,
    searchVector: (template) => {
      const values = Float32Array.from(template.subarray(0, 32), (byte) => byte - 127.5);
      const length = Math.hypot(...values);
      return { values: values.map((value) => value / length), offset: 0 };
    },
    templateModels: () => models,
  };
  return engine;
}

describeDatabases('templates of two networks', (kind) => {
  const faces = useFaces(kind);
  const withEngine = (engine: FaceEngine) => {
    const deps = { ...faces(), engine };
    return {
      deps,
      register: (cpf: Cpf, bytes: Uint8Array) =>
        registerFace(deps, cpf, { kind: 'bytes', bytes }, { clientId }),
      authenticate: async (peopleId: Cpf, bytes: Uint8Array) => {
        const photo = { kind: 'bytes', bytes } as const;
        const request = { peopleId, photo, device: undefined, sourceIp: '203.0.113.9', clientId };
        return (await authenticateFace(deps, request)).attempt;
      },
    };
  };
  const modelsInStore = async () =>
    (await faces().db.selectFrom('faces').select('template_model').orderBy('id').execute()).map(
      (row) => row.template_model,
    );
  const clear = () => faces().db.deleteFrom('faces').execute();

  it('one made before the pack came is compared by the default alone, until it has been filled in', async () => {
    await clear();
    const [cpf, photo, other] = [generateCpf(), await createDistinctPhoto(), await createDistinctPhoto()];
    const base = faces().engine;
    await withEngine(createEngine(base, [byDefault])).register(cpf, photo);
    const engine = createEngine(base, [both, byDefault, byPack]);
    const packed = withEngine(engine);
    const early = await packed.authenticate(cpf, photo);
    assert.deepEqual([early.faceMatch.isFaceMatch, early.decision.templateModel], [true, byDefault]);
    assert.equal((await packed.authenticate(cpf, other)).faceMatch.isFaceMatch, false);
    assert.deepEqual(engine.analysed, [byDefault, byDefault], 'only the network that is needed runs');

    assert.deepEqual(await reembedFaces(packed.deps, { parallel: 1 }), {
      templateModel: both,
      reembedded: 1,
      refused: {},
    });
    const late = await packed.authenticate(cpf, photo);
    assert.deepEqual([late.faceMatch.isFaceMatch, late.decision.templateModel], [true, both]);
    assert.equal((await packed.authenticate(cpf, other)).faceMatch.isFaceMatch, false);
  });

  it('one of both is compared by its part once the pack is off, and then cut without its photo', async () => {
    await clear();
    const [cpf, photo, other] = [generateCpf(), await createDistinctPhoto(), await createDistinctPhoto()];
    const base = faces().engine;
    await withEngine(createEngine(base, [both, byDefault, byPack])).register(cpf, photo);
    for (const models of [[byDefault], [byPack, byDefault], ['newer@1', byPack]]) {
      const engine = createEngine(base, models);
      const attempt = await withEngine(engine).authenticate(cpf, photo);
      const decided = models.find((model) => partModelsOf(both).includes(model));
      assert.deepEqual([attempt.faceMatch.isFaceMatch, attempt.decision.templateModel], [true, decided]);
      assert.equal((await withEngine(engine).authenticate(cpf, other)).faceMatch.isFaceMatch, false);
      assert.equal(engine.analysed.length, 2, 'the registered photo is not looked at');
      assert.deepEqual(await modelsInStore(), [both]);
    }
    const engine = createEngine(base, [byDefault]);
    await reembedFaces(withEngine(engine).deps, { parallel: 1 });
    assert.deepEqual([engine.analysed, await modelsInStore()], [[], [byDefault]]);
    assert.equal((await withEngine(engine).authenticate(cpf, photo)).faceMatch.isFaceMatch, true);
  });

  it('one of which no network is left is made again', async () => {
    await clear();
    const [cpf, photo] = [generateCpf(), await createDistinctPhoto()];
    const base = faces().engine;
    await withEngine(createEngine(base, [both])).register(cpf, photo);
    const attempt = await withEngine(createEngine(base, ['other@1'])).authenticate(cpf, photo);
    assert.equal(attempt.faceMatch.isFaceMatch, true);
    assert.deepEqual(await modelsInStore(), ['other@1']);
  });

  it('the same photo again is no second reference, whichever networks made the first', async () => {
    await clear();
    const [cpf, photo] = [generateCpf(), await createDistinctPhoto()];
    const base = faces().engine;
    await withEngine(createEngine(base, [byDefault])).register(cpf, photo);
    const again = await withEngine(createEngine(base, [both, byDefault, byPack])).register(cpf, photo);
    assert.equal(again.references, 1);
    assert.deepEqual(await modelsInStore(), [both]);
  });

  it('a second CPF of one face is found among templates of one network and of both', async (t) => {
    await clear();
    const photo = await createDistinctPhoto();
    const base = faces().engine;
    const registered: string[] = [];
    for (const models of [[byDefault], [both, byDefault, byPack], [byPack, byDefault]]) {
      const { face } = await withEngine(createEngine(base, models)).register(generateCpf(), photo);
      registered.push(face.personId);
    }
    for (const models of [
      [both, byDefault, byPack],
      [byDefault, byPack],
    ]) {
      const engine = createEngine(base, models);
      const search = createDuplicateSearch({
        ...faces(),
        engine,
        index: createLocalIndex({ ...faces(), vectors: engine }),
        minSimilarity: 0.9,
      });
      t.after(() => search.close());
      search.start();
      await search.loaded();
      const wanted = [...new Set([models[0]!, ...search.templateModels()])];
      const analysis = await engine.analyse(photo, { templateModels: wanted });
      const found = await search.search('per_new', [analysis, ...analysis.otherTemplates]);
      assert.equal(found.status, 'complete');
      assert.deepEqual(
        found.possibleDuplicates.map(({ personId }) => personId).sort(),
        registered.toSorted(),
      );
      const alike = await findLookAlikes({ ...faces(), engine }, registered);
      // The first one has no template of the pack, the third one none of the default.
      assert.deepEqual(
        alike.map(({ similarity }) => similarity),
        [undefined, 0.99, undefined],
      );
    }
  });
});
