import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { laneOf, listTestFiles } from './test-lanes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The list of modules: behind it lies everything, so what is reached only through it says nothing. */
const wholeApplication = 'src/app.ts';

/** `from './x.ts'`, `import('./x.ts')`, `import './x.ts'` and `new URL('./x.ts', import.meta.url)`. */
const references = /(?:from\s+|import\s*\(?\s*|new URL\(\s*)'(\.[^']*\.ts)'|new URL\(\s*'([^']*\.ts)'/g;

/**
 * The test files that a change of these files touches, by their paths from the root of the repository:
 *
 * - every test that imports a changed file, directly or through others, or starts it as a process;
 * - of tests that run the whole service, those of the changed file's own domain: `test/x` for `src/x`;
 * - what tests a database, for a migration; the tests of architecture, for every change;
 * - all tests, for a change of the dependencies.
 *
 * NOTE: a test that reads a file in another way is not found, nor a test of another domain that asks the whole service
 * for what has changed. `npm test` runs both.
 */
export async function findAffectedTests(changed: readonly string[]): Promise<readonly string[]> {
  const tests = await listTestFiles();
  if (changed.includes('package-lock.json')) return tests;
  if (changed.length === 0) return [];
  const importers = await readImporters();
  const touched = reach(changed, importers);
  const whole = reach([wholeApplication], importers);
  const domains = new Set(changed.map(domainOf).filter((domain) => domain !== undefined));
  const hasMigration = changed.some((path) => path.startsWith('migrations/'));
  return tests.filter(
    (path) =>
      touched.has(path) ||
      path.startsWith('test/architecture/') ||
      (whole.has(path) && domains.has(path.split('/')[1])) ||
      (hasMigration && path.startsWith('test/platform/db/')) ||
      (hasMigration && whole.has(path) && laneOf(path) === 'fast'),
  );
}

function domainOf(path: string): string | undefined {
  const [top, domain, ...rest] = path.split('/');
  return top === 'src' && rest.length > 0 ? domain : undefined;
}

/** The files given and those that import them, directly or through others, up to the list of modules. */
function reach(
  from: readonly string[],
  importers: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set(from);
  for (const path of reached) {
    for (const importer of importers.get(path) ?? []) {
      if (importer !== wholeApplication) reached.add(importer);
    }
  }
  return reached;
}

/** For each file those that refer to it. */
async function readImporters(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const importers = new Map<string, Set<string>>();
  for (const path of await listTypeScript()) {
    const text = await readFile(join(root, path), 'utf8');
    for (const [, imported, opened] of text.matchAll(references)) {
      const target = normalize(join(dirname(path), (imported ?? opened)!));
      const known = importers.get(target) ?? new Set();
      importers.set(target, known.add(path));
    }
  }
  return importers;
}

async function listTypeScript(): Promise<readonly string[]> {
  const files: string[] = [];
  for (const folder of ['src', 'test', 'bench', 'docs', 'examples', 'packages', 'console']) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      const path = relative(root, join(entry.parentPath, entry.name));
      if (entry.isFile() && path.endsWith('.ts') && !path.split('/').includes('node_modules'))
        files.push(path);
    }
  }
  return files;
}

/** What every test rests on: a change of it touches all. */
const ground = [
  ...['src/*.ts', 'src/{platform,process,web}/**', 'migrations/**', 'bin/**', 'deploy/**', 'test/support/**'],
  ...['.ci/**', 'package*.json', 'packages/networks/**'],
];

/** Folders of tests that ask the running service for what lies in these places. */
const askedThrough: Readonly<Record<string, readonly string[]>> = {
  'src/**': ['console', 'demo', 'web'],
  'src/{engine,images,liveness}/**': ['capture', 'faces', 'images', 'liveness', 'people'],
  'console/**': ['console'],
  'packages/capture/**': ['capture', 'console'],
  'packages/**': ['packages', 'documentation'],
  'docs/**': ['documentation', 'packages', 'web'],
  'examples/**': ['packages'],
};

/**
 * The test files to run before a change lands, of those given: what `findAffectedTests` finds, and the folders that ask
 * the service for what has changed. All of them when the change is not known, is empty, or touches what every test rests on.
 */
export async function findTestsToLand(
  tests: readonly string[],
  changed: readonly string[],
): Promise<readonly string[]> {
  if (changed.length === 0 || changed.some((path) => ground.some((pattern) => matchesGlob(path, pattern)))) {
    return tests;
  }
  const affected = new Set(await findAffectedTests(changed));
  const folders = new Set(
    Object.entries(askedThrough)
      .filter(([pattern]) => changed.some((path) => matchesGlob(path, pattern)))
      .flatMap(([, names]) => names),
  );
  return tests.filter((path) => affected.has(path) || folders.has(path.split('/')[1]!));
}
