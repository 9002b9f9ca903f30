import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  DataFolderError,
  findRunningProcess,
  openDataFolder,
} from '../../../src/platform/data-folder/index.ts';

const holderScript = `
  import { openDataFolder } from ${JSON.stringify(new URL('../../../src/platform/data-folder/index.ts', import.meta.url).href)};
  try {
    const folder = await openDataFolder(process.argv[1], { purpose: 'hold' });
    await folder.announce({ url: 'http://127.0.0.1:1', taskKey: 'key' });
    process.stdout.write('held\\n');
    process.stdin.once('data', async () => {
      await folder.release();
      process.stdout.write('released\\n');
    });
  } catch (error) {
    process.stdout.write(error.code + '\\n');
  }
`;

/** Another process that opens the folder: answers the first line it prints. */
async function startHolder(t: TestContext, folder: string): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', holderScript, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  return { child, line: await nextLine(child) };
}

async function nextLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout!, 'data');
  return String(chunk).trim();
}

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-folder-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function isDataFolderError(code: string, detail = /./) {
  return (error: unknown) =>
    error instanceof DataFolderError && error.code === code && detail.test(error.message);
}

describe('data folder', () => {
  it('is made for its owner only, with whatever folders lead to it', async (t) => {
    const dir = join(await openFolder(t), 'a', 'b');
    await using folder = await openDataFolder(dir, { purpose: 'test' });
    assert.equal(folder.directory, dir);
    assert.equal((await stat(dir)).mode & 0o777, 0o700);
    assert.equal((await stat(join(dir, 'server.json'))).mode & 0o777, 0o600);
  });

  it('that the file system takes nowhere is refused', { skip: process.platform !== 'linux' }, async () => {
    for (const dir of ['/proc/nope', '/proc/nope/data']) {
      await assert.rejects(
        openDataFolder(dir, { purpose: 'test' }),
        isDataFolderError('data_folder_unusable'),
      );
    }
  });

  it('that another process holds is refused, naming the process and the folder', async (t) => {
    const dir = await openFolder(t);
    const { child, line } = await startHolder(t, dir);
    assert.equal(line, 'held');
    await assert.rejects(
      openDataFolder(dir, { purpose: 'test' }),
      isDataFolderError(
        'data_folder_in_use',
        new RegExp(`${dir} is in use by process ${child.pid} \\(hold\\)`),
      ),
    );
  });

  it('is refused to another process while this one holds it, and given after release', async (t) => {
    const dir = await openFolder(t);
    const folder = await openDataFolder(dir, { purpose: 'test' });
    assert.equal((await startHolder(t, dir)).line, 'data_folder_in_use');
    await folder.release();
    await folder.release();
    assert.equal((await startHolder(t, dir)).line, 'held');
  });

  it('is refused a second time in the same process', async (t) => {
    const dir = await openFolder(t);
    await using _folder = await openDataFolder(dir, { purpose: 'first' });
    await assert.rejects(
      openDataFolder(dir, { purpose: 'second' }),
      isDataFolderError('data_folder_in_use', /first/),
    );
  });

  it('is free again as soon as its process is killed', async (t) => {
    const dir = await openFolder(t);
    const { child, line } = await startHolder(t, dir);
    assert.equal(line, 'held');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await findRunningProcess(dir), undefined);
    await using folder = await openDataFolder(dir, { purpose: 'test' });
    assert.equal(folder.directory, dir);
  });

  it('is given to exactly one of several processes that start at once', async (t) => {
    const dir = await openFolder(t);
    const holders = await Promise.all(Array.from({ length: 4 }, () => startHolder(t, dir)));
    const lines = holders.map((holder) => holder.line).sort();
    assert.deepEqual(lines, ['data_folder_in_use', 'data_folder_in_use', 'data_folder_in_use', 'held']);
  });

  it('tells other processes who holds it and where it answers, until it is released', async (t) => {
    const dir = await openFolder(t);
    assert.equal(await findRunningProcess(dir), undefined);
    const { child } = await startHolder(t, dir);
    const running = await findRunningProcess(dir);
    assert.equal(running?.pid, child.pid);
    assert.equal(running?.purpose, 'hold');
    assert.equal(running?.url, 'http://127.0.0.1:1');
    child.stdin!.write('release\n');
    assert.equal(await nextLine(child), 'released');
    assert.equal(await findRunningProcess(dir), undefined);
    await assert.rejects(readFile(join(dir, 'server.json')), { code: 'ENOENT' });
  });

  it('that is a file or lies below one is reported as unusable', async (t) => {
    const path = join(await openFolder(t), 'file');
    await writeFile(path, '');
    for (const dir of [path, join(path, 'below')]) {
      await assert.rejects(
        openDataFolder(dir, { purpose: 'test' }),
        isDataFolderError('data_folder_unusable'),
      );
    }
  });

  it('of another user is refused to root, who would lock that user out', {
    skip: process.getuid?.() !== 0 && 'only root can give a folder away',
  }, async (t) => {
    const dir = await openFolder(t);
    await chown(dir, 65_534, 65_534);
    for (const use of [{ purpose: 'test' }, { purpose: 'restore', exclusive: false }]) {
      await assert.rejects(openDataFolder(dir, use), isDataFolderError('data_folder_unusable'));
    }
    assert.deepEqual(await readdir(dir), []);
    await (await openDataFolder(dir, { purpose: 'test', exclusive: false })).release();
  });

  it('that need not be exclusive is neither locked nor announced', async (t) => {
    const dir = await openFolder(t);
    const first = await openDataFolder(dir, { purpose: 'a', exclusive: false });
    const second = await openDataFolder(dir, { purpose: 'b', exclusive: false });
    await first.announce({ url: 'http://127.0.0.1:1', taskKey: 'key' });
    assert.equal(await findRunningProcess(dir), undefined);
    await first.release();
    await second.release();
  });
});
