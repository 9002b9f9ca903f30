import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ClientCredentials } from '../../src/access/index.ts';
import { loadAppConfig } from '../../src/app.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createLogger } from '../../src/platform/log.ts';
import { startDuplicates } from '../../src/process/start-peer.ts';
import { createTestDatabase, environmentOf, type TestScope, testDatabaseKinds } from '../support/database.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { send } from '../support/http.ts';
import type { ServiceScope } from '../support/service.ts';
import { runConfere, type ServedProcess, spawnServe } from '../support/service-process.ts';
import { fetchToken } from '../support/tokens.ts';

const secret = 'a secret that the parts of one deployment share';

describe('the role duplicates', () => {
  const endings: (() => unknown)[] = [];
  const scope = { after: (ending: () => unknown) => void endings.push(ending) } as TestScope & ServiceScope;
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });

  it('does not start without its secret or PostgreSQL', async () => {
    const { dataDir } = await createTestDatabase(scope, 'embedded');
    const environment = { DATA_DIR: dataDir, LISTEN: '127.0.0.1:0' };
    const log = createLogger({ level: 'silent' });
    for (const [more, code] of [
      [{}, 'duplicates_secret_missing'],
      [{ DUPLICATES_SECRET: secret }, 'role_needs_postgres'],
    ] as const) {
      await assert.rejects(
        startDuplicates(loadAppConfig({ ...environment, ...more }), log),
        (error: Error & { code?: string }) => error.code === code,
      );
    }
    const { status, stderr } = await runConfere(scope, ['serve', '--role', 'duplicates'], environment);
    assert.equal(status, 1);
    assert.match(stderr, /DUPLICATES_SECRET/);
  });

  describe('on one PostgreSQL with the process that asks it', {
    skip: !testDatabaseKinds().includes('postgres') && 'CONFERE_TEST_DATABASE_URL is not set',
  }, () => {
    let databaseUrl: string;
    let settings: Record<string, string | undefined>;
    let peer: ServedProcess;
    let web: { readonly url: string; readonly token: string };
    let photo: Uint8Array;

    const startPeer = (port = 0) =>
      spawnServe(scope, { ...settings, LISTEN: `127.0.0.1:${port}` }, { args: ['--role', 'duplicates'] });

    before(async () => {
      const place = await createTestDatabase(scope, 'postgres');
      settings = {
        ...environmentOf(place),
        FACE_LIVENESS_THRESHOLD: '0',
        DUPLICATES_SECRET: secret,
        LOG_LEVEL: 'warn',
      };
      databaseUrl = settings.DATABASE_URL!;
      peer = await startPeer();
      const asker = {
        ...settings,
        DUPLICATES_URL: peer.url,
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
      const credentials = JSON.parse(stdout) as ClientCredentials;
      web = { url, token: await fetchToken(url, credentials) };
      [photo] = (await cutFacePhotos()).sameWoman;
      await until(async () => (await stateOf()) === 'ready');
    });

    const until = async (isSo: () => Promise<boolean>) => {
      while (!(await isSo())) await delay(200);
    };
    const stateOf = async (): Promise<string> => (await send(`${web.url}/readyz`)).body.duplicates;
    const register = async (cpf = generateCpf()) => {
      const { status, body, text } = await send(`${web.url}/v1/people/${cpf}/face`, {
        method: 'PUT',
        token: web.token,
        headers: { 'content-type': 'image/jpeg' },
        body: photo as RequestInit['body'],
      });
      assert.equal(status, 201, text);
      const found = body.possibleDuplicates.map(({ personId }: { personId: string }) => personId).sort();
      return { faceId: body.id as string, status: body.duplicateSearch as string, found };
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
      for (let registered = 0; registered < 3; registered += 1) await register();
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

    it('is missed when it was killed; searches are finished once it is back', async () => {
      peer.child.kill('SIGKILL');
      await peer.ended;
      const { faceId, status, found } = await register();
      assert.deepEqual([status, found], ['incomplete', []]);
      const others = await peopleOf();
      await until(async () => (await stateOf()) === 'unreachable');
      const metrics = await send(`${web.url}/metrics`, { token: web.token });
      assert.match(metrics.text, /^confere_duplicates_missing 1$/m);

      peer = await startPeer(Number(new URL(peer.url).port));
      await until(async () => (await stateOf()) === 'ready');
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
        others.filter((person) => person !== own).sort(),
      );
    });

    it('is shown to operators', async () => {
      const { body, text } = await send(`${web.url}/v1/system`, { token: web.token });
      const roles = (body.processes ?? []).map(({ role }: { role: string }) => role);
      assert.ok(roles.includes('duplicates'), text);
    });
  });
});
