import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
/** It can still look for packages without reading `exports`. */
const olderTsc = join(root, 'packages/client/node_modules/typescript/bin/tsc');

const use = `
const confere = createConfere({ url: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' } });
export const attempt = (peopleId: string): Promise<{ readonly id: string; readonly isMatch: boolean }> =>
  confere.createFaceAuthentication({ body: { peopleId } });
export async function clients(): Promise<readonly string[]> {
  return (await confere.listClients({})).items.map(({ id }) => id);
}
// @ts-expect-error a CPF is a text
export const wrong = () => confere.createFaceAuthentication({ body: { peopleId: 1 } });
console.log(typeof confere.createFaceAuthentication, typeof verifyWebhook);
`;

/** What `npm pack` makes of the client, in a project that knows nothing of this checkout. */
describe('the packed client', () => {
  let project: string;

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'confere-client-'));
    await run('npm', ['pack', '--pack-destination', project], { cwd: join(root, 'packages/client') });
    const packed = (await readdir(project)).find((file) => file.endsWith('.tgz'))!;
    const installed = join(project, 'node_modules/@confere/client');
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', join(project, packed), '-C', installed, '--strip-components=1']);
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          module: 'nodenext',
          target: 'es2022',
          lib: ['es2023', 'dom'],
          types: [],
          outDir: 'out',
          rootDir: '.',
        },
        include: ['*.mts', '*.cts'],
      }),
    );
    await writeFile(
      join(project, 'modern.mts'),
      `import { createConfere, verifyWebhook } from '@confere/client';\n${use}`,
    );
    await writeFile(
      join(project, 'common.cts'),
      `import client = require('@confere/client');\nconst { createConfere, verifyWebhook } = client;\n${use}`,
    );
  });

  after(() => rm(project, { recursive: true, force: true }));

  it('holds what was built, its types and its README, and needs no other package', async () => {
    const installed = join(project, 'node_modules/@confere/client');
    const files = (await readdir(installed, { recursive: true })).filter((file) => /\.\w+$/.test(file));
    assert.deepEqual(
      files.filter((file) => !/^(dist\/[\w./-]+\.(js|d\.ts)|README\.md|package\.json)$/.test(file)),
      [],
    );
    const { dependencies = {} } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    assert.deepEqual(dependencies, {});
  });

  it('is checked with plain strict and runs, as an ES module and as CommonJS', async () => {
    await run(process.execPath, [tsc, '-p', project], { cwd: project }).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    );
    for (const file of ['modern.mjs', 'common.cjs']) {
      const { stdout } = await run(process.execPath, [join(project, 'out', file)]);
      assert.equal(stdout, 'function function\n', file);
    }
  });

  it('is found by TypeScript that compiles to CommonJS and reads no `exports`', async () => {
    const plain = join(project, 'plain');
    await mkdir(plain);
    await writeFile(
      join(plain, 'tsconfig.json'),
      JSON.stringify({
        extends: '../tsconfig.json',
        compilerOptions: { module: 'commonjs', moduleResolution: 'node10' },
        include: ['*.ts'],
      }),
    );
    await writeFile(
      join(plain, 'plain.ts'),
      `import { createConfere, verifyWebhook } from '@confere/client';
import { photoFile } from '@confere/client/node';
export const photo: Promise<Blob> = photoFile('/dev/null');
${use}`,
    );
    await run(process.execPath, [olderTsc, '-p', plain]).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    );
  });

  it('is checked with the globals that the types of Node 20 have', async () => {
    const old = join(project, 'old');
    await mkdir(old);
    await writeFile(
      join(old, 'tsconfig.json'),
      JSON.stringify({
        extends: '../tsconfig.json',
        compilerOptions: { lib: ['es2023'] },
        include: ['*.mts'],
      }),
    );
    await writeFile(
      join(old, 'globals.mts'),
      `import type {} from '@confere/client';
declare global {
  class AbortSignal {}
  class Blob {}
  class FormData {}
  class URLSearchParams {}
  class ReadableStream<Chunk> { chunk: Chunk }
  class Headers { get(name: string): string | null }
  function fetch(url: string): Promise<unknown>;
  var crypto: { subtle: { sign(algorithm: string, key: { usages: string[] }, data: Uint8Array): unknown } };
}`,
    );
    await run(process.execPath, [tsc, '-p', old]).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    );
  });
});
