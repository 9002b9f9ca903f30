import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { it } from 'node:test';
import { listSourceFiles } from './list-source-files.ts';

type SourceText = { readonly name: string; readonly text: string };

/** Functions and values that a door hands out. Types go with the functions that take or give them. */
function valuesOf(door: string): string[] {
  return [...door.matchAll(/^export \{([^}]*)\} from/gm)].flatMap(([, list]) =>
    (list ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
}

/** Names that a file takes from a module, by the path of the module from the root; `*` for all of them. */
function* importsOf({
  name,
  text,
}: SourceText): Generator<readonly [module: string, names: readonly string[]]> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const resolve = (specifier: string) => posix.join(posix.dirname(name), specifier);
  for (const [, list = '', specifier = ''] of code.matchAll(
    /\b(?:import|export)\s+(?!type\b)\{([^}]*)\}\s*from\s*'(\.[^']*)'/g,
  )) {
    yield [resolve(specifier), list.split(',').map((one) => one.trim().replace(/\s+as\s.*$/, ''))];
  }
  for (const [, list = '', specifier = ''] of code.matchAll(
    /\{([^{}]*)\}\s*=\s*await\s+import\(\s*'(\.[^']*)'\s*\)/g,
  )) {
    yield [resolve(specifier), list.split(',').map((one) => one.trim().replace(/\s*:.*$/, ''))];
  }
  for (const [, member = '', specifier = ''] of code.matchAll(/import\(\s*'(\.[^']*)'\s*\)\)\.(\w+)/g)) {
    yield [resolve(member), [specifier]];
  }
  for (const [, , space = '', specifier = ''] of code.matchAll(
    /\b(import|export)\s+\*\s*(?:as\s+(\w+)\s*)?from\s*'(\.[^']*)'/g,
  )) {
    const members = [...code.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, 'g'))].map(([, member]) => member!);
    yield [resolve(specifier), space === '' ? ['*'] : members];
  }
}

/** What is handed out by the door of a folder and taken from it by no file outside the folder. */
function findUnused(door: SourceText, files: readonly SourceText[]): string[] {
  const folder = `${posix.dirname(door.name)}/`;
  const outside = files.filter(({ name }) => !name.startsWith(folder));
  const taken = new Set(
    outside.flatMap((file) =>
      [...importsOf(file)].filter(([module]) => module === door.name).flatMap(([, names]) => names),
    ),
  );
  return taken.has('*') ? [] : valuesOf(door.text).filter((name) => !taken.has(name));
}

async function readAll(folders: readonly string[]): Promise<readonly SourceText[]> {
  const listed = await Promise.all(folders.map(listSourceFiles));
  return await Promise.all(
    listed
      .flat()
      .filter(({ name }) => !name.includes('node_modules'))
      .map(async ({ name, path }) => ({ name, text: await readFile(path, 'utf8') })),
  );
}

const files = await readAll(['src', 'test', 'bench', 'docs', 'examples']);
const doors = files.filter(({ name }) =>
  /^src\/(?!web|cli|demo|.*\/(commands|routes)\/).*\/index\.ts$/.test(name),
);

it('what the door of a folder hands out is used outside the folder', () => {
  assert.ok(doors.length > 15);
  const unused = doors.flatMap((door) => findUnused(door, files).map((name) => `${door.name}: ${name}`));
  assert.deepEqual(unused, []);
});

it('a function or value that a door hands out says what the caller gets', () => {
  const silent = doors.flatMap((door) => {
    const folder = `${posix.dirname(door.name)}/`;
    const inside = files.filter(({ name }) => name.startsWith(folder));
    return valuesOf(door.text).filter((name) => {
      const declared = new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${name}\\b`, 'm');
      const { text } = inside.find((file) => declared.test(file.text)) ?? { text: '' };
      return !/\*\/\s*$/.test(text.slice(0, text.search(declared)));
    });
  });
  assert.deepEqual(silent, []);
});

it('what nobody uses is found, and a word in a comment, a text or another import is no use', () => {
  const names = ['b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const door = { name: 'src/a/index.ts', text: `export { type A, ${names.join(', ')} } from './b.ts';\n` };
  const inside = { name: 'src/a/d.ts', text: "import { c } from './index.ts';" };
  const users = [
    { name: 'src/e.ts', text: "import { type A, b as renamed } from './a/index.ts';" },
    { name: 'src/f.ts', text: "// import { c } from './a/index.ts';\nconst c = 'c';" },
    { name: 'src/g.ts', text: "import { c } from './other/index.ts'; import { c as x } from './a/b.ts';" },
    {
      name: 'src/h.ts',
      text: "const { d } = await import('./a/index.ts'); (await import('./a/index.ts')).e();",
    },
    { name: 'test/a.ts', text: "import * as all from '../src/a/index.ts'; all.f();" },
    {
      name: 'test/b.ts',
      text: "export { g } from '../src/a/index.ts';\nimport type { h } from '../src/a/index.ts';",
    },
  ];
  assert.deepEqual(findUnused(door, [door, inside, ...users]), ['c', 'h']);
  const every = { name: 'src/i.ts', text: "export * from './a/index.ts';" };
  assert.deepEqual(findUnused(door, [door, every]), []);
});
