import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FaceEngine } from '../../../src/engine/index.ts';
import { createDuplicateSearch } from '../../../src/faces/duplicates/index.ts';
import { createLocalIndex, type DuplicateSearch } from '../../../src/faces/index.ts';
import { registerFace } from '../../../src/faces/register-face.ts';
import { deleteRegisteredFaces } from '../../../src/faces/registered-faces.ts';
import { type Cpf, generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { addNewerModel } from '../add-newer-model.ts';
import { clientId, createDistinctPhoto, useFaces } from '../open-faces.ts';

describeDatabases('the search for duplicates', (kind) => {
  const faces = useFaces(kind);

  /** Another process on the same database. */
  const startSearch = async (
    t: { after(end: () => unknown): void },
    engine: FaceEngine = faces().engine,
  ): Promise<DuplicateSearch> => {
    const { db, cipher } = faces();
    const onError = (error: unknown) => assert.fail(String(error));
    const index = createLocalIndex({ db, cipher, vectors: engine, pollIntervalMs: 3_600_000, onError });
    const search = createDuplicateSearch({ db, cipher, engine, index, minSimilarity: 0.9, onError });
    t.after(() => search.close());
    search.start();
    await search.loaded();
    return search;
  };

  const register = (duplicates: DuplicateSearch | undefined, cpf: Cpf, bytes: Uint8Array) =>
    registerFace(
      { ...faces(), duplicates },
      cpf,
      { kind: 'bytes', bytes },
      { clientId, searchDuplicates: true },
    );

  it('the same face under another CPF is named by its person, without anything more', async (t) => {
    const search = await startSearch(t);
    const photo = await createDistinctPhoto();
    const first = await register(search, generateCpf(), photo);
    assert.deepEqual(first.duplicates, { status: 'complete', possibleDuplicates: [] });
    const second = await register(search, generateCpf(), photo);
    assert.deepEqual(second.duplicates, {
      status: 'complete',
      possibleDuplicates: [{ personId: first.face.personId, similarity: 1 }],
    });
  });

  it("a person's own photos are no duplicates, and nobody else's face is one", async (t) => {
    const search = await startSearch(t);
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await register(search, cpf, photo);
    assert.deepEqual((await register(search, cpf, photo)).duplicates?.possibleDuplicates, []);
    const other = await register(search, generateCpf(), await createDistinctPhoto());
    assert.deepEqual(other.duplicates?.possibleDuplicates, []);
  });

  it('what another process registered or removed is seen by the next search', async (t) => {
    const [here, there] = [await startSearch(t), await startSearch(t)];
    const [cpf, photo] = [generateCpf(), await createDistinctPhoto()];
    const first = await register(there, cpf, photo);
    const second = await register(here, generateCpf(), photo);
    assert.deepEqual(
      second.duplicates?.possibleDuplicates.map(({ personId }) => personId),
      [first.face.personId],
    );
    await deleteRegisteredFaces(faces(), cpf);
    const third = await register(there, generateCpf(), photo);
    assert.deepEqual(
      third.duplicates?.possibleDuplicates.map(({ personId }) => personId),
      [second.face.personId],
    );
  });

  it('a process that starts later knows the faces registered before', async (t) => {
    const photo = await createDistinctPhoto();
    const first = await register(undefined, generateCpf(), photo);
    assert.equal(first.duplicates, undefined);
    const search = await startSearch(t);
    const second = await register(search, generateCpf(), photo);
    assert.deepEqual(
      second.duplicates?.possibleDuplicates.map(({ personId }) => personId),
      [first.face.personId],
    );
  });

  it('rows removed by a plain statement are gone from the index too', async (t) => {
    const search = await startSearch(t);
    const photo = await createDistinctPhoto();
    const { face } = await register(search, generateCpf(), photo);
    await faces().db.deleteFrom('faces').where('id', '=', face.id).execute();
    const again = await register(search, generateCpf(), photo);
    assert.deepEqual(again.duplicates?.possibleDuplicates, []);
  });

  it('before it has read the faces it says so', async (t) => {
    const { db, cipher, engine } = faces();
    const index = createLocalIndex({ db, cipher, vectors: engine });
    const search = createDuplicateSearch({ db, cipher, engine, index, minSimilarity: 0.9 });
    t.after(() => search.close());
    const { duplicates } = await register(search, generateCpf(), await createDistinctPhoto());
    assert.deepEqual(duplicates, { status: 'loading', possibleDuplicates: [] });
  });

  it('faces whose templates are still of an earlier model are compared by that model', async (t) => {
    const photo = await createDistinctPhoto();
    const first = await register(undefined, generateCpf(), photo);
    const newer = addNewerModel(faces().engine);
    const search = await startSearch(t, newer);
    assert.deepEqual(search.templateModels(), ['stand-in@1']);
    const second = await registerFace(
      { ...faces(), engine: newer, duplicates: search },
      generateCpf(),
      { kind: 'bytes', bytes: photo },
      { clientId, searchDuplicates: true },
    );
    assert.equal(second.face.templateModel, 'newer@1');
    assert.ok(second.duplicates?.possibleDuplicates.some(({ personId }) => personId === first.face.personId));
    assert.deepEqual(search.templateModels(), ['newer@1', 'stand-in@1']);
  });

  const skip = kind === 'embedded' ? 'takes two connections' : false;
  it('a change that was committed behind a later one is not missed', { skip }, async (t) => {
    const search = await startSearch(t);
    const photo = await createDistinctPhoto();
    const { face } = await register(search, generateCpf(), photo);
    const removed = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    // Removes the face, and commits only after others have written and read.
    const slow = faces()
      .db.transaction()
      .execute(async (tx) => {
        await tx.deleteFrom('faces').where('id', '=', face.id).execute();
        removed.resolve();
        await finish.promise;
      });
    await removed.promise;
    const before = await register(search, generateCpf(), photo);
    assert.deepEqual(
      before.duplicates?.possibleDuplicates.map(({ personId }) => personId),
      [face.personId],
    );
    finish.resolve();
    await slow;
    const after = await register(search, generateCpf(), photo);
    assert.deepEqual(
      after.duplicates?.possibleDuplicates.map(({ personId }) => personId),
      [before.face.personId],
    );
  });

  it('of registrations at the same time at least one sees the other', {
    skip,
  }, async (t) => {
    const [here, there] = [await startSearch(t), await startSearch(t)];
    for (let round = 0; round < 10; round++) {
      const photo = await createDistinctPhoto();
      const both = await Promise.all([
        register(here, generateCpf(), photo),
        register(there, generateCpf(), photo),
      ]);
      const seen = both.flatMap(({ duplicates }) => duplicates?.possibleDuplicates ?? []);
      assert.ok(seen.length > 0);
    }
  });
});
