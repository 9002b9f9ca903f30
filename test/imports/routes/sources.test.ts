import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { listNames } from '../../../src/people/list-entry.ts';
import { testDatabaseKinds } from '../../support/database.ts';
import { assertError, assertRequestId, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

for (const kind of testDatabaseKinds()) {
  describe(`GET /v1/sources (${kind})`, () => {
    const service = shareService(kind, { engine: createStandInEngine() });
    let token: string;
    before(async () => {
      token = await service().token('customer');
    });
    const url = () => `${service().url}/v1/sources`;
    type Item = {
      name: string;
      health: string;
      sources: string[];
      ageDays?: number;
      subject: string;
      licence: string;
    };

    it('names every list, data set and register, imported or not, with its licence', async () => {
      const answer = await send(url(), { token });
      assert.equal(answer.status, 200);
      assertRequestId(answer);
      const items = answer.body.items as Item[];
      const names = items.map(({ name }) => name);
      for (const name of [...listNames, 'data_sets', 'registry', 'tax_regimes'])
        assert.ok(names.includes(name), name);
      for (const { name, health, licence, sources } of items) {
        assert.deepEqual([health, licence !== '', sources.length > 0], ['missing', true, true], name);
      }
      const un = items.find(({ name }) => name === 'un');
      assert.deepEqual(
        [un?.subject, un?.sources],
        ['both', ['pfInternationalLists', 'pjInternationalLists']],
      );
    });

    it('nobody without the scope reads it', async () => {
      assertError(await send(url()), 401, 'authorization_missing');
      const mobile = await service().token('mobile');
      assert.equal((await send(url(), { token: mobile })).status, 401);
      const other = await service()
        .token('customer', { scope: 'people:read' } as never)
        .catch(() => undefined);
      if (other !== undefined) assert.equal((await send(url(), { token: other })).status, 403);
    });
  });
}
