import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { settingsGroups } from '../../src/app.ts';
import { listVariables } from '../../src/platform/config/list-variables.ts';
import { scopes } from '../../src/platform/tokens/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const leftOut = new Set(['node_modules', '.git', 'data', 'demo-out']);
/** Anything longer is read by nobody. The changelog, measurements and pages made from the code may be longer. */
const longestPageLines = 250;
const longestDecisionLines = 70;
const longestFolderReadmeLines = 40;
/** Words like the names of settings that pages name and the service does not read. */
const noSettings = new Set([
  'CONFERE_BENCH_DATABASE_URL',
  'CONFERE_TEST_DATABASE_URL',
  'NODE_EXTRA_CA_CERTS',
  'ONNXRUNTIME_NODE_INSTALL',
  'WAITING_DOCUMENTS',
]);
const unlimited = new Set([
  'docs/reference/errors.md',
  'docs/reference/configuration.md',
  'docs/reference/performance.md',
  'CHANGELOG.md',
  'NOTICE.md',
]);

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

it('a table of the files of a folder names every one of them', async () => {
  const missing: string[] = [];
  for (const { name, text } of pages.filter((page) => /^src\/.*README\.md$/.test(page.name))) {
    if (!/^\| file \|/m.test(text)) continue;
    for (const file of await readdir(join(root, dirname(name)))) {
      const isOwn =
        file.endsWith('.ts') &&
        !/^(index|errors|types|settings|module|open|operator-tasks)\.ts$|\.d\.ts$/.test(file);
      if (isOwn && !text.includes(`\`${file}\``)) missing.push(`${name}: ${file}`);
    }
  }
  assert.deepEqual(missing, []);
});

it('the rings of the architecture hold every part of the platform and of the root', async () => {
  const page = await readFile(join(root, 'docs/architecture.md'), 'utf8');
  const rings = /^## Three rings\n+```\n([\s\S]*?)^```/m.exec(page)?.[1] ?? '';
  const ringOf = (name: string) =>
    new RegExp(`^${name} ([\\s\\S]*?)(?=^\\S|(?![\\s\\S]))`, 'm').exec(rings)?.[1] ?? '';
  const words = (ring: string) => ring.split(/\s+/);
  const platform = (await readdir(join(root, 'src/platform'))).map((name) => name.replace(/\.ts$/, ''));
  const builders = (await readdir(join(root, 'src'))).filter((name) => name.endsWith('.ts'));
  assert.deepEqual(
    platform.filter((name) => !words(ringOf('platform')).includes(name)),
    [],
  );
  assert.deepEqual(
    builders.filter((name) => !words(ringOf('root')).includes(`src/${name}`)),
    [],
  );
});

it('the architecture lists every job that the code names, and no other', async () => {
  const page = await readFile(join(root, 'docs/architecture.md'), 'utf8');
  const table = /^## Background work\n([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  const listed = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name ?? '');
  const sources = await readFiles(join(root, 'src'), /\.ts$/);
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:\b(?:jobs|queue)\.(?:register|schedule)\(\s*|[a-z]Job = )'([a-z-]+)'/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  assert.ok(named.length >= 20);
  assert.deepEqual(listed.sort(), [...new Set(named)].sort());
});

it('the page of tokens says what every scope allows', async () => {
  const page = await readFile(join(root, 'docs/reference/tokens.md'), 'utf8');
  assert.deepEqual(
    scopes.filter((scope) => !page.includes(`\n| \`${scope}\` |`)),
    [],
  );
});

it('every setting that a page names is one', () => {
  const known = new Set(
    listVariables(settingsGroups).flatMap(({ variables }) => variables.map(({ variable }) => variable)),
  );
  const unknown = pages.flatMap(({ name, text }) =>
    [...proseOf(text).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)]
      .map(([, word]) => word ?? '')
      .filter((word) => !known.has(word) && !noSettings.has(word))
      .map((word) => `${name}: ${word}`),
  );
  assert.deepEqual(unknown, []);
});

it('every npm script that a page names is one', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const unknown = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)]
      .filter(([, script]) => scripts[script ?? ''] === undefined)
      .map(([words]) => `${name}: ${words}`),
  );
  assert.deepEqual(unknown, []);
});

