import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import { loadSigningKeys, type SigningKeys } from '../../src/access/index.ts';
import { sweepImages } from '../../src/faces/jobs.ts';
import { erasePart } from '../../src/faces/personal-parts.ts';
import { type ImageFiles, readImage } from '../../src/images/index.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { loadNamedKey } from '../../src/platform/encryption/index.ts';
import type { ErasePart } from '../../src/platform/personal-data.ts';
import { type ErasePersonDeps, erasePerson } from '../../src/privacy/erase-person.ts';
import { clientId, createDistinctPhoto, useFaces } from '../faces/open-faces.ts';
import { describeDatabases } from '../support/database.ts';

const issuer = 'https://confere.example';
const dayMs = 86_400_000;

describeDatabases('erasing a person', (kind) => {
  const faces = useFaces(kind);
  let keys: SigningKeys;
  let auditKey: Uint8Array;

  before(async () => {
    const { db, cipher, clock } = faces();
    keys = await loadSigningKeys({ db, cipher, clock, refreshEveryMs: 0 });
    auditKey = await loadNamedKey(db, cipher, 'audit');
  });

  const erase = (personId: string, overrides: Partial<ErasePersonDeps> = {}) => {
    const parts = () => [erasePart];
    const deps = { ...faces(), keys, issuer, auditKey, parts, ...overrides } as ErasePersonDeps;
    return erasePerson(deps, personId, { actor: { kind: 'client', id: clientId } });
  };
  async function authenticate() {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    const { face } = await faces().register(cpf, photo);
    const { attempt } = await faces().authenticate(cpf, await createDistinctPhoto());
    return { cpf, personId: face.personId, imageIds: [face.imageId, attempt.receivedImageId!] };
  }
  const filesOf = async (imageIds: readonly string[]) =>
    (await Promise.all(imageIds.map((id) => faces().store.get(id)))).filter((bytes) => bytes !== undefined);

  it('gives the signed receipt when the files cannot be deleted afterwards, and a job deletes them later', async () => {
    const { cpf, personId, imageIds } = await authenticate();
    const failure = Object.assign(new Error('the disk is away'), { code: 'EIO' });
    const failAfterwards: ErasePart = async () => ({
      erased: {},
      afterCommit: async () => {
        throw failure;
      },
    });
    let refused = 0;
    const broken: ImageFiles = {
      ...faces().store,
      async delete() {
        refused += 1;
        throw failure;
      },
    };
    const erasure = await erase(cpf, {
      store: broken,
      parts: () => [erasePart, failAfterwards],
    });
    assert.equal(refused, 2);
    const published = createLocalJWKSet(keys.publicKeys() as { keys: JWK[] });
    const { payload } = await jwtVerify(erasure.signed, published, { issuer, audience: clientId });
    assert.deepEqual([payload.sub, payload.jti], [personId, erasure.id]);
    assert.equal(erasure.erased.photos, 2);
    assert.deepEqual(payload.erased, erasure.erased);

    // The files are there, and nobody can read them any more: their keys went with the rows.
    assert.equal((await filesOf(imageIds)).length, 2);
    for (const id of imageIds) await assert.rejects(readImage(faces(), id));
    await assert.rejects(erase(cpf), { code: 'profile_not_found' });

    faces().advance(2 * dayMs);
    await assert.rejects(sweepImages({ ...faces(), store: broken }), failure);
    assert.equal((await filesOf(imageIds)).length, 2);
    assert.deepEqual(await sweepImages(faces()), { outcome: 'done' });
    assert.equal((await filesOf(imageIds)).length, 0);
  });

  it('erases nothing when no receipt can be signed', async () => {
    const { cpf, imageIds } = await authenticate();
    const failure = new Error('there is no key');
    const withoutKey = {
      ...keys,
      current() {
        throw failure;
      },
    } as unknown as SigningKeys;
    await assert.rejects(erase(cpf, { keys: withoutKey }), failure);
    for (const id of imageIds) await readImage(faces(), id);
    assert.equal((await erase(cpf)).erased.photos, 2);
    assert.equal((await filesOf(imageIds)).length, 0);
  });
});
