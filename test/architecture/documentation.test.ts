import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const leftOut = new Set(['node_modules', '.git', 'data', 'demo-out']);
/** Anything longer is read by nobody. Pages made from the code and the changelog are as long as they have to be. */
const longestPageLines = 220;
const longestDecisionLines = 60;
const longestFolderReadmeLines = 40;
const unlimited = new Set(['docs/reference/errors.md', 'docs/reference/configuration.md', 'CHANGELOG.md']);

type TextFile = { readonly name: string; readonly text: string };

async function readFiles(folder: string, matches: RegExp): Promise<TextFile[]> {
  const found: TextFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !leftOut.has(entry.name)) found.push(...(await readFiles(path, matches)));
    if (entry.isFile() && matches.test(entry.name)) {
      found.push({
        name: relative(root, path).split(sep).join('/'),
        text: await readFile(path, 'utf8'),
      });
    }
  }
  return found.sort((left, right) => (left.name < right.name ? -1 : 1));
}

const pages = await readFiles(root, /\.md$/);
const decisions = pages.filter(({ name }) => /^docs\/decisions\/\d{4}-/.test(name));

/** The page without what stands in fenced blocks: commands and answers hold no references. */
function proseOf(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
}

/** Paths from the root of the project written as code: `src/...` and its like. Patterns with * or <...> are none. */
function pathsInCode(text: string): string[] {
  return [...proseOf(text).matchAll(/`((?:src|docs|test|bench|examples|migrations|\.ci)\/[^`\s]*)`/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => !/[*<>{}]|NNNN|\.\.\./.test(path));
}

/** Targets of links that lead to a file of the project, without what follows a #. */
function linkTargets(text: string): string[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => (target ?? '').replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(target));
}

it('there are pages to look at', () => {
  assert.ok(pages.length > 20);
  assert.ok(pages.some(({ text }) => pathsInCode(text).length > 5));
  assert.ok(pages.some(({ text }) => linkTargets(text).length > 5));
});

it('every link to a file leads to one', () => {
  const dead = pages.flatMap(({ name, text }) =>
    linkTargets(text)
      .filter((target) => !existsSync(join(root, dirname(name), target)))
      .map((target) => `${name}: ${target}`),
  );
  assert.deepEqual(dead, []);
});

it('every path that a page names exists', () => {
  const missing = pages.flatMap(({ name, text }) =>
    pathsInCode(text)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${name}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

it('every file that a table of a folder names is in the folder', async () => {
  const missing: string[] = [];
  for (const { name, text } of pages.filter((page) => /^src\/.*README\.md$/.test(page.name))) {
    const folder = join(root, dirname(name));
    const inside = new Set((await readdir(folder, { recursive: true })).map((path) => basename(path)));
    const rows = proseOf(text)
      .split('\n')
      .filter((line) => line.includes('|'));
    for (const [, file] of rows.join('\n').matchAll(/`([a-z0-9-]+\.ts)`/g)) {
      if (!inside.has(file ?? '')) missing.push(`${name}: ${file}`);
    }
  }
  assert.deepEqual(missing, []);
});

it('no two decisions have one number, and each title says its own', () => {
  const numbers = decisions.map(({ name }) => basename(name).slice(0, 4));
  assert.deepEqual(
    numbers.filter((number, index) => numbers.indexOf(number) !== index),
    [],
  );
  for (const { name, text } of decisions) {
    const number = Number(basename(name).slice(0, 4));
    assert.equal(Number(/^# (\d+)[:.] \S/.exec(text)?.[1]), number, name);
  }
});

it('each decision has a status, a date and its parts', () => {
  for (const { name, text } of decisions) {
    assert.match(
      text,
      /^Status: (proposed|accepted|superseded by \d{4})\. Date: \d{4}-\d{2}-\d{2}\.$/m,
      name,
    );
    for (const part of ['Context', 'Decision', 'Alternatives', 'Consequences']) {
      assert.match(text, new RegExp(`^## ${part}$`, 'm'), `${name} lacks ${part}`);
    }
  }
});

it('the list of decisions holds every one of them', async () => {
  const list = await readFile(join(root, 'docs/decisions/README.md'), 'utf8');
  for (const { name } of decisions) assert.ok(list.includes(`(${basename(name)})`), name);
});

it('the list of dependencies is that of package.json', async () => {
  const page = await readFile(join(root, 'docs/reference/dependencies.md'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const listed = [...page.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  assert.deepEqual(listed.sort(), Object.keys({ ...dependencies, ...devDependencies }).sort());
});

it('pages are short enough to be read', () => {
  for (const { name, text } of pages) {
    if (unlimited.has(name)) continue;
    const lines = text.trimEnd().split('\n').length;
    const limit = decisions.some((it) => it.name === name)
      ? longestDecisionLines
      : /^src\//.test(name)
        ? longestFolderReadmeLines
        : longestPageLines;
    assert.ok(lines <= limit, `${name} has ${lines} lines, ${limit} are the limit`);
  }
});

it('nothing names a place on the machine it was made on', async () => {
  const files = await readFiles(root, /\.(md|ts|json|sql|yml|yaml|example|html|css)$|^(run|Dockerfile)$/);
  const homes = /(?<![\w.~-])\/(?:home|Users)\/[a-z]\w*/;
  const found = files.filter(({ text }) => text.includes(root) || homes.test(text)).map(({ name }) => name);
  assert.deepEqual(found, []);
  // Where a package was fetched from is the installer's to say.
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8');
  assert.doesNotMatch(lock, /"resolved": "https?:/);
});
