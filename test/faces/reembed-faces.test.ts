import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { EngineError, type FaceEngine } from '../../src/engine/index.ts';
import { authenticateFace } from '../../src/faces/authenticate-face.ts';
import { reembedFaces } from '../../src/faces/reembed-faces.ts';
import { registerFace } from '../../src/faces/register-face.ts';
import { type Cpf, generateCpf } from '../../src/platform/documents.ts';
import { describeDatabases } from '../support/database.ts';
import { clientId, createDistinctPhoto, useFaces } from './open-faces.ts';

/** A template of a model: the model's hash of the photo, so that templates of two models are never alike. */
function templateBy(model: string, photo: Uint8Array): Uint8Array {
  return createHash('sha256').update(model).update(photo).digest();
}

type TwoModelEngine = FaceEngine & { analysed: string[]; refuse: Set<string> };

/** The stand-in with models of its own: the first makes templates, the others are there for stored ones. */
function createModelEngine(base: FaceEngine, models: readonly string[]): TwoModelEngine {
  const known = (model: string = models[0]!) => {
    if (!models.includes(model)) throw new TypeError(`${model} is not there`);
    return model;
  };
  const engine: TwoModelEngine = {
    ...base,
    analysed: [],
    refuse: new Set(),
    async analyse(photo, { templateModels = [models[0]!] } = {}) {
      const analysis = await base.analyse(photo);
      engine.analysed.push(templateModels.map(known).join());
      if (engine.refuse.has(Buffer.from(photo).toString('base64'))) throw new EngineError('face_not_found');
      const [first, ...otherTemplates] = templateModels.map((templateModel) => ({
        templateModel,
        template: templateBy(templateModel, photo),
      }));
      return { ...analysis, ...first!, otherTemplates };
    },
    compare(a, b, model) {
      known(model);
      return base.compare(a, b);
    },
    describe: (model) => ({ ...base.describe(), templateModel: known(model) }),
    templateModels: () => models,
  };
  return engine;
}

