import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import {
  DatabaseError,
  migrate,
  type OpenDatabase,
  openDatabase,
  planMigrations,
} from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { createTestDatabase, describeDatabases, type TestScope } from '../../support/database.ts';

const first = `CREATE TABLE things (id integer PRIMARY KEY, name text, size integer);
INSERT INTO things SELECT i, 'n' || i, i FROM generate_series(1, 250000) i;`;
const second = `-- A comment; with a semicolon.
ALTER TABLE things ADD COLUMN colour text DEFAULT 'red; not blue';
CREATE INDEX things_name ON things (name);
CREATE INDEX CONCURRENTLY things_size ON things (size);
UPDATE things SET size = 0 WHERE id = 1;
ALTER TABLE things ALTER COLUMN size SET NOT NULL;
CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER things_kept BEFORE DELETE ON things FOR EACH ROW EXECUTE FUNCTION nothing();`;
const third = `CREATE TABLE others (id integer);
CREATE INDEX others_id ON others (id);
DROP TABLE things;`;

describeDatabases('the plan of migrations', (kind) => {
  let directory: string;
  let database: OpenDatabase;

  beforeEach(async (t) => {
    directory = await mkdtemp(join(tmpdir(), 'confere-plan-'));
    const place = await createTestDatabase(t as TestScope, kind, { isEmpty: true });
    database = await openDatabase({ ...place, logger: createLogger({ level: 'silent' }) });
    await writeFile(join(directory, '0001-first.sql'), first);
  });
  afterEach(async () => {
    await database[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  it('names every migration of a database that has none', async () => {
    const plan = await planMigrations(database, directory);
    assert.deepEqual(
      plan.map(({ name }) => name),
      ['0001-first.sql'],
    );
    assert.equal((await database.execute("select to_regclass('things') is null as no")).rows[0]?.no, true);
  });

  it('says who waits for each statement, by the rows there are', async () => {
    await migrate(database, directory);
    await database.execute('analyze things');
    await writeFile(join(directory, '0002-second.sql'), second);
    await writeFile(join(directory, '0003-third.sql'), third);
    const plan = await planMigrations(database, directory);
    assert.deepEqual(
      plan.map(({ name, statements }) => [
        name,
        ...statements.map(({ summary, table, effect, estimatedSeconds }) => [
          summary,
          table,
          effect,
          estimatedSeconds,
        ]),
      ]),
      [
        [
          '0002-second.sql',
          ["ALTER TABLE things ADD COLUMN colour text DEFAULT 'red; not blue'", 'things', 'brief', 0],
          ['CREATE INDEX things_name ON things', 'things', 'blocks-writes', 3],
          ['CREATE INDEX CONCURRENTLY things_size ON things', 'things', 'none', 3],
          ['UPDATE things SET size = 0 WHERE id = 1', 'things', 'none', 3],
          ['ALTER TABLE things ALTER COLUMN size SET NOT NULL', 'things', 'blocks-all', 3],
          [
            'CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$'.slice(
              0,
              80,
            ),
            undefined,
            'none',
            0,
          ],
          [
            'CREATE TRIGGER things_kept BEFORE DELETE ON things FOR EACH ROW EXECUTE FUNCTION nothing()'.slice(
              0,
              80,
            ),
            'things',
            'brief',
            0,
          ],
        ],
        [
          '0003-third.sql',
          ['CREATE TABLE others', undefined, 'none', 0],
          ['CREATE INDEX others_id ON others', undefined, 'none', 0],
          ['DROP TABLE things', 'things', 'brief', 0],
        ],
      ],
    );
  });

  it('is empty when all are applied, and refused when one was altered', async () => {
    await migrate(database, directory);
    assert.deepEqual(await planMigrations(database, directory), []);
    await writeFile(join(directory, '0001-first.sql'), `${first} `);
    await assert.rejects(
      planMigrations(database, directory),
      (error) => error instanceof DatabaseError && error.code === 'migration_altered',
    );
  });
});
