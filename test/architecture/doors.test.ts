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

/** What is handed out by the door of a folder and named by no file outside the folder. */
function findUnused(door: SourceText, files: readonly SourceText[]): string[] {
  const folder = `${posix.dirname(door.name)}/`;
  const outside = files.filter(({ name }) => !name.startsWith(folder)).map(({ text }) => text);
  return valuesOf(door.text).filter((name) => {
    const word = new RegExp(`\\b${name}\\b`);
    return !outside.some((text) => word.test(text));
  });
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
const doors = files.filter(({ name }) => /^src\/(?!http|cli).*\/index\.ts$/.test(name));

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

it('what nobody uses is found', () => {
  const door = { name: 'src/a/index.ts', text: "export { type A, b, c } from './b.ts';\n" };
  const inside = { name: 'src/a/d.ts', text: "import { c } from './b.ts';" };
  const user = { name: 'src/e.ts', text: "import { type A, b } from './a/index.ts';" };
  assert.deepEqual(findUnused(door, [door, inside, user]), ['c']);
});
