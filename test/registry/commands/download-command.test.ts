import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { createDownloadLines, describeDownload } from '../../../src/registry/commands/download-lines.ts';
import type { DownloadProgress } from '../../../src/registry/download/download-registry.ts';
import { startFlakyShare } from '../download/flaky-share.ts';

const program = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

type Outcome = { readonly status: number; readonly out: string; readonly err: string };

function run(shareUrl: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = {
      PATH: process.env.PATH,
      REGISTRY_SHARE_URL: shareUrl,
    };
    execFile(
      process.execPath,
      [program, 'registry', 'download', ...args],
      { env, cwd: tmpdir() },
      (error, out, err) => {
        resolve({ status: error === null ? 0 : Number(error.code), out, err });
      },
    );
  });
}

async function prepare(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await generateRegistry({ directory: join(folder, 'share', '2026-04'), companies: 30, parts: 1 });
  return { folder, share: await startFlakyShare(t, join(folder, 'share')) };
}

it('downloads without any storage, printing one document, and lists the months', async (t) => {
  const { folder, share } = await prepare(t);
  const to = join(folder, 'here');
  const done = await run(share.url, '--to', to, '--json');
  assert.equal(done.status, 0, done.err);
  const result = JSON.parse(done.out);
  assert.equal(result.month, '2026-04');
  assert.equal(result.files.length, 10);
  assert.match(done.err, /Cnaes\.zip done/);
  assert.equal((await readdir(to)).filter((name) => name.endsWith('.zip')).length, 10);

  const listed = await run(share.url, '--list', '--json');
  assert.deepEqual(
    JSON.parse(listed.out).months.map(({ month }: { month: string }) => month),
    ['2026-04'],
  );
});

it('fails with its code and nothing on standard output', async (t) => {
  const { folder, share } = await prepare(t);
  share.plan('Cnaes.zip', { status: 410 });
  const failed = await run(share.url, '--to', join(folder, 'here'), '--json');
  assert.equal(failed.status, 1);
  assert.equal(failed.out, '');
  assert.match(failed.err, /registry_download_failed[\s\S]*Cnaes\.zip/);
  const without = await run(share.url);
  assert.equal(without.status, 1);
  assert.match(without.err, /--to/);
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
