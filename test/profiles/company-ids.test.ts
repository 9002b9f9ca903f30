import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { generateCnpj } from '../../src/platform/documents/index.ts';
import { companyIdKind, createId, isId } from '../../src/platform/ids.ts';
import { createCompanyIds } from '../../src/profiles/company-ids.ts';

describe('the ids of companies', () => {
  const key = randomBytes(32);
  const ids = createCompanyIds(key);

  it('are made of the number, the same each time, and lead back to it', () => {
    for (let count = 0; count < 100; count += 1) {
      const cnpj = generateCnpj();
      const id = ids.idOf(cnpj);
      assert.ok(isId(companyIdKind, id), id);
      assert.equal(createCompanyIds(key).idOf(cnpj), id);
      assert.equal(ids.cnpjOf(id), cnpj);
    }
  });

  it('are others under another key, which knows nothing of them', () => {
    const other = createCompanyIds(randomBytes(32));
    const cnpj = generateCnpj();
    assert.notEqual(other.idOf(cnpj), ids.idOf(cnpj));
    assert.equal(other.cnpjOf(ids.idOf(cnpj)), undefined);
  });

  it('name no company when they were not made here', () => {
    for (const id of [createId(companyIdKind), `com_${'0'.repeat(32)}`, 'com_', 'per_1', '']) {
      assert.equal(ids.cnpjOf(id), undefined, id);
    }
  });
});
