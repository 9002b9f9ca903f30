import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { createDownloadLines, describeDownload } from '../../../src/registry/commands/download-lines.ts';
import type { DownloadProgress } from '../../../src/registry/download/download-registry.ts';
import { runConfere } from '../../support/service-process.ts';
import { startFlakyShare } from '../download/flaky-share.ts';

async function prepare(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await generateRegistry({ directory: join(folder, 'share', '2026-04'), companies: 30, parts: 1 });
  const share = await startFlakyShare(t, join(folder, 'share'));
  const run = (...args: string[]) =>
    runConfere(t, ['registry', 'download', ...args, '--json'], { REGISTRY_SHARE_URL: share.url });
  return { folder, share, run };
}

it('downloads without any storage, printing one document, and lists the months', async (t) => {
  const { folder, run } = await prepare(t);
  const to = join(folder, 'here');
  const done = await run('--to', to);
  assert.equal(done.status, 0, done.stderr);
  const result = JSON.parse(done.stdout);
  assert.equal(result.month, '2026-04');
  assert.equal(result.files.length, 10);
  assert.match(done.stderr, /Cnaes\.zip done/);
  assert.equal((await readdir(to)).filter((name) => name.endsWith('.zip')).length, 10);

  const listed = await run('--list');
  assert.deepEqual(
    JSON.parse(listed.stdout).months.map(({ month }: { month: string }) => month),
    ['2026-04'],
  );
});

it('fails with its code and nothing on standard output', async (t) => {
  const { folder, share, run } = await prepare(t);
  share.plan('Cnaes.zip', { status: 410 });
  const failed = await run('--to', join(folder, 'here'));
  assert.equal(failed.status, 1);
  assert.equal(failed.stdout, '');
  assert.match(failed.stderr, /registry_download_failed[\s\S]*Cnaes\.zip/);
  const without = await run();
  assert.equal(without.status, 1);
  assert.match(without.stderr, /--to/);
});

const progress: DownloadProgress = {
  month: '2026-04',
  files: [
    { name: 'Empresas0.zip', state: 'downloading', bytes: 50_000_000, sizeBytes: 100_000_000 },
    { name: 'Cnaes.zip', state: 'done', bytes: 100_000_000, sizeBytes: 100_000_000 },
  ],
  bytes: 150_000_000,
  sizeBytes: 200_000_000,
  streams: 2,
};

it('progress tells how much has come, how fast, and the time left, what was there before left out', () => {
  assert.equal(
    describeDownload(progress, 10_000, 100_000_000),
    '[##################......] 75%  2026-04  1 of 2 archives  150 of 200 MB  5.0 MB/s  0:10 left  2 streams',
  );
});

it('a terminal shows each archive that is under way, with its own time left', () => {
  let shown = '';
  let atMs = 0;
  const lines = createDownloadLines({ isTTY: true, write: (text) => (shown += text) }, () => atMs);
  const start = progress.files.map((file) => ({ ...file, bytes: file.state === 'done' ? file.bytes : 0 }));
  lines.show({ ...progress, files: start, bytes: 100_000_000 });
  atMs = 10_000;
  lines.show(progress);
  lines[Symbol.dispose]();
  assert.match(shown, /Empresas0\.zip {2}0:10 left\n.*1 of 2 archives/);
});
