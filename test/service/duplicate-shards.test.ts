import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ClientCredentials } from '../../src/access/index.ts';
import { loadAppConfig } from '../../src/app.ts';
import { generateCpf } from '../../src/platform/documents/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { startDuplicateShard } from '../../src/start-duplicate-shard.ts';
import { createTestDatabase, environmentOf, type TestScope, testDatabaseKinds } from '../support/database.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { send } from '../support/http.ts';
import type { ServiceScope } from '../support/service.ts';
import { runConfere, type ServedProcess, spawnServe } from '../support/service-process.ts';
import { shareConvertedModels } from '../support/share-converted-models.ts';
import { fetchToken } from '../support/tokens.ts';

const secret = 'a secret that the parts of one deployment share';

describe('the role duplicates', { timeout: 400_000 }, () => {
  const endings: (() => unknown)[] = [];
  const scope = { after: (ending: () => unknown) => void endings.push(ending) } as TestScope & ServiceScope;
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });

  it('does not start without its part, its secret, or PostgreSQL', async () => {
    const { dataDir } = await createTestDatabase(scope, 'embedded');
    const environment = { DATA_DIR: dataDir, LISTEN: '127.0.0.1:0' };
    const log = createLogger({ level: 'silent' });
    for (const [more, code] of [
      [{}, 'duplicate_shard_unset'],
      [{ DUPLICATE_SHARD_SECRET: secret }, 'duplicate_shard_unset'],
      [{ DUPLICATE_SHARD_SECRET: secret, DUPLICATE_SHARD: '1/2' }, 'role_needs_postgres'],
    ] as const) {
      await assert.rejects(
        startDuplicateShard(loadAppConfig({ ...environment, ...more }), log),
        (error: Error & { code?: string }) => error.code === code,
      );
    }
    const { status, stderr } = await runConfere(scope, ['serve', '--role', 'duplicates'], {
      ...environment,
      DUPLICATE_SHARD_SECRET: secret,
      DUPLICATE_SHARD: '3/2',
    });
    assert.equal(status, 1);
    assert.match(stderr, /DUPLICATE_SHARD: /);
  });

  describe('in two processes on one PostgreSQL', {
    skip: !testDatabaseKinds().includes('postgres') && 'CONFERE_TEST_DATABASE_URL is not set',
  }, () => {
    let databaseUrl: string;
    let settings: Record<string, string | undefined>;
    let shards: ServedProcess[];
    let credentials: ClientCredentials;
    let web: { readonly url: string; readonly token: string };
    let photo: Uint8Array;

    const startShard = (number: number, port = 0) =>
      spawnServe(
        scope,
        { ...settings, DUPLICATE_SHARD: `${number}/2`, LISTEN: `127.0.0.1:${port}` },
        { args: ['--role', 'duplicates'] },
      );

    before(async () => {
      const place = await createTestDatabase(scope, 'postgres');
      await shareConvertedModels(place.dataDir);
      settings = {
        ...environmentOf(place),
        FACE_LIVENESS_THRESHOLD: '0',
        DUPLICATE_SHARD_SECRET: secret,
        LOG_LEVEL: 'warn',
      };
      databaseUrl = settings.DATABASE_URL!;
      shards = [await startShard(1), await startShard(2)];
      const asker = {
        ...settings,
        DUPLICATE_SHARD_URLS: shards.map(({ url }) => url).join(','),
        METRICS_LISTEN: undefined,
      };
      const { url } = await spawnServe(scope, asker);
      const { stdout } = await runConfere(
        scope,
        ['clients', 'create', '--product', 'customer', '--json', '--scope'].concat(
          'faces:write faces:duplicates people:erase system:read',
        ),
        asker,
      );
      credentials = JSON.parse(stdout);
      web = { url, token: await fetchToken(url, credentials) };
      [photo] = (await cutFacePhotos()).sameWoman;
      await until(async () => (await describeShards()).join() === '1/2 ready,2/2 ready');
    });

    const until = async (isSo: () => Promise<boolean>) => {
      while (!(await isSo())) await delay(200);
    };
    const describeShards = async (): Promise<string[]> => {
      const { body } = await send(`${web.url}/readyz`);
      return body.duplicateShards.map(({ shard, state }: Record<string, string>) => `${shard} ${state}`);
    };
    const register = async (cpf = generateCpf()) => {
      const { status, body, text } = await send(`${web.url}/v1/people/${cpf}/face`, {
        method: 'PUT',
        token: web.token,
        headers: { 'content-type': 'image/jpeg' },
        body: photo as RequestInit['body'],
      });
      assert.equal(status, 201, text);
      const found = body.possibleDuplicates.map(({ personId }: { personId: string }) => personId).sort();
      const missing = body.missingShards as string[] | undefined;
      return { faceId: body.id as string, status: body.duplicateSearch as string, found, missing };
    };
    const query = async (text: string, values: unknown[] = []) => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    };
    const peopleOf = async () =>
      (await query('select person_id from faces order by person_id')).map((row) => row.person_id);

    it('finds every face, and nobody who was erased', async () => {
      const erased = generateCpf();
      await register(erased);
      const inFirst = async () =>
        (
          await query(
            `select count(*)::int as faces, count(*) filter (where
              ('x' || substr(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 1, 8))::bit(32)::bigint % 2 = 0)::int as first
             from faces where person_id <> (select person_id from faces order by created_at limit 1)`,
          )
        )[0];
      // Until each shard holds the face of somebody.
      for (;;) {
        const { faces, first } = await inFirst();
        if (first > 0 && first < faces) break;
        await register();
      }
      const everybody = await peopleOf();
      const one = await register();
      assert.deepEqual([one.status, one.found], ['complete', everybody]);
      const { status, text } = await send(`${web.url}/v1/people/${erased}`, {
        method: 'DELETE',
        token: web.token,
      });
      assert.ok(status < 300, text);
      const remaining = await peopleOf();
      assert.equal(remaining.length, everybody.length);
      const two = await register();
      assert.deepEqual([two.status, two.found], ['complete', remaining]);
    });

    it('a killed shard is named and missed; its part is searched once it is back', async () => {
      const [, killed] = shards;
      killed!.child.kill('SIGKILL');
      await killed!.ended;
      const { faceId, status, found } = await register();
      assert.equal(status, 'incomplete');
      const others = (await peopleOf()).filter((person) => !found.includes(person));
      assert.ok(found.length > 0);
      await until(async () => (await describeShards()).join() === '1/2 ready,2/2 unreachable');
      const metrics = await send(`${web.url}/metrics`, { token: web.token });
      assert.match(metrics.text, /^confere_duplicate_shards_missing 1$/m);

      const back = await startShard(2, Number(new URL(killed!.url).port));
      shards[1] = back;
      await until(async () => (await describeShards()).join() === '1/2 ready,2/2 ready');
      await query("update pending_duplicate_searches set due_at = now() - interval '1 second'");
      await until(async () => (await query('select 1 from pending_duplicate_searches')).length === 0);
      const [{ person_id: own }] = await query('select person_id from faces where id = $1', [faceId]);
      const named = await query(
        `select data ->> 'otherPersonId' as person from events
         where type = 'face.possible_duplicate' and data ->> 'faceId' = $1
         union all select data ->> 'otherPersonId' from event_outbox
         where type = 'face.possible_duplicate' and data ->> 'faceId' = $1 order by 1`,
        [faceId],
      );
      assert.deepEqual(
        named.map(({ person }) => person),
        [...found, ...others].filter((person) => person !== own).sort(),
      );
    });

    it('a shard that hangs is left out and named, and asked again until it answers', async () => {
      const asker = {
        ...settings,
        DUPLICATE_SHARD_URLS: shards.map(({ url }) => url).join(','),
        DUPLICATE_SHARD_TIMEOUT_MS: '2000',
        DUPLICATE_SHARD_BREAKER_TIMEOUTS: '2',
        DUPLICATE_SHARD_BREAKER_PAUSE_MS: '500',
      };
      const before = web;
      const { url } = await spawnServe(scope, asker);
      web = { url, token: await fetchToken(url, credentials) };
      const hanging = shards[1]!.child;
      try {
        await until(async () => (await describeShards()).join() === '1/2 ready,2/2 ready');
        // It accepts connections, as the system does for it, and never answers.
        hanging.kill('SIGSTOP');
        for (let search = 1; search <= 2; search += 1) {
          const { status, missing } = await register();
          assert.deepEqual([status, missing], ['incomplete', ['2/2']]);
        }
        assert.deepEqual(await describeShards(), ['1/2 ready', '2/2 cut-off']);
        const metrics = await send(`${web.url}/metrics`, { token: web.token });
        assert.match(metrics.text, /^confere_duplicate_shard_cut_off\{shard="2\/2"\} 1$/m);
        assert.match(metrics.text, /^confere_duplicate_shard_cut_off\{shard="1\/2"\} 0$/m);
        hanging.kill('SIGCONT');
        await until(async () => (await register()).status === 'complete');
        assert.deepEqual(await describeShards(), ['1/2 ready', '2/2 ready']);
      } finally {
        hanging.kill('SIGCONT');
        web = before;
      }
    });

    it('shows its processes and their figures to operators', async () => {
      const { body, text } = await send(`${web.url}/v1/system`, { token: web.token });
      const roles = (body.processes ?? []).map(({ role }: { role: string }) => role);
      assert.ok(roles.filter((role: string) => role === 'duplicates').length >= 2, text);
    });

    it('two processes with one part are refused, and the answer is incomplete', async () => {
      const twice = await startShard(1);
      const { url } = await spawnServe(scope, {
        ...settings,
        DUPLICATE_SHARD_URLS: `${shards[0]!.url},${twice.url}`,
      });
      await until(async () => {
        const { body } = await send(`${url}/readyz`);
        return body.duplicateShards[1].state === 'misplaced';
      });
      const { text } = await send(`${url}/readyz`);
      assert.match(text, /"shard":"1\/2","state":"ready"/);
    });
  });
});
