import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { loadAppConfig } from '../../src/app.ts';
import { beginEngine } from '../../src/engine/create-face-engine.ts';

/** One that waits for a face service that is not there: it loads no networks. */
async function begin(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'confere-engine-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const settings = loadAppConfig({ FACES_URL: 'http://127.0.0.1:9', FACES_SECRET: 's'.repeat(43) });
  return beginEngine({ settings, maxPixels: 1_000_000, dataDir, log: pino({ level: 'silent' }) });
}

describe('an engine that began before its owner', () => {
  it('is closed when nobody took it', async (t) => {
    const begun = await begin(t);
    await begun[Symbol.asyncDispose]();
    const engine = await begun.take();
    await assert.rejects(engine.analyse(new Uint8Array(1)), { code: 'face_engine_busy' });
  });

  it('stays open for the one that took it', async (t) => {
    const begun = await begin(t);
    const engine = await begun.take();
    t.after(() => engine.close());
    const close = t.mock.method(engine, 'close');
    await begun[Symbol.asyncDispose]();
    assert.equal(close.mock.callCount(), 0);
  });
});
