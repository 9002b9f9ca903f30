import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listPersonHistory } from '../../src/people/get-person.ts';
import { createCpfIndex, getPerson, lockPerson } from '../../src/people/index.ts';
import { createPartnerIndex } from '../../src/people/keyed-indexes.ts';
import { lockPartnerPerson } from '../../src/people/lock-partner-person.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { useStoredImages } from '../images/stored-images.ts';
import { describeDatabases } from '../support/database.ts';

describeDatabases('getPerson', (kind) => {
  const stored = useStoredImages(kind);
  const cpfIndex = createCpfIndex(Buffer.alloc(32, 1));
  const partnerIndex = createPartnerIndex(Buffer.alloc(32, 2));
  const deps = () => ({ db: stored().db, cipher: stored().cipher, cpfIndex, partnerIndex });

  it('the id of a partner who turned out to be somebody gives that person', async () => {
    const cpf = generateCpf();
    const partner = { name: 'ANA LIMA', sixDigits: cpf.slice(3, 9) };
    const ids = await stored()
      .db.transaction()
      .execute(async (tx) => {
        const known = await lockPerson(tx, deps(), cpf, new Date());
        const before = await lockPartnerPerson(tx, deps(), partner, new Date());
        await lockPartnerPerson(tx, deps(), { ...partner, cpf }, new Date());
        return { known, before };
      });
    assert.notEqual(ids.before, ids.known);
    const person = await getPerson(deps(), ids.before);
    assert.deepEqual([person.id, JSON.parse(person.document).cpf], [ids.known, cpf]);
    assert.deepEqual(await getPerson(deps(), cpf), person);
  });

  it('a partner without a CPF has a profile without one', async () => {
    const partner = { name: 'RUI DIAS', sixDigits: '123456' };
    const id = await stored()
      .db.transaction()
      .execute((tx) => lockPartnerPerson(tx, deps(), partner, new Date()));
    const { document } = await getPerson(deps(), id);
    assert.deepEqual(JSON.parse(document), { id, status: 'PENDING', executions: [] });
    assert.deepEqual(await listPersonHistory(deps(), id, { limit: 10 }), { id, entries: [] });
  });

  it('one statement is all it takes', async () => {
    const cpf = generateCpf();
    await stored()
      .db.transaction()
      .execute((tx) => lockPerson(tx, deps(), cpf, new Date()));
    let statements = 0;
    const counting = stored().db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });
    await getPerson({ ...deps(), db: counting }, cpf);
    assert.equal(statements, 1);
  });
});