describeDatabases('a change of the recognition model', (kind) => {
  const faces = useFaces(kind);

  /** The domain with another engine. */
  const withEngine = (engine: FaceEngine) => {
    const deps = { ...faces(), engine };
    return {
      reembedDeps: deps,
      register: (cpf: Cpf, bytes: Uint8Array) =>
        registerFace(deps, cpf, { kind: 'bytes', bytes }, { clientId }),
      authenticate: (peopleId: Cpf, bytes: Uint8Array) =>
        authenticateFace(deps, {
          peopleId,
          photo: { kind: 'bytes', bytes },
          device: undefined,
          sourceIp: '203.0.113.9',
          clientId,
        }),
    };
  };

  const modelsInStore = async () =>
    (await faces().db.selectFrom('faces').select(['id', 'template_model']).orderBy('id').execute()).map(
      (row) => row.template_model,
    );

  const clear = () => faces().db.deleteFrom('faces').execute();

  it('a person is compared by the old model until their turn has come, and by the new one afterwards', async () => {
    await clear();
    const [cpf, photo, other] = [generateCpf(), await createDistinctPhoto(), await createDistinctPhoto()];
    const base = faces().engine;
    await withEngine(createModelEngine(base, ['old@1'])).register(cpf, photo);

    const engine = createModelEngine(base, ['new@1', 'old@1']);
    const changed = withEngine(engine);
    const before = await changed.authenticate(cpf, photo);
    assert.equal(before.attempt.isMatch, true);
    assert.equal(before.attempt.decision.templateModel, 'old@1');
    assert.equal((await changed.authenticate(cpf, other)).attempt.isMatch, false);
    assert.deepEqual(await modelsInStore(), ['old@1'], 'an authentication changes no template');
    assert.deepEqual(engine.analysed, ['old@1', 'old@1']);

    const result = await reembedFaces(changed.reembedDeps, { parallel: 2 });
    assert.deepEqual(result, { templateModel: 'new@1', reembedded: 1, refused: {} });
    const after = await changed.authenticate(cpf, photo);
    assert.equal(after.attempt.isMatch, true);
    assert.equal(after.attempt.decision.templateModel, 'new@1');
  });

  it('photos of both models are compared each with its like', async () => {
    await clear();
    const [cpf, photo, newer] = [generateCpf(), await createDistinctPhoto(), await createDistinctPhoto()];
    const base = faces().engine;
    await withEngine(createModelEngine(base, ['old@1'])).register(cpf, photo);
    const changed = withEngine(createModelEngine(base, ['new@1', 'old@1']));
    await changed.register(cpf, newer);
    assert.deepEqual((await modelsInStore()).sort(), ['new@1', 'old@1']);
    for (const [received, model] of [
      [photo, 'old@1'],
      [newer, 'new@1'],
    ] as const) {
      const { attempt } = await changed.authenticate(cpf, received);
      assert.equal(attempt.isMatch, true);
      assert.equal(attempt.decision.templateModel, model);
    }
  });

  it('a template of a model that is gone is made again at the next authentication', async () => {
    await clear();
    const [cpf, photo] = [generateCpf(), await createDistinctPhoto()];
    const base = faces().engine;
    await withEngine(createModelEngine(base, ['lost@1'])).register(cpf, photo);
    const { attempt } = await withEngine(createModelEngine(base, ['new@1'])).authenticate(cpf, photo);
    assert.equal(attempt.isMatch, true);
    assert.deepEqual(await modelsInStore(), ['new@1']);
  });

  it('cut off, it goes on with what is left; done, it does nothing', async () => {
    await clear();
    const base = faces().engine;
    const old = withEngine(createModelEngine(base, ['old@1']));
    for (let i = 0; i < 5; i++) await old.register(generateCpf(), await createDistinctPhoto());
    const engine = createModelEngine(base, ['new@1', 'old@1']);
    const { reembedDeps } = withEngine(engine);
    const controller = new AbortController();
    const cut = reembedFaces(reembedDeps, {
      parallel: 1,
      signal: controller.signal,
      onProgress: ({ done, total }) => {
        assert.equal(total, 5);
        if (done === 2) controller.abort();
      },
    });
    await assert.rejects(cut, { name: 'AbortError' });
    assert.equal((await modelsInStore()).filter((model) => model === 'new@1').length, 2);
    const seen: number[] = [];
    const rest = await reembedFaces(reembedDeps, { parallel: 3, onProgress: ({ done }) => seen.push(done) });
    assert.equal(rest.reembedded, 3);
    assert.deepEqual(seen, [1, 2, 3]);
    assert.equal((await reembedFaces(reembedDeps, { parallel: 3 })).reembedded, 0);
    assert.equal(engine.analysed.length, 5, 'no photo was looked at twice');
  });

  it('a photo that the new networks refuse keeps serving by the old model, and is counted', async () => {
    await clear();
    const base = faces().engine;
    const [cpf, photo] = [generateCpf(), await createDistinctPhoto()];
    await withEngine(createModelEngine(base, ['old@1'])).register(cpf, photo);
    const engine = createModelEngine(base, ['new@1', 'old@1']);
    engine.refuse.add(photo.toString('base64'));
    const changed = withEngine(engine);
    const result = await reembedFaces(changed.reembedDeps, { parallel: 1 });
    assert.deepEqual(result, { templateModel: 'new@1', reembedded: 0, refused: { face_not_found: 1 } });
    engine.refuse.clear();
    assert.equal((await changed.authenticate(cpf, photo)).attempt.decision.templateModel, 'old@1');
  });

  it('only one process makes templates anew at a time', async () => {
    await clear();
    const base = faces().engine;
    await withEngine(createModelEngine(base, ['old@1'])).register(generateCpf(), await createDistinctPhoto());
    const { reembedDeps } = withEngine(createModelEngine(base, ['new@1', 'old@1']));
    const held = base.hold();
    const first = reembedFaces(reembedDeps, { parallel: 1 });
    while (base.pending() === 0) await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(reembedFaces(reembedDeps, { parallel: 1 }), { code: 'reembedding_runs' });
    held.release();
    assert.equal((await first).reembedded, 1);
  });
});
