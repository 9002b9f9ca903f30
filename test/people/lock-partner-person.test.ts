import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCpfIndex, lockPerson } from '../../src/people/index.ts';
import { createPartnerIndex } from '../../src/people/keyed-indexes.ts';
import {
  createPartnerPeople,
  lockPartnerPerson,
  type PartnerIdentity,
} from '../../src/people/lock-partner-person.ts';
import { type Cpf, generateCpf, parseCpf } from '../../src/platform/documents.ts';
import { useStoredImages } from '../images/stored-images.ts';
import { describeDatabases } from '../support/database.ts';

describeDatabases('lockPartnerPerson', (kind) => {
  const stored = useStoredImages(kind);
  const cpfIndex = createCpfIndex(Buffer.alloc(32, 1));
  const partnerIndex = createPartnerIndex(Buffer.alloc(32, 2));
  const deps = () => ({ cipher: stored().cipher, cpfIndex, partnerIndex });
  const transaction = () => stored().db.transaction();
  const lock = (partner: PartnerIdentity) =>
    transaction().execute((tx) => lockPartnerPerson(tx, deps(), partner, new Date()));
  const lockCpf = (cpf: Cpf) => transaction().execute((tx) => lockPerson(tx, deps(), cpf, new Date()));
  const sixOf = (cpf: Cpf) => cpf.slice(3, 9);

  it('name and six digits are one person, however the name is spelt and how often it is asked for at once', async () => {
    const sixDigits = sixOf(generateCpf());
    const spellings = ['José da Silva Alves', 'JOSE SILVA ALVES', 'jose alves da silva'];
    const ids = await Promise.all([...spellings, ...spellings].map((name) => lock({ name, sixDigits })));
    assert.equal(new Set(ids).size, 1);
    assert.notEqual(await lock({ name: 'José Alves', sixDigits }), ids[0]);
    const others = sixDigits === '123456' ? '654321' : '123456';
    assert.notEqual(await lock({ name: spellings[0]!, sixDigits: others }), ids[0]);
  });

  it('a CPF that is learnt later belongs to the same person', async () => {
    const cpf = generateCpf();
    const partner = { name: 'MARIA SOUZA', sixDigits: sixOf(cpf) };
    const id = await lock(partner);
    assert.equal(await lock({ ...partner, cpf }), id);
    assert.equal(await lockCpf(cpf), id);
    assert.equal(await lock(partner), id);
    const person = await createPartnerPeople(deps()).findPerson(stored().db, id);
    assert.deepEqual(person, { kind: 'person', id, cpf });
  });

  it('a CPF that has a person already leads the partner to it', async () => {
    const cpf = generateCpf();
    const partner = { name: 'ANA LIMA', sixDigits: sixOf(cpf) };
    const known = await lockCpf(cpf);
    const before = await lock(partner);
    assert.notEqual(before, known, 'name and digits alone prove nothing');
    assert.equal(await lock({ ...partner, cpf }), known);
    assert.equal(await lock(partner), known);
    const found = await createPartnerPeople(deps()).findPerson(stored().db, before);
    assert.equal(found?.id, known);
  });

  it('two CPFs that share name and digits stay two persons, and neither stands for the name', async () => {
    for (const isKnown of [false, true]) {
      const [first, second] = generateNeighbours();
      const partner = { name: `JOSE ALVES ${isKnown}`, sixDigits: sixOf(first) };
      if (isKnown) await lockCpf(first);
      const one = await lock({ ...partner, cpf: first });
      const two = await lock({ ...partner, cpf: second });
      assert.notEqual(one, two);
      const unknown = await lock(partner);
      assert.ok(unknown !== one && unknown !== two);
      assert.deepEqual(
        [
          await lock({ ...partner, cpf: first }),
          await lock({ ...partner, cpf: second }),
          await lock(partner),
        ],
        [one, two, unknown],
      );
      assert.deepEqual([await lockCpf(first), await lockCpf(second)], [one, two]);
    }
  });

  it('a CPF with other digits in its middle is left out of account', async () => {
    const cpf = generateCpf();
    const sixDigits = sixOf(cpf) === '000000' ? '111111' : '000000';
    const id = await lock({ name: 'RUI DIAS', sixDigits, cpf });
    assert.notEqual(await lockCpf(cpf), id);
  });

  it('nothing of a partner can be read without the key of the record', async () => {
    const sixDigits = sixOf(generateCpf());
    const id = await lock({ name: 'CLARA NUNES', sixDigits });
    const row = await stored()
      .db.selectFrom('people')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const stands = Buffer.concat([row.partner_index!, row.ciphertext, row.wrapped_key]);
    assert.ok(!stands.includes('CLARA') && !stands.includes(sixDigits));
    const person = await createPartnerPeople(deps()).findPerson(stored().db, id);
    assert.deepEqual(person, {
      kind: 'person',
      id,
      cpf: undefined,
      maskedCpf: sixDigits,
      name: 'CLARA NUNES',
    });
  });
});

/** Two CPFs with the same six digits in the middle. */
function generateNeighbours(): [Cpf, Cpf] {
  const first = generateCpf();
  for (let head = 0; ; head += 1) {
    const nine = String(head).padStart(3, '0') + first.slice(3, 9);
    for (let tail = 0; tail < 100; tail += 1) {
      const cpf = parseCpf(nine + String(tail).padStart(2, '0'));
      if (cpf !== undefined && cpf !== first) return [first, cpf];
    }
  }
}
