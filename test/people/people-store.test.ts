import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCpfIndex, lockPerson } from '../../src/people/index.ts';
import { type Cpf, generateCpf } from '../../src/platform/documents.ts';
import { useStoredImages } from '../images/stored-images.ts';
import { describeDatabases } from '../support/database.ts';

describeDatabases('lockPerson', (kind) => {
  const stored = useStoredImages(kind);
  const cpfIndex = createCpfIndex(Buffer.alloc(32, 1));
  const lock = (cpf: Cpf) =>
    stored()
      .db.transaction()
      .execute((tx) => lockPerson(tx, { cipher: stored().cipher, cpfIndex }, cpf, new Date()));

  it('a CPF is one person, however often and at once it is asked for', async () => {
    const cpf = generateCpf();
    const ids = await Promise.all(Array.from({ length: 8 }, () => lock(cpf)));
    assert.equal(new Set(ids).size, 1);
    assert.match(ids[0]!, /^per_[0-9a-f]{32}$/);
    assert.notEqual(await lock(generateCpf()), ids[0]);
  });

  it('the CPF can be read with the key of the record only', async () => {
    const cpf = generateCpf();
    const id = await lock(cpf);
    const row = await stored()
      .db.selectFrom('people')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(Buffer.from(stored().cipher.open(row, `person:${id}`)).toString(), cpf);
    assert.throws(() => stored().cipher.open(row, 'person:per_0'));
    assert.ok(!Buffer.from(row.cpf_index!).includes(cpf));
  });

  it('the index of a CPF depends on the key', () => {
    const cpf = generateCpf();
    const other = createCpfIndex(Buffer.alloc(32, 2));
    assert.deepEqual(cpfIndex(cpf), cpfIndex(cpf));
    assert.notDeepEqual(cpfIndex(cpf), other(cpf));
    assert.notDeepEqual(cpfIndex(cpf), cpfIndex(generateCpf()));
  });
});
