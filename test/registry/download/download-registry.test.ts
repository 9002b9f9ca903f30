import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { holdLockFile } from '../../../src/platform/data-folder/index.ts';
import type {
  DownloadProgress,
  DownloadRegistryOptions,
} from '../../../src/registry/download/download-registry.ts';
import { downloadRegistry, listPublishedMonths } from '../../../src/registry/index.ts';
import { type FlakyShare, startFlakyShare } from './flaky-share.ts';

type Setting = {
  readonly share: FlakyShare;
  readonly published: string;
  readonly directory: string;
  readonly download: (options?: Partial<DownloadRegistryOptions>) => ReturnType<typeof downloadRegistry>;
};

async function prepare(t: TestContext): Promise<Setting> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const root = join(folder, 'share');
  const published = join(root, '2026-04');
  await generateRegistry({ directory: published, companies: 3000, parts: 2 });
  await mkdir(join(root, '2026-03'));
  await mkdir(join(root, 'temporarios'));
  const share = await startFlakyShare(t, root);
  const directory = join(folder, 'here');
  const download = (options: Partial<DownloadRegistryOptions> = {}) =>
    downloadRegistry({
      shareUrl: share.url,
      directory,
      streams: 4,
      attempts: 5,
      stallTimeoutMs: 2_000,
      retryWaitMs: 5,
      ...options,
    });
  return { share, published, directory, download };
}

/** Every archive is there, byte for byte, and nothing half done is. */
async function assertWhole({ published, directory }: Setting): Promise<void> {
  const expected = (await readdir(published)).filter((name) => name.endsWith('.zip'));
  const found = (await readdir(directory)).filter((name) => name !== 'confere-download.json');
  assert.deepEqual(found.sort(), expected.sort());
  for (const name of expected) {
    const [one, other] = [await readFile(join(published, name)), await readFile(join(directory, name))];
    assert.ok(one.equals(other), name);
  }
}

const large = 'Estabelecimentos0.zip';

