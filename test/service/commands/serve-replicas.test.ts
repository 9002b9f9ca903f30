import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase, environmentOf, testDatabaseKinds } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { spawnServe } from '../../support/service-process.ts';
import { fetchToken } from '../../support/tokens.ts';

const skip = testDatabaseKinds().includes('postgres') ? false : 'CONFERE_TEST_DATABASE_URL is not set';

describe('processes started together on an empty PostgreSQL', { skip }, () => {
  for (let round = 1; round <= 3; round += 1) {
    it(`all start, and one of them shows the administrator (round ${round})`, async (t) => {
      const place = await createTestDatabase(t, 'postgres', { isEmpty: true });
      const env = { ...environmentOf(place), LOG_LEVEL: 'warn' };
      const served = await Promise.all([1, 2, 3].map(() => spawnServe(t, env)));
      const admins = served.flatMap(({ admin }) => admin ?? []);
      assert.equal(admins.length, 1, 'one administrator, shown by one process');
      for (const { url } of served) {
        assert.equal((await send(`${url}/healthz`)).status, 200);
        assert.notEqual(await fetchToken(url, admins[0]!), '');
      }
      for (const { child } of served) child.kill('SIGTERM');
      for (const { ended } of served) assert.equal((await ended).status, 0);
    });
  }
});
