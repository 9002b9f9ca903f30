import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { it } from 'node:test';
import { listSourceFiles } from './list-source-files.ts';

type SourceText = { readonly name: string; readonly text: string };

/** Functions, classes and values that a file declares and exports. Types go with the functions that take or give them. */
function exportsOf({ text }: SourceText): string[] {
  return [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(
    ([, name]) => name!,
  );
}

/** Names that a file takes from others, by import, by passing on or at run time: `path name`, `*` for all of them. */
function* takenBy({ name, text }: SourceText): Generator<string> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const resolve = (specifier: string) => posix.join(posix.dirname(name), specifier);
  const lists = [
    ...[...code.matchAll(/\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'(\.[^']*)'/g)],
    ...[...code.matchAll(/\{([^{}]*)\}\s*=\s*await\s+import\(\s*'(\.[^']*)'\s*\)/g)],
  ];
  for (const [, list = '', specifier = ''] of lists) {
    for (const one of list.split(',')) {
      const taken = one.trim().replace(/^type\s+/, '');
      yield `${resolve(specifier)} ${taken.replace(/(\s+as\s|\s*:).*$/, '')}`;
    }
  }
  for (const [, specifier = '', member] of code.matchAll(/import\(\s*'(\.[^']*)'\s*\)\)?\.(\w+)/g)) {
    yield `${resolve(specifier)} ${member}`;
  }
  for (const [, specifier = ''] of code.matchAll(/\*\s*(?:as\s+\w+\s*)?from\s*'(\.[^']*)'/g)) {
    yield `${resolve(specifier)} *`;
  }
}

/** What files of the source export and no other file takes. */
function findUnused(sources: readonly SourceText[], files: readonly SourceText[]): string[] {
  const taken = new Set(files.flatMap((file) => [...takenBy(file)]));
  return sources
    .filter(({ name }) => !taken.has(`${name} *`))
    .flatMap((file) => exportsOf(file).map((one) => `${file.name} ${one}`))
    .filter((one) => !taken.has(one));
}

async function readAll(folders: readonly string[]): Promise<readonly SourceText[]> {
  const listed = await Promise.all(folders.map(listSourceFiles));
  return await Promise.all(
    listed
      .flat()
      .filter(({ name }) => !/node_modules|\/dist\//.test(name))
      .map(async ({ name, path }) => ({ name, text: await readFile(path, 'utf8') })),
  );
}

it('what a file exports is imported by another', async () => {
  const sources = await readAll(['src']);
  const others = await readAll(['bin', 'test', 'bench', 'docs', 'examples', 'packages', 'console']);
  // The catalogues of errors are found by their names; see docs/reference/error-reference.ts.
  const withoutCatalogues = sources.filter(({ name }) => !name.endsWith('/errors.ts'));
  assert.ok(sources.flatMap(exportsOf).length > 1_000);
  assert.deepEqual(findUnused(withoutCatalogues, [...sources, ...others]), []);
});

it('an export that nobody imports is found', () => {
  const declaring = {
    name: 'src/a/one.ts',
    text: ['a', 'b', 'c', 'd', 'e'].map((name) => `export const ${name} = 1;`).join('\n'),
  };
  const users = [
    { name: 'src/b.ts', text: "import { a as renamed, type T } from './a/one.ts';" },
    { name: 'src/a/index.ts', text: "export { b } from './one.ts';" },
    {
      name: 'test/c.ts',
      text: "(await import('../src/a/one.ts')).c();\n// import { d } from '../src/a/one.ts';",
    },
    { name: 'src/a/two.ts', text: "import { e } from './other.ts'; const d = 'e';" },
  ];
  assert.deepEqual(findUnused([declaring], [declaring, ...users]), ['src/a/one.ts d', 'src/a/one.ts e']);
  const every = { name: 'src/d.ts', text: "import * as all from './a/one.ts';" };
  assert.deepEqual(findUnused([declaring], [declaring, every]), []);
});