describe('downloadRegistry', () => {
  it('brings every archive of the newest month, and nothing else that lies there', async (t) => {
    const setting = await prepare(t);
    const result = await setting.download();
    assert.equal(result.month, '2026-04');
    assert.ok(result.files.every(({ outcome }) => outcome === 'downloaded'));
    await assertWhole(setting);
  });

  it('keeps a second download into the folder out while one runs', async (t) => {
    const setting = await prepare(t);
    await mkdir(setting.directory);
    {
      using _running = holdLockFile(join(setting.directory, 'confere-download.lock'));
      const detail = `Another download into ${setting.directory} runs.`;
      await assert.rejects(setting.download(), { code: 'registry_download_failed', detail });
    }
    await setting.download();
    await assertWhole(setting);
  });

  it('leaves what is there and asks only for what is not', async (t) => {
    const setting = await prepare(t);
    await setting.download();
    setting.share.requests.length = 0;
    await rm(join(setting.directory, 'Socios1.zip'));
    const result = await setting.download();
    assert.deepEqual(
      setting.share.requests.map(({ name }) => name),
      ['Socios1.zip'],
    );
    assert.equal(result.files.find(({ name }) => name === 'Socios1.zip')?.outcome, 'downloaded');
    assert.equal(result.files.find(({ name }) => name === large)?.outcome, 'present');
    await assertWhole(setting);
  });

  it('takes archives that came another way when their checksums hold, and replaces them when not', async (t) => {
    const setting = await prepare(t);
    await mkdir(setting.directory);
    for (const name of ['Socios0.zip', 'Socios1.zip']) {
      await cp(join(setting.published, name), join(setting.directory, name));
    }
    const path = join(setting.directory, 'Socios1.zip');
    const bytes = await readFile(path);
    bytes[bytes.length >> 1]! ^= 0xff;
    await writeFile(path, bytes);
    const result = await setting.download();
    assert.equal(result.files.find(({ name }) => name === 'Socios0.zip')?.outcome, 'present');
    assert.equal(result.files.find(({ name }) => name === 'Socios1.zip')?.outcome, 'downloaded');
    await assertWhole(setting);
  });

  for (const [what, mood] of [
    ['breaks off', { cutAfter: 20_000 }],
    ['stalls', { stallAfter: 20_000 }],
  ] as const) {
    it(`goes on where a stream ${what}, for the same edition`, async (t) => {
      const setting = await prepare(t);
      setting.share.plan(large, mood, mood);
      await setting.download();
      await assertWhole(setting);
      const asked = setting.share.requests.filter(({ name }) => name === large);
      assert.equal(asked.length, 3);
      // What was on its way when the connection broke may be lost, what had come is not asked for again.
      const resumed = asked.filter(({ from }) => from > 0);
      assert.ok(resumed.length > 0);
      assert.ok(resumed.every(({ ifRange }) => ifRange === `"${large.length}-a"`));
    });
  }

  it('gives up a stream that drips', async (t) => {
    const setting = await prepare(t);
    setting.share.plan(large, { dripEveryMs: 20 });
    await setting.download();
    await assertWhole(setting);
  });

  it('goes on in a later run, and starts anew when the archive has changed meanwhile', async (t) => {
    const setting = await prepare(t);
    const cut = Array.from({ length: 5 }, () => ({ cutAfter: 20_000 }));
    setting.share.plan(large, ...cut);
    await assert.rejects(setting.download(), {
      code: 'registry_download_failed',
      message: /Estabelecimentos0\.zip: /,
    });
    const part = join(setting.directory, `${large}.part`);
    const { size } = await stat(part);
    assert.ok(size > 20_000);
    setting.share.requests.length = 0;
    setting.share.plan(large, { cutAfter: 20_000 });
    await setting.download({ attempts: 1 }).catch(() => {});
    const [request] = setting.share.requests;
    assert.ok(request?.name === large && request.from > 0 && request.from < size);

    setting.share.requests.length = 0;
    setting.share.edition = 'b';
    await setting.download();
    assert.ok(setting.share.requests.every(({ from }) => from === 0));
    await assertWhole(setting);
  });

  it('starts an archive anew that changes while it is downloaded', async (t) => {
    const setting = await prepare(t);
    setting.share.plan(large, { cutAfter: 30_000 });
    const onProgress = ({ files }: DownloadProgress) => {
      if (files.some(({ name, bytes }) => name === large && bytes >= 30_000)) setting.share.edition = 'b';
    };
    await setting.download({ onProgress });
    await assertWhole(setting);
  });

  for (const [what, mood] of [
    ['answers with the whole file', { ignoreRange: true }],
    ['sends the start under the name of the rest', { lieInRange: true }],
    ['sends another range', { otherRange: true }],
    ['refuses the range', { status: 416 }],
  ] as const) {
    it(`is right in the end when a share ${what}`, async (t) => {
      const setting = await prepare(t);
      setting.share.plan(large, { cutAfter: 40_000 }, mood);
      await setting.download();
      await assertWhole(setting);
    });
  }

  it('downloads again what came broken, and gives it up when it does so again', async (t) => {
    const setting = await prepare(t);
    setting.share.plan(large, { corruptAt: 5000 });
    await setting.download();
    await assertWhole(setting);
    await rm(join(setting.directory, large));
    setting.share.plan(large, { corruptAt: 5000 }, { corruptAt: 5000 });
    await assert.rejects(setting.download(), { code: 'registry_download_failed', message: /checksums/ });
    assert.deepEqual(
      (await readdir(setting.directory)).filter((name) => name.startsWith(large)),
      [],
    );
  });

  it('does not take more than the listing says', async (t) => {
    const setting = await prepare(t);
    setting.share.plan(large, { tooLong: true });
    await setting.download();
    await assertWhole(setting);
  });

  it('opens fewer streams each time that the share fails, down to one', async (t) => {
    const setting = await prepare(t);
    const limits = new Set<number>();
    setting.share.plan(large, { status: 503, retryAfter: '0' }, { refuse: true }, { status: 429 });
    setting.share.plan('Empresas0.zip', { status: 500 });
    await setting.download({ onProgress: ({ streams }) => limits.add(streams) });
    await assertWhole(setting);
    assert.deepEqual([...limits], [4, 2, 1]);
  });

  it('never has more streams open than it was told', async (t) => {
    const setting = await prepare(t);
    await setting.download({ streams: 2 });
    assert.ok(setting.share.takePeak() <= 2);
  });

  it('waits as long as the share asks for', async (t) => {
    const setting = await prepare(t);
    setting.share.plan('Cnaes.zip', { status: 429, retryAfter: '1' });
    const started = performance.now();
    await setting.download();
    assert.ok(performance.now() - started >= 990);
    await assertWhole(setting);
  });

  it('brings the others when one archive cannot be had, and names it', async (t) => {
    const setting = await prepare(t);
    setting.share.plan('Paises.zip', ...Array.from({ length: 5 }, () => ({ refuse: true }) as const));
    await assert.rejects(setting.download(), { code: 'registry_download_failed', message: /^Paises\.zip: / });
    const names = (await readdir(setting.directory)).filter((name) => name.endsWith('.zip'));
    assert.equal(names.length, 12);
  });

  it('ends when it is told to, keeping what has come', async (t) => {
    const setting = await prepare(t);
    setting.share.plan(large, { stallAfter: 30_000 });
    const controller = new AbortController();
    const onProgress = ({ files }: DownloadProgress) => {
      if (files.some(({ name, bytes }) => name === large && bytes >= 30_000)) controller.abort();
    };
    await assert.rejects(
      setting.download({ onProgress, signal: controller.signal, stallTimeoutMs: 60_000 }),
      { code: 'registry_download_interrupted' },
    );
    assert.ok((await stat(join(setting.directory, `${large}.part`))).size >= 30_000);
  });

  it('stops before anything comes when there is no room', async (t) => {
    const setting = await prepare(t);
    // A file that is mostly a hole: the listing says 1 PB.
    const path = join(setting.published, 'Simples.zip');
    await truncate(path, 2 ** 40 * 8).catch(() => t.skip('the file system takes no file of 8 TB'));
    await assert.rejects(setting.download(), { code: 'registry_download_no_room', message: /GB are free/ });
    assert.deepEqual(setting.share.requests, []);
  });

  it('says which months there are when one is not', async (t) => {
    const setting = await prepare(t);
    await assert.rejects(setting.download({ month: '2025-12' }), {
      code: 'registry_month_not_published',
      message: /2026-04, 2026-03/,
    });
    await assert.rejects(setting.download({ month: '2026-03' }), {
      code: 'registry_month_not_published',
      detail: 'The folder 2026-03 has no archives yet.',
    });
  });
});

describe('listPublishedMonths', () => {
  const patience = { stallTimeoutMs: 2_000, attempts: 5, retryWaitMs: 5 };

  it('gives the months, the newest first, past refusals', async (t) => {
    const { share } = await prepare(t);
    share.planListing(503, 429);
    const months = await listPublishedMonths({ shareUrl: share.url, ...patience });
    assert.deepEqual(
      months.map(({ month }) => month),
      ['2026-04', '2026-03'],
    );
  });

  it('says why when the share cannot be listed', async (t) => {
    const { share } = await prepare(t);
    await assert.rejects(listPublishedMonths({ shareUrl: `${share.url}/none`, ...patience }), {
      code: 'registry_share_unreachable',
      message: /404/,
    });
    await assert.rejects(listPublishedMonths({ shareUrl: 'http://127.0.0.1:9', ...patience }), {
      code: 'registry_share_unreachable',
    });
    share.planListing(503, 503, 503, 503);
    await assert.rejects(listPublishedMonths({ shareUrl: share.url, ...patience }), {
      code: 'registry_share_unreachable',
      message: /503/,
    });
  });
});
