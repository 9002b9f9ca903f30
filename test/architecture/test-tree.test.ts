import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listSourceFiles } from './list-source-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Folders of tests that belong to no folder of the source: of the project itself, and of what tests share. */
const withoutSource = /^test\/(architecture|deploy|docs|support|endurance|console|capture|packages)\//;

const testFiles = (await listSourceFiles('test'))
  .map(({ name }) => name)
  .filter((name) => name.endsWith('.test.ts'));
const sourceFiles = (await listSourceFiles('src')).map(({ name }) => name);

/** Why a test stands in the wrong place, or undefined when it does not. */
function findFault(test: string, sources: readonly string[], isFolder: (path: string) => boolean) {
  if (withoutSource.test(test)) return undefined;
  const source = test.replace(/^test\//, 'src/').replace(/\.test\.ts$/, '.ts');
  if (sources.includes(source) || isFolder(source.replace(/\.ts$/, ''))) return undefined;
  if (!isFolder(dirname(source))) return `there is no ${dirname(source)}`;
  // A story over several files has a name of its own. One of a file's name belongs to that file.
  const namesakes = sources.filter((path) => basename(path) === basename(source));
  return namesakes.length === 1 ? `belongs to ${namesakes[0]}` : undefined;
}

it('tests stand where the source is that they test', () => {
  assert.ok(testFiles.length > 150);
  const faults = testFiles.flatMap((test) => {
    const fault = findFault(test, sourceFiles, (path) => existsSync(join(root, path)));
    return fault === undefined ? [] : [`${test}: ${fault}`];
  });
  assert.deepEqual(faults, []);
});

it('a test in the wrong place is found', () => {
  const sources = ['src/a/b/one.ts', 'src/a/two.ts', 'src/c/two.ts'];
  const isFolder = (path: string) => ['src/a', 'src/a/b', 'src/c'].includes(path);
  const faultOf = (test: string) => findFault(test, sources, isFolder);
  assert.equal(faultOf('test/a/b/one.test.ts'), undefined);
  assert.equal(faultOf('test/a/a-story-of-several-files.test.ts'), undefined);
  assert.equal(faultOf('test/a/b.test.ts'), undefined);
  assert.equal(faultOf('test/support/one.test.ts'), undefined);
  assert.equal(faultOf('test/a/one.test.ts'), 'belongs to src/a/b/one.ts');
  assert.equal(faultOf('test/d/one.test.ts'), 'there is no src/d');
});
