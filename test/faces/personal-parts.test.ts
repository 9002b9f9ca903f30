import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exportParts, retentionRules } from '../../src/faces/personal-parts.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { describeDatabases } from '../support/database.ts';
import { createDistinctPhoto, useFaces } from './open-faces.ts';

describeDatabases('the attempts in the copy of a person', (kind) => {
  const faces = useFaces(kind);

  it('go on while retention takes their photos', async () => {
    const cpf = generateCpf();
    const { face } = await faces().register(cpf, await createDistinctPhoto());
    for (const _ of [1, 2]) await faces().authenticate(cpf, await createDistinctPhoto());
    const part = exportParts(faces()).find(({ name }) => name === 'attempts')!;
    const items = part.list({ id: face.personId, cpf })[Symbol.asyncIterator]();
    const read = async () => (await items.next()).value as Record<string, { base64?: string } | undefined>;
    assert.ok((await read()).receivedPhoto?.base64);

    const [photos] = retentionRules({ receivedImagesDays: 1 });
    const now = new Date(Date.now() + 1_000);
    const nobody = { ids: [], cpfIndexes: [] };
    const { count } = await faces()
      .db.transaction()
      .execute((tx) => photos!.eraseBatch(tx, now, 10, now, nobody));
    assert.equal(count, 2);

    const second = await read();
    assert.equal(second.receivedPhoto, undefined);
    assert.ok(second.registeredPhoto?.base64);
    assert.equal((await items.next()).done, true);
  });
});
