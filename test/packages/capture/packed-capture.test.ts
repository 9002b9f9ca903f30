import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const skip = existsSync(join(root, 'packages/capture/dist'))
  ? false
  : 'the element is not built (npm run build:capture)';

/** What `npm pack` makes of the capture element, in a React project that knows nothing of this checkout. */
describe('the packed capture element', { skip }, () => {
  let project: string;
  let installed: string;

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'confere-capture-'));
    await run('npm', ['pack', '--pack-destination', project], { cwd: join(root, 'packages/capture') });
    const packed = (await readdir(project)).find((file) => file.endsWith('.tgz'))!;
    installed = join(project, 'node_modules/@confere/capture');
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', join(project, packed), '-C', installed, '--strip-components=1']);
    await mkdir(join(project, 'node_modules/@types'));
    for (const name of ['react', 'csstype', '@types/react'])
      await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name), 'dir');
  });

  after(() => rm(project, { recursive: true, force: true }));

  it('holds the element, its wrapper, what they load, their types and licences, and not the page', async () => {
    const files = (await readdir(installed, { recursive: true })).filter((file) => /\.\w+$/.test(file));
    assert.deepEqual(
      files.filter(
        (file) =>
          !/^(dist\/[\w./-]+\.(bin|js|json|wasm)|dist\/licences\.txt|types\/.+\.d\.ts|package\.json)$/.test(
            file,
          ),
      ),
      [],
    );
    const left = new Set(['dist/confere-capture.js', 'dist/confere-capture-react.js', 'dist/licences.txt']);
    for (const file of left) {
      assert.ok(files.includes(file), file);
      if (!file.endsWith('.js')) continue;
      const code = await readFile(join(installed, file), 'utf8');
      for (const [name] of code.matchAll(/[\w-]+-[\w-]{8}\.(?:bin|json|js|wasm)/g))
        left.add(`dist/assets/${name}`);
    }
    assert.deepEqual(
      files.filter((file) => file.startsWith('dist/') && !left.has(file)),
      [],
    );
  });

  it('is checked with plain strict', async () => {
    await writeFile(
      join(project, 'shop.tsx'),
      `import { ConfereCapture } from '@confere/capture/react';
import type { ConfereCapture as Element } from '@confere/capture';
declare function askBackEnd(session: string): void;
export const capture = (captureUrl: string) =>
  <ConfereCapture link={captureUrl} onFinished={({ sessionId }) => askBackEnd(sessionId)} />;
export const find = (): Element | null => document.querySelector<Element>('confere-capture');
// @ts-expect-error no such language
export const wrong = <ConfereCapture link="" language="de" />;
`,
    );
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      types: [],
      noEmit: true,
    };
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['shop.tsx'] }),
    );
    await run(process.execPath, [tsc, '-p', project], { cwd: project }).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    );
  });
});
