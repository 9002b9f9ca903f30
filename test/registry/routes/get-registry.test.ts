import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeDatabases } from '../../support/database.ts';
import { assertError, assertRequestId, send } from '../../support/http.ts';
import type { TestCompany } from '../../support/registry-files.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { importCompanies, runRegistryTask } from '../../support/service-registry.ts';

describeDatabases('GET /v1/registry', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let token: string;
  const get = (given: string | undefined = token) => send(`${service().url}/v1/registry`, { token: given });
  const importMonth = (month: string, companies: readonly TestCompany[]) =>
    importCompanies(service(), month, companies);

  before(async () => {
    token = await service().token('customer', { scope: 'companies:read' });
  });

  it('says that nothing was imported', async () => {
    const answer = await get();
    assert.equal(answer.status, 200, answer.text);
    assertRequestId(answer);
    const { requestId: _, ...rest } = answer.body;
    assert.deepEqual(rest, { isImported: false, generations: [] });
  });

  it('tells the month, counts, what was put aside, what changed, and the months before', async () => {
    const one = { root: '11222333', name: 'ONE LTDA' };
    const two = { root: '22333444', name: 'TWO LTDA', partners: ['ANA LIMA'] };
    await importMonth('2026-04', [one, two, one, { root: '33444555', name: 'THREE LTDA' }]);
    const first = (await get()).body;
    assert.equal(first.isImported, true);
    assert.equal(first.dataMonth, '2026-04');
    assert.equal(first.current.generation, 1);
    assert.equal(first.current.state, 'ready');
    assert.equal(first.current.isWholeCountry, true);
    const { codes, ...counts } = first.current.counts;
    assert.ok(codes > 0);
    assert.deepEqual(counts, { establishments: 3, companies: 3, simples: 0, partners: 1 });
    assert.deepEqual(first.current.refusedRows, { rows: 2, byReason: { duplicate: 2 } });
    assert.ok(!('changes' in first.current));
    assert.ok(first.current.sizeBytes > 8192);
    for (const time of [first.current.inServiceSince, first.current.startedAt, first.current.finishedAt]) {
      assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }

    await importMonth('2026-05', [
      one,
      { ...two, establishment: { status: '08' } },
      { root: '44555666', name: 'FOUR LTDA' },
    ]);
    const second = (await get()).body;
    assert.equal(second.dataMonth, '2026-05');
    assert.deepEqual(second.current.changes, {
      sinceGeneration: 1,
      opened: 1,
      removed: 1,
      closed: 1,
      statusChanged: 1,
    });
    assert.deepEqual(
      second.generations.map((it: Record<string, unknown>) => [it.generation, it.dataMonth, it.state]),
      [
        [2, '2026-05', 'ready'],
        [1, '2026-04', 'ready'],
      ],
    );

    await runRegistryTask(service(), 'registry/rollback');
    assert.equal((await get()).body.current.generation, 1);
  });

  it('needs a customer token with the scope', async () => {
    assertError(await send(`${service().url}/v1/registry`), 401, 'authorization_missing');
    assertError(await get(await service().token('mobile')), 401, 'token_wrong_product');
    const other = await service().token('customer', { scope: 'people:read' });
    assertError(await get(other), 403, 'scope_forbidden');
  });
});
