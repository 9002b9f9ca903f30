import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchToken } from '../support/tokens.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const maxMegabytes = 60;

type Listed = {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly type: string;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

/** A package of the lock file; a workspace has no version there. */
type Locked = { readonly dev?: boolean; readonly version?: string };

/** The path of another Node, from the npm package that holds only its binary; kept between runs. */
async function provideOtherNode(major: number): Promise<string | undefined> {
  const folder = join(root, 'node_modules/.cache/other-node', String(major));
  const name = `node-${process.platform}-${process.arch}`;
  const binary = join(folder, 'node_modules', name, 'bin/node');
  const isThere = () =>
    stat(binary).then(
      () => true,
      () => false,
    );
  if (await isThere()) return binary;
  await mkdir(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, `${name}@${major}`], { cwd: folder }).catch(() => undefined);
  return (await isThere()) ? binary : undefined;
}

/**
 * The package as a release has it, in a folder without the checkout: only the dependencies that it names are there,
 * taken from those of the checkout, so that nothing is fetched.
 */
describe('the installable package', () => {
  let folder: string;
  let release: string;
  let installed: string;
  let program: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-package-'));
    release = join(folder, 'release');
    await run('node', ['bin/cut-release.ts', release, '--draft'], { cwd: root, maxBuffer: 10_000_000 });
    const packed = join(release, (await readdir(release)).find((file) => /^confere-\d.*\.tgz$/.test(file))!);
    assert.ok((await stat(packed)).size < maxMegabytes * 1e6);
    const modules = join(folder, 'node_modules');
    installed = join(modules, 'confere');
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', packed, '-C', installed, '--strip-components=1']);
    const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      await mkdir(dirname(join(modules, name)), { recursive: true });
      await symlink(join(root, 'node_modules', name), join(modules, name));
    }
    program = join(installed, 'bin/confere.js');
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('holds compiled code, migrations, the capture page and the networks, and no sources', async () => {
    const files = await readdir(installed, { recursive: true });
    assert.deepEqual(
      files.filter((file) => file.endsWith('.ts') || file.split('/').includes('test')),
      [],
    );
    for (const file of [
      'dist/src/main.js',
      'dist/src/engine/face-worker.js',
      'dist/migrations/0001-platform.sql',
      'dist/console/dist/licences.txt',
      'dist/packages/capture/dist/index.html',
      'dist/packages/capture/dist/licences.txt',
      'dist/packages/docs/dist/index.html',
      'dist/packages/docs/dist/reference/index.html',
      'dist/packages/networks/dist/liveness.onnx',
    ]) {
      assert.ok(files.includes(file), file);
    }
    assert.equal(files.filter((file) => /^dist\/prepared\/database-[0-9a-f]{16}\.br$/.test(file)).length, 1);
  });

  it('comes with the source, a list of what is in it, and checksums that fit', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const base = `confere-${version}`;
    const files = (await readdir(release)).filter((file) => !file.endsWith('-notes.md'));
    assert.deepEqual(files.sort(), [
      'SHA256SUMS',
      `${base}-docs.tar.gz`,
      `${base}-source.tar.gz`,
      `${base}.cdx.json`,
      `${base}.tgz`,
      `confere-capture-${version}.tgz`,
      `confere-client-${version}.tgz`,
    ]);
    const { stdout: site } = await run('tar', ['-tzf', join(release, `${base}-docs.tar.gz`)], {
      maxBuffer: 10_000_000,
    });
    for (const page of ['./index.html', './pt-BR/index.html', './reference/index.html'])
      assert.ok(site.split('\n').includes(page), page);
    const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: release });
    assert.equal(stdout.match(/: OK$/gm)?.length, (await readdir(release)).length - 1);
    for (const name of ['client', 'capture']) {
      const packed = join(release, `confere-${name}-${version}.tgz`);
      const { stdout: listed } = await run('tar', ['-tzf', packed]);
      assert.match(listed, /^package\/LICENSE$/m);
      if (name === 'capture') assert.match(listed, /^package\/dist\/licences\.txt$/m);
    }
    const text = await readFile(join(release, `${base}.cdx.json`), 'utf8');
    const listed = JSON.parse(text) as Listed;
    assert.equal(listed.bomFormat, 'CycloneDX');
    assert.equal(listed.metadata.component.name, 'confere');
    const refs = new Set(listed.components.map((one) => one['bom-ref']));
    const graph = new Map(listed.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
    for (const [path, { dev, version: exact }] of Object.entries<Locked>(packages)) {
      if (dev || !path.startsWith('node_modules/') || !existsSync(join(root, path, 'package.json'))) continue;
      const { name } = JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8'));
      if (exact !== undefined) assert.ok(graph.has(`${name}@${exact}`) && refs.has(`${name}@${exact}`), name);
    }
    for (const ref of [...graph.values()].flat()) assert.ok(refs.has(ref), ref);
    const inside = ['react-dom', '@tensorflow/tfjs-core', '@vue/runtime-dom', 'swagger-ui-dist'];
    const names = new Set([...refs].map((ref) => ref.replace(/@[^@]*$/, '')));
    assert.deepEqual(
      inside.filter((one) => !names.has(one)),
      [],
      'what the pages contain',
    );
    assert.ok(!listed.components.some(({ name }) => name === 'typescript'), 'nothing for development');
    assert.equal(listed.components.filter(({ type }) => type === 'machine-learning-model').length, 5);
    assert.ok(!text.includes(root.replace(/\/$/, '')), 'no path of the machine');
  });

  it('asks for no package whose tool chain the checkout leaves out', async () => {
    const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    const { overrides } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    assert.deepEqual(
      Object.keys(overrides).filter((name) => name in dependencies),
      [],
      'overrides do not hold where a package is a dependency',
    );
  });

  it('says its version', async () => {
    const { stdout } = await run(process.execPath, [program, '--version']);
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    assert.equal(stdout, `${version}\n`);
  });

  for (const major of [20, 22, 26]) {
    it(`starts on the Node ${major} of a machine, and goes on with its own`, async (t) => {
      const other = await provideOtherNode(major);
      if (other === undefined) return t.skip(`Node ${major} can be had from no registry here`);
      const env = { ...process.env, PATH: `${dirname(other)}:/usr/bin:/bin`, DATA_DIR: folder };
      // The first line of the program asks for the Node of the path.
      const command = 'node --version; "$0" doctor || true';
      const { stdout } = await run('/bin/sh', ['-c', command, program], { env });
      assert.match(stdout, new RegExp(`^v${major}\\.[\\d.]+\nok +node: Node v24\\.`));
    });
  }

  it('runs the demonstration, with every network and thread', async () => {
    const { stdout } = await run(process.execPath, [program, 'demo', '--json'], { cwd: folder });
    assert.ok(JSON.parse(stdout), 'it ends with an error when a check fails');
  });

  it('serves, with the capture page', async () => {
    const service = spawn(process.execPath, [program, 'serve'], {
      cwd: folder,
      env: { ...process.env, LISTEN: '127.0.0.1:0', DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      let printed = '';
      const url = await new Promise<string>((resolve, reject) => {
        service.stdout.on('data', (chunk: Buffer) => {
          printed += chunk.toString();
          const found = /Confere listens on (http:\S+?),/.exec(printed)?.[1];
          if (found !== undefined) resolve(found);
        });
        service.once('exit', () => reject(new Error(printed)));
      });
      const admin = {
        clientId: /client id +(\S+)/.exec(printed)![1]!,
        clientSecret: /client secret +(\S+)/.exec(printed)![1]!,
      };
      const token = await fetchToken(url, admin);
      const registry = await fetch(`${url}/v1/registry`, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(registry.status, 200);
      const page = await fetch(`${url}/capture`);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<script/);
    } finally {
      service.kill('SIGTERM');
      await new Promise((resolve) => service.once('exit', resolve));
    }
  });
});

