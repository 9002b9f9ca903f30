import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenDatabase } from '../../src/platform/db/index.ts';
import { openTableLoad } from '../../src/registry/registry-tables-store.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

const row = Buffer.from(`"12345678";"S";"";"";"N";"";""\n`);
const piece = Buffer.concat(Array.from({ length: 2_000 }, () => row));

const failures = [
  {
    name: 'a lost connection',
    code: 'database_unavailable',
    bringAbout: async (database: OpenDatabase) => {
      // The copy is in the list once the server has begun it.
      for (let ended = 0; ended === 0; ) {
        const { rows } = await database.execute(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query like 'copy registry_g1_simples%'`,
        );
        ended = rows.length;
      }
      // Until the process knows.
      await delay(100);
    },
  },
  { name: 'a row that the database refuses', code: '22P04', odd: Buffer.from('"12345678";"S"\n') },
];

describeDatabases('openTableLoad', (kind) => {
  if (kind === 'embedded') return;

  for (const { name, code, bringAbout, odd } of failures) {
    it(`${name} ends the load with the error of the database, and the process goes on`, async (t) => {
      const database = await openTestDatabase(t, kind);
      const load = await openTableLoad(database, 1, 'simples');
      const loading = load.run(async () => {
        await load.write(odd ?? row);
        await bringAbout?.(database);
        for (let count = 0; count < 200; count += 1) await load.write(piece);
        await load.endRows();
      });
      await assert.rejects(loading, { code });
    });
  }
});
