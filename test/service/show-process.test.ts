import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { type ReadinessDeps, readinessRoute } from '../../src/service/routes/probes.ts';
import { showProcess } from '../../src/service/show-process.ts';
import type { App } from '../../src/web/app.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describeDatabases('a process that shows itself', (kind) => {
  for (const [offMs, from, to] of [
    [600_000, 540_000, 600_000],
    [0, 0, 0],
    [-600_000, -600_000, -540_000],
  ] as const) {
    it(`tells that its clock is off by ${offMs / 1_000} s`, async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const shown = showProcess(db, {
        role: 'all',
        masterKeyId: 'key',
        now: () => Date.now() + offMs,
        onError: (error) => assert.fail(String(error)),
      });
      assert.equal(shown.clockAheadMs(), undefined);
      shown.start();
      await shown.close();
      const aheadMs = shown.clockAheadMs()!;
      assert.ok(from <= aheadMs && aheadMs <= to, String(aheadMs));
    });
  }
});

it('a wrong clock makes the readiness degraded, and says by how much', async (t) => {
  let aheadSeconds: number | undefined;
  const engine = createStandInEngine();
  const readiness: ReadinessDeps['readiness'] = {
    clockAheadSeconds: () => aheadSeconds,
    isDraining: () => false,
    isDatabaseReachable: async () => true,
    isPhotoStoreReachable: async () => true,
    isPhotoStoreReadOnly: () => false,
    describeHold: async () => undefined,
    describeReadReplica: () => undefined,
    duplicatesState: () => undefined,
    areModelsLoaded: () => true,
    describeModels: () => engine.describe(),
    describeCohort: async () => undefined,
    describeSources: async () => undefined,
  };
  const app = fastify();
  t.after(() => app.close());
  readinessRoute(app as unknown as App, { readiness });
  for (const [ahead, status] of [
    [undefined, 'ready'],
    [30, 'ready'],
    [600, 'degraded'],
    [-600, 'degraded'],
  ] as const) {
    aheadSeconds = ahead;
    const answer = await app.inject('/readyz');
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.json().status, status);
    assert.equal(answer.json().clockAheadSeconds, status === 'ready' ? undefined : ahead);
  }
});
