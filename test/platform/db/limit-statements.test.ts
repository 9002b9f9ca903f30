import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { from } from 'pg-copy-streams';
import { isConnectionError } from '../../../src/platform/db/driver-errors.ts';
import { limitStatements, runForRequest } from '../../../src/platform/db/limit-statements.ts';
import { createTestDatabase, testDatabaseKinds } from '../../support/database.ts';
import { wireDatabase } from '../../support/wire.ts';

const skip = testDatabaseKinds().includes('postgres') ? false : 'CONFERE_TEST_DATABASE_URL is not set';
const limitMs = 300;

async function open(t: TestContext, limit = limitMs) {
  const { databaseUrl } = await createTestDatabase(t, 'postgres', { isEmpty: true });
  const { wire, url } = await wireDatabase(t, databaseUrl!);
  const pool = new Pool({ connectionString: url });
  t.after(() => pool.end());
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    limitStatements(client, limit);
  });
  return { pool, wire };
}

describe('a database that hangs', { skip }, () => {
  it('loses the connection of a statement, which is replaced', async (t) => {
    const { pool, wire } = await open(t);
    await pool.query('select 1');
    wire.hang();
    await assert.rejects(pool.query('select 1'), isConnectionError);
    wire.mend();
    assert.deepEqual((await pool.query('select 2 as n')).rows, [{ n: 2 }]);
  });

  it('gives a statement on a lost connection no time, which would hold up the end of the process', async (t) => {
    const { databaseUrl } = await createTestDatabase(t, 'postgres', { isEmpty: true });
    const pool = new Pool({ connectionString: databaseUrl });
    t.after(() => pool.end());
    const client = await pool.connect();
    client.on('error', () => {});
    limitStatements(client, 60_000);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await assert.rejects(client.query('select pg_terminate_backend(pg_backend_pid())'));
    await ended;
    const countTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = countTimers();
    const failing = assert.rejects(client.query('commit'));
    const during = countTimers();
    await failing;
    client.release(true);
    assert.equal(during, before);
  });

  it('loses the connection of a COPY', async (t) => {
    const { pool, wire } = await open(t);
    await pool.query('create table copied (n int)');
    const client = await pool.connect();
    wire.hang();
    const copy = client.query(from('copy copied from stdin'));
    const failed = new Promise((resolve) => copy.once('error', resolve));
    copy.end('1\n');
    assert.ok(isConnectionError(await failed));
    client.release();
    wire.mend();
    await pool.query('select 1');
  });
});

describe('a statement that takes long', { skip }, () => {
  it('is ended on the server too', async (t) => {
    const { pool } = await open(t);
    await assert.rejects(pool.query('select pg_sleep(600)'), isConnectionError);
    const running = `select from pg_stat_activity
      where query = 'select pg_sleep(600)' and state = 'active' and datname = current_database()`;
    while ((await pool.query(running)).rowCount !== 0) await delay(50);
  });

  it('has no limit in a transaction that begins as long work, and one again behind it', async (t) => {
    const { pool } = await open(t);
    const client = await pool.connect();
    for (const begin of [
      ['begin; set local statement_timeout = 0'],
      ['begin', 'set local statement_timeout = 0'],
      ['begin isolation level repeatable read; set local statement_timeout = 0'],
    ]) {
      for (const text of begin) await client.query(text);
      await client.query(`select pg_sleep(${(limitMs * 3) / 1_000})`);
      await client.query('commit');
    }
    await assert.rejects(client.query('select pg_sleep(600)'), isConnectionError);
    client.release();
  });

  it('has ten seconds within a request', async (t) => {
    const { pool } = await open(t, 60_000);
    await assert.rejects(
      runForRequest(() => pool.query('select pg_sleep(600)')),
      /within 10000 ms/,
    );
  });
});
