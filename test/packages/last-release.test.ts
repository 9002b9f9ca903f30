import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { migrate, migrationsDirectory, openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createTestDatabase, describeDatabases } from '../support/database.ts';
import { compareApis, type Json } from './compare-apis.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const today: Json = JSON.parse(await readFile(join(root, 'docs/reference/openapi.json'), 'utf8'));

/** The newest release that led here; undefined in a copy without its history, and before the first. */
const lastRelease = findLastRelease();
const skip = lastRelease === undefined && 'there is no tag of a release';

describe('what the last release promised', () => {
  it('is kept by every operation and webhook', { skip }, () => {
    assert.deepEqual(compareApis(JSON.parse(readReleased('docs/reference/openapi.json')), today), []);
  });

  for (const [name, page] of [
    ['setting', 'docs/reference/configuration.md'],
    ['error code', 'docs/reference/errors.md'],
    ['audited action', 'docs/reference/audit-events.md'],
  ] as const) {
    it(`is kept by every ${name}`, { skip }, async () => {
      const kept = new Set(listFirstCells(await readFile(join(root, page), 'utf8')));
      assert.deepEqual(
        listFirstCells(readReleased(page)).filter((cell) => !kept.has(cell)),
        [],
      );
    });
  }
});

describeDatabases('the tables of the last release', (kind) => {
  it('are brought up to those of today', { skip }, async (t) => {
    const released = await copyReleasedMigrations(t);
    await using open = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger: createLogger({ level: 'silent' }),
    });
    const before = await migrate(open, released);
    const after = await migrate(open, migrationsDirectory);
    await using fresh = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger: createLogger({ level: 'silent' }),
    });
    assert.deepEqual([...before, ...after], await migrate(fresh, migrationsDirectory));
  });
});

describe('an API compared with an earlier one', () => {
  // biome-ignore lint/suspicious/noExplicitAny: any part of the document may be changed.
  const cases: readonly (readonly [string, (api: any) => void, readonly string[]])[] = [
    ['a path is gone', (api) => delete api.paths['/v1/registry'], ['GET /v1/registry: gone']],
    [
      'a member of an answer is gone',
      (api) => delete api.components.schemas.CasePage.properties.items,
      ['GET /v1/cases 200.items: gone'],
    ],
    [
      'a parameter is required now',
      (api) => {
        api.paths['/v1/cases'].get.parameters[0].required = true;
      },
      ['GET /v1/cases query state: required now'],
    ],
    [
      'a value is not accepted any more',
      (api) => api.paths['/v1/cases'].get.parameters[0].schema.enum.shift(),
      ['GET /v1/cases query state: "open" not accepted'],
    ],
    [
      'a status is gone',
      (api) => delete api.paths['/v1/registry'].get.responses['200'],
      ['GET /v1/registry 200: gone'],
    ],
    ['a webhook is gone', (api) => delete api.webhooks['case.opened'], ['webhook case.opened: gone']],
    [
      'a member of a request is required now',
      (api) => {
        const body = api.paths['/v1/query-templates'].post.requestBody.content['application/json'].schema;
        const shape = body.$ref === undefined ? body : api.components.schemas[basename(body.$ref)];
        shape.properties.more = { type: 'string' };
        shape.required = [...(shape.required ?? []), 'more'];
      },
      ['POST /v1/query-templates body.more: required now'],
    ],
    [
      'more of everything',
      (api) => {
        api.paths['/v1/more'] = api.paths['/v1/registry'];
        api.components.schemas.CasePage.properties.more = { type: 'string' };
        api.paths['/v1/cases'].get.parameters[0].schema.enum.push('more');
        api.paths['/v1/cases'].get.parameters.push({ in: 'query', name: 'more', schema: { type: 'string' } });
      },
      [],
    ],
  ];
  for (const [name, change, losses] of cases) {
    it(`tells the loss: ${name}`, () => {
      const later = structuredClone(today);
      change(later);
      assert.deepEqual(
        compareApis(today, later).filter((loss) => losses.length === 0 || losses.includes(loss)),
        losses,
      );
    });
  }
});

function findLastRelease(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*').trim();
  } catch {
    return undefined;
  }
}

function readReleased(file: string): string {
  return git('show', `${lastRelease}:${file}`);
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 50e6, stdio: 'pipe' });
}

/** The code in the first cell of every row of a page's tables. */
function listFirstCells(page: string): readonly string[] {
  return [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell]) => cell!);
}

async function copyReleasedMigrations(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-released-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const files = git('ls-tree', '--name-only', `${lastRelease}:migrations`).split('\n').filter(Boolean);
  for (const file of files) await writeFile(join(folder, file), readReleased(`migrations/${file}`));
  return folder;
}
