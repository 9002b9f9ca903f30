import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { loadAppConfig } from '../../src/app.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createLogger } from '../../src/platform/log.ts';
import { startFaceService } from '../../src/process/start-peer.ts';
import { createTestDatabase, environmentOf, type TestScope, testDatabaseKinds } from '../support/database.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { send } from '../support/http.ts';
import type { ServiceScope } from '../support/service.ts';
import { toDataAddress } from '../support/service-photos.ts';
import { runConfere, spawnServe } from '../support/service-process.ts';
import { fetchToken } from '../support/tokens.ts';

const secret = 'a secret that the parts of one deployment share';

describe('roles', () => {
  const endings: (() => unknown)[] = [];
  const scope = { after: (ending: () => unknown) => void endings.push(ending) } as TestScope & ServiceScope;
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });

  it('are for PostgreSQL: the embedded database belongs to one process', async () => {
    const place = await createTestDatabase(scope, 'embedded');
    for (const role of ['web', 'jobs']) {
      const { status, stderr } = await runConfere(scope, ['serve', '--role', role], {
        ...environmentOf(place),
        LISTEN: '127.0.0.1:0',
      });
      assert.equal(status, 1);
      assert.match(stderr, /role_needs_postgres/);
    }
  });

  it('a face service does not start without a secret, or with a short one', async () => {
    const { dataDir } = await createTestDatabase(scope, 'embedded');
    const environment = { DATA_DIR: dataDir, LISTEN: '127.0.0.1:0', LOG_LEVEL: 'silent' };
    await assert.rejects(
      startFaceService(loadAppConfig(environment), createLogger({ level: 'silent' })),
      (error: Error & { code?: string }) => error.code === 'faces_secret_missing',
    );
    assert.throws(
      () => loadAppConfig({ ...environment, FACES_SECRET: 'short' }),
      (error: Error & { problems?: { path: string }[] }) =>
        error.problems?.some(({ path }) => path === 'FACES_SECRET') === true,
    );
  });

  describe('web, faces and jobs on one PostgreSQL', {
    skip: !testDatabaseKinds().includes('postgres') && 'CONFERE_TEST_DATABASE_URL is not set',
  }, () => {
    let web: { url: string; token: string };
    let jobsUrl: string;
    let facesMetricsUrl: string | undefined;

    before(async () => {
      const place = await createTestDatabase(scope, 'postgres');
      const environment = {
        ...environmentOf(place),
        FACE_LIVENESS_THRESHOLD: '0',
        FACES_SECRET: secret,
        LOG_LEVEL: 'warn',
      };
      const faces = await startFaceService(
        // A photo that was converted, or came while the limit was higher, is larger than a photo may come now.
        loadAppConfig({
          ...environment,
          LISTEN: '127.0.0.1:0',
          METRICS_LISTEN: '127.0.0.1:0',
          FACE_WORKERS: '1',
          IMAGE_MAX_BYTES: '10000',
        }),
        createLogger({ level: 'silent' }),
      );
      endings.push(() => faces.stop());
      await faces.ready();
      facesMetricsUrl = faces.metricsUrl;
      const shared = { ...environment, FACES_URL: faces.url, BASE_URL: 'https://confere.example' };
      const one = await spawnServe(scope, shared, { args: ['--role', 'web'] });
      const two = await spawnServe(scope, shared, { args: ['--role', 'jobs'] });
      jobsUrl = two.url;
      const { stdout } = await runConfere(
        scope,
        ['clients', 'create', '--product', 'customer', '--json', '--scope'].concat(
          'faces:write faces:authenticate attempts:read executions:write templates:write people:read admin',
        ),
        shared,
      );
      web = { url: one.url, token: await fetchToken(one.url, JSON.parse(stdout)) };
    });

    it('web registers and recognises a face by the networks of the face service', async () => {
      const { url, token } = web;
      const { sameWoman } = await cutFacePhotos();
      const cpf = generateCpf();
      const registered = await send(`${url}/v1/people/${cpf}/face`, {
        method: 'PUT',
        token,
        json: { imageUrl: toDataAddress(sameWoman[0]) },
      });
      assert.equal(registered.status, 201, registered.text);
      const { status, body, text } = await send(`${url}/v1/face-authentications`, {
        method: 'POST',
        token,
        json: { peopleId: cpf, imageUrl: toDataAddress(sameWoman[1]) },
      });
      assert.equal(status, 201, text);
      assert.equal(body.isMatch, true, text);
    });

    it('jobs does the work that web leaves: an execution ends', async () => {
      const { url, token } = web;
      const template = await send(`${url}/v1/query-templates`, {
        method: 'POST',
        token,
        json: { name: 'T', subject: 'person', sources: [], rules: [] },
      });
      assert.equal(template.status, 201, template.text);
      const { status, body, text } = await send(`${url}/v1/executions`, {
        method: 'POST',
        token,
        headers: { prefer: 'wait=60' },
        json: { templateId: template.body.id, cpf: generateCpf() },
      });
      assert.equal(status, 201, text);
      assert.ok(body.completedAt, text);
    });

    it('the threads of the face service are counted once, and every process counts its dropped log lines', async () => {
      const ofFaces = await send(`${facesMetricsUrl}/metrics`);
      const ofWeb = await send(`${web.url}/metrics`, { token: web.token });
      assert.match(ofFaces.text, /^confere_face_workers 1$/m);
      assert.doesNotMatch(ofWeb.text, /^confere_face_(workers|queue)/m);
      for (const { text } of [ofFaces, ofWeb]) {
        assert.match(text, /^confere_face_networks_loaded 1$/m);
        assert.match(text, /^confere_log_lines_dropped 0$/m);
      }
    });

    it('jobs answers health and readiness and nothing else', async () => {
      assert.equal((await send(`${jobsUrl}/healthz`)).status, 200);
      assert.equal((await send(`${jobsUrl}/readyz`)).status, 200);
      for (const path of ['/v1/clients', '/v1/executions', '/oauth2/token', '/.well-known/jwks.json']) {
        assert.equal((await send(`${jobsUrl}${path}`, { token: web.token })).status, 404, path);
      }
    });
  });
});
