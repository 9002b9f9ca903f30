import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { matchesGlob } from 'node:path';
import { describe, it } from 'node:test';
import { findAffectedTests, findTestsToLand } from './find-affected-tests.ts';
import {
  laneOf,
  lanePatterns,
  listDatabaseTests,
  listTestFiles,
  longest,
  longestFirst,
} from './test-lanes.ts';

const files = await listTestFiles();

describe('lanes of tests', () => {
  it('have each test file in exactly one', () => {
    assert.ok(files.includes('test/support/test-lanes.test.ts'));
    for (const file of files) {
      const named = Object.values(lanePatterns).filter((patterns) =>
        patterns.some((pattern) => matchesGlob(file, pattern)),
      );
      assert.ok(named.length <= 1, `${file} is in several lanes`);
    }
    for (const lane of ['fast', 'commands', 'slow'] as const) {
      assert.ok(files.filter((file) => laneOf(file) === lane).length > 5, lane);
    }
  });

  it('name no file that is not there', () => {
    for (const pattern of [...Object.values(lanePatterns).flat(), ...longest]) {
      assert.ok(
        files.some((file) => matchesGlob(file, pattern)),
        pattern,
      );
    }
  });

  it('start nothing for a whole file where files share a process', async () => {
    for (const file of files.filter((each) => laneOf(each) === 'fast')) {
      const text = await readFile(file, 'utf8');
      assert.doesNotMatch(text, /^(const \w+ = share|before|after)\w*\(/m, `${file}: inside a suite`);
    }
  });

  it('are what the scripts and the run that decides start, each of them', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const ci = await readFile('.ci/run', 'utf8');
    const expected = {
      test: 'fast',
      'test:databases': 'databases',
      'test:landing': 'landing',
    };
    for (const [script, lane] of Object.entries(expected)) {
      assert.equal(scripts[script], `node test/support/run-lane.ts ${lane}`);
      assert.match(ci, new RegExp(`^ *npm (run )?${script}$`, 'm'));
    }
    assert.equal(scripts['test:cli'], 'node test/support/run-lane.ts commands');
    assert.equal(scripts['test:slow'], 'node test/support/run-lane.ts slow');
  });

  it('run every file once, the longest first', () => {
    assert.deepEqual(longestFirst(files).toSorted(), files.toSorted());
    assert.deepEqual(longestFirst(files).slice(0, longest.length), longest);
    assert.ok(longest.every((file) => laneOf(file) === 'slow'));
    assert.deepEqual(longestFirst(['a', longest[1]!, 'b', longest[0]!]), [...longest.slice(0, 2), 'b', 'a']);
  });

  it('know what a PostgreSQL adds to', async () => {
    const found = await listDatabaseTests();
    assert.ok(found.includes('test/platform/db/migrate.test.ts'));
    assert.ok(!found.includes('test/web/replicas.test.ts'), 'the slow lane tests on PostgreSQL anyway');
    assert.ok(!found.includes('test/platform/documents.test.ts'));
  });
});

describe('the tests that a change touches', () => {
  it('are those that import it, and of the whole service those of its domain', async () => {
    const touched = await findAffectedTests(['src/companies/withhold-contacts.ts']);
    assert.ok(touched.includes('test/companies/withhold-contacts.test.ts'));
    assert.ok(touched.includes('test/companies/routes/read-companies.test.ts'), 'over HTTP');
    assert.ok(touched.includes('test/architecture/doors.test.ts'));
    assert.ok(!touched.includes('test/faces/routes/authenticate.test.ts'));
    assert.ok(!touched.includes('test/engine/raster.test.ts'));
  });

  it('are all that run a service, for what every service needs', async () => {
    const touched = await findAffectedTests(['src/web/check-request.ts']);
    assert.ok(touched.includes('test/faces/routes/authenticate.test.ts'));
    assert.ok(touched.includes('test/service/commands/serve.test.ts'), 'a process of its own');
    assert.ok(!touched.includes('test/engine/raster.test.ts'));
  });

  it('are a test that has changed itself; all for new dependencies; none for no change', async () => {
    const file = 'test/engine/raster.test.ts';
    const [own, ...others] = (await findAffectedTests([file])).filter(
      (path) => !path.startsWith('test/architecture/'),
    );
    assert.deepEqual([own, others], [file, []]);
    assert.deepEqual(await findAffectedTests(['package-lock.json']), files);
    assert.deepEqual(await findAffectedTests([]), []);
  });
});

describe('the tests that must pass before a change lands', () => {
  const longer = files.filter((path) => laneOf(path) !== 'fast');

  it('are all, for what everything rests on, and when nobody knows what has changed', async () => {
    for (const path of ['src/platform/clock.ts', 'src/app.ts', 'migrations/0001-platform.sql', '.ci/run']) {
      assert.deepEqual(await findTestsToLand(longer, ['README.md', path]), longer, path);
    }
    assert.deepEqual(await findTestsToLand(longer, []), longer);
  });

  it('are those of the domain, of the pages and of all operations, for a change of a domain', async () => {
    const found = await findTestsToLand(longer, ['src/people/errors.ts']);
    for (const path of [
      'test/people/routes/rescreening.test.ts',
      'test/demo/demo.test.ts',
      'test/console/every-screen.test.ts',
      'test/web/malformed-requests.test.ts',
    ]) {
      assert.ok(found.includes(path), path);
    }
    assert.ok(!found.includes('test/registry/import/odd-archives.test.ts'));
  });

  it('are those that open a page which has changed', async () => {
    const found = await findTestsToLand(longer, ['console/src/main.tsx']);
    assert.ok(found.includes('test/console/sign-in.test.ts'));
    assert.ok(!found.includes('test/capture/light.test.ts'));
  });
});