it('a release whose image cannot be built is refused before anything is made, and in a line', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-release-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const broken = join(folder, 'buildah');
  await writeFile(broken, '#!/bin/sh\necho it is broken >&2\nexit 3\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const release = join(folder, 'release');
  const refuse = async (...options: readonly string[]) => {
    const args = ['bin/cut-release.ts', release, '--draft', ...options];
    const failure = await run(process.execPath, args, { cwd: root, env }).then(
      () => assert.fail('it was cut'),
      (error: { readonly stderr: string }) => error.stderr,
    );
    await assert.rejects(stat(release));
    return failure.trim().split('\n').slice(-2);
  };
  assert.deepEqual(await refuse('--image', 'kaniko'), [
    '--image takes docker, podman or buildah, not kaniko',
  ]);
  assert.deepEqual(await refuse('--base', 'debian'), ['--base needs --image']);
  assert.deepEqual((await refuse('--image', 'buildah'))[0], 'it is broken');
});

it('a release refuses a version that another commit has, whichever kind of tag says so', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-release-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const author = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@example.com'];
  const git = (...args: readonly string[]) => run('git', ['-C', folder, ...author, ...args]);
  await git('init', '--quiet');
  for (const message of ['before', 'now'])
    await git('commit', '--quiet', '--allow-empty', '--message', message);
  const env = { ...process.env, GIT_DIR: join(folder, '.git'), GIT_WORK_TREE: folder };
  for (const kind of [[], ['--annotate', '--message', 'a release']]) {
    await git('tag', '--force', ...kind, `v${version}`, 'HEAD~1');
    const cut = run(process.execPath, ['bin/cut-release.ts', join(folder, '.git/out')], { cwd: root, env });
    await assert.rejects(cut, /is the tag of another commit/);
  }
});

it('the source of a release ends its lines as the commit does, whatever git is set to', async () => {
  const settings = { cwd: root, maxBuffer: 10_000_000 };
  const { stdout } = await run('git', ['-c', 'core.autocrlf=true', 'archive', 'HEAD', 'README.md'], settings);
  assert.ok(!stdout.includes('\r\n'));
});