it('every slow lane that a page names takes the option shown with it', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const shown = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/npm run (test:\w+) -- --([\w-]+)/g)].map(([, script, option]) => ({
      name,
      script,
      option,
    })),
  );
  assert.ok(shown.length > 3);
  for (const { name, script, option } of shown) {
    const program = /\S+\.run\.ts/.exec(scripts[script ?? ''])?.[0] ?? '';
    const text = await readFile(join(root, program), 'utf8');
    assert.match(text, new RegExp(`^ +'?${option}'?: \\{ type: `, 'm'), `${name}: ${script} --${option}`);
  }
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

it('a superseded decision names a record that exists and cites it', () => {
  for (const { name, text } of decisions) {
    const successor = /^Status: superseded by (\d{4})\./m.exec(text)?.[1];
    if (successor === undefined) continue;
    const found = decisions.find((record) => basename(record.name).startsWith(successor));
    assert.ok(found !== undefined, `${name} names ${successor}, which is no record`);
    assert.ok(found.text.includes(basename(name)), `${found.name} does not cite ${name}`);
  }
});

it('each decision in force is cited where it lives, and no citation leads nowhere', async () => {
  const numbers = decisions.map(({ name }) => basename(name).slice(0, 4));
  const folders = ['src', 'test', 'bench', 'examples', 'migrations'];
  const sources = await Promise.all(folders.map((folder) => readFiles(join(root, folder), /\.(ts|sql|md)$/)));
  const citing = [...sources.flat(), ...pages.filter(({ name }) => !name.startsWith('docs/decisions/'))];
  const cited = citing.flatMap(({ text }) =>
    [...text.matchAll(/decisions\/(\d{4})/g)].map(([, number]) => number ?? ''),
  );
  assert.deepEqual(
    cited.filter((number) => !numbers.includes(number)),
    [],
    'cited, but no records',
  );
  const inForce = decisions.filter(({ text }) => /^Status: accepted/m.test(text));
  assert.deepEqual(
    inForce.map(({ name }) => name).filter((name) => !cited.includes(basename(name).slice(0, 4))),
    [],
    'not cited',
  );
});

it('the list of dependencies is that of package.json, of the service and of its packages', async () => {
  const page = await readFile(join(root, 'docs/reference/dependencies.md'), 'utf8');
  const workspaces = (await readdir(join(root, 'packages'))).map((name) => `packages/${name}/package.json`);
  const named = new Set<string>();
  for (const file of ['package.json', 'console/package.json', ...workspaces]) {
    const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, file), 'utf8')) as {
      readonly dependencies?: Record<string, string>;
      readonly devDependencies?: Record<string, string>;
    };
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) named.add(name);
  }
  const listed = [...page.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  );
  assert.deepEqual([...new Set(listed)].sort(), [...named].sort());
});

it('the list of dependencies says where each is used', async () => {
  const page = await readFile(join(root, 'docs/reference/dependencies.md'), 'utf8');
  const sources = await readFiles(join(root, 'src'), /\.ts$/);
  const wrong: string[] = [];
  for (const [, packages, places] of page.matchAll(/^\| (`[^|]*`) \| [^|]* \| ([^|]*) \|$/gm)) {
    const paths = [...(places ?? '').matchAll(/`(src[^`]*)`/g)].map(([, path]) => path ?? '');
    if (paths.length === 0) continue;
    const edges = /routes|commands/.exec(places ?? '')?.[0];
    for (const [, dependency] of (packages ?? '').matchAll(/`([^`]+)`/g)) {
      const users = sources.filter(({ text }) => new RegExp(`'${dependency}(/[^']*)?'`).test(text));
      const stray = users.find(
        ({ name }) =>
          !paths.some((path) => name.startsWith(path)) &&
          !(edges !== undefined && name.includes(`/${edges}/`)),
      );
      if (stray !== undefined) wrong.push(`${dependency} is used in ${stray.name}`);
      const idle = paths.find((path) => !users.some(({ name }) => name.startsWith(path)));
      if (idle !== undefined) wrong.push(`${dependency} is not used in ${idle}`);
    }
  }
  assert.deepEqual(wrong, []);
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
