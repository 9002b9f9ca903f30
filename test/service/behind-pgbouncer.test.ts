import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateCpf } from '../../src/platform/documents.ts';
import { openReceiver } from '../events/open-events.ts';
import { createTestDatabase, environmentOf } from '../support/database.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { send } from '../support/http.ts';
import { openPgbouncer, withoutPgbouncer } from '../support/pgbouncer.ts';
import { waitUntil } from '../support/replicas.ts';
import { toDataAddress } from '../support/service-photos.ts';
import { runConfere, spawnServe } from '../support/service-process.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';

const eventsOfEach = 30;
const atOnce = 60;

describe('two replicas behind PgBouncer in transaction mode', { skip: withoutPgbouncer }, () => {
  it('do not start without the address past it', async (t) => {
    const place = await createTestDatabase(t, 'postgres', { isEmpty: true });
    const pooledUrl = await openPgbouncer(t, place.databaseUrl!);
    const { status, stderr } = await runConfere(t, ['serve'], {
      ...environmentOf(place),
      DATABASE_URL: pooledUrl,
      LISTEN: '127.0.0.1:0',
    });
    assert.notEqual(status, 0);
    assert.match(stderr, /database_direct_url_missing/);
    assert.match(stderr, /DATABASE_DIRECT_URL/);
  });

  it('register, authenticate, execute and deliver each event once, many at a time', async (t) => {
    // Empty: the replicas migrate it, at the same time.
    const place = await createTestDatabase(t, 'postgres', { isEmpty: true });
    const env = {
      ...environmentOf(place),
      DATABASE_URL: await openPgbouncer(t, place.databaseUrl!, { poolSize: 4 }),
      DATABASE_DIRECT_URL: place.databaseUrl!,
      BASE_URL: 'https://confere.example',
      WEBHOOK_ALLOW: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_PERSON_PER_MINUTE: '100000',
      FACE_LIVENESS_THRESHOLD: '0',
      FACE_ANALYSIS_TIMEOUT_MS: '60000',
      LOG_LEVEL: 'warn',
    };
    const replicas = await Promise.all([spawnServe(t, env), spawnServe(t, env)]);
    const [first, second] = replicas.map(({ url }) => url) as [string, string];
    const admins = replicas.flatMap(({ admin }) => (admin === undefined ? [] : [admin]));
    assert.equal(admins.length, 1, 'one administrator for both');
    const scopes = [
      'faces:authenticate',
      'faces:write',
      'attempts:read',
      'executions:write',
      'templates:write',
      'people:read',
      'events:read',
      'webhooks:read',
      'webhooks:write',
      'admin',
    ];
    const client = await createClientOver(first, admins[0]!, { product: 'customer', scopes });
    const token = await fetchToken(second, client);
    const post = (url: string, json: unknown, headers: Record<string, string> = {}) =>
      send(url, { method: 'POST', token, json, headers });

    const { sameWoman } = await cutFacePhotos();
    const [reference, received] = sameWoman;
    const cpf = generateCpf();
    const registered = await send(`${first}/v1/people/${cpf}/face`, {
      method: 'PUT',
      token,
      headers: { 'content-type': 'image/jpeg' },
      body: reference as RequestInit['body'],
    });
    assert.equal(registered.status, 201, registered.text);

    // One key on both replicas at once has one effect.
    const attempts = await Promise.all(
      [first, second, first, second].map((url) =>
        post(
          `${url}/v1/face-authentications`,
          { peopleId: cpf, imageUrl: toDataAddress(received) },
          { 'idempotency-key': 'the same' },
        ),
      ),
    );
    const answered = attempts.filter(({ status }) => status < 300);
    for (const { status, text } of attempts) assert.ok(status < 300 || status === 409, text);
    assert.equal(new Set(answered.map(({ headers }) => headers.get('x-attempt-id'))).size, 1);
    assert.equal(answered[0]!.body.isMatch, true, answered[0]!.text);

    // Executions are jobs: begun on one, run by any.
    const template = await post(`${first}/v1/query-templates`, {
      name: 'T',
      subject: 'person',
      sources: [],
      rules: [],
    });
    assert.equal(template.status, 201, template.text);
    const begun = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        post(`${index % 2 === 0 ? first : second}/v1/executions`, {
          templateId: template.body.id,
          cpf: generateCpf(),
        }),
      ),
    );
    for (const { status, text } of begun) assert.ok(status < 300, text);
    const ids = begun.map(({ body }) => body.executionId as string);
    await waitUntil(async () => {
      const reads = await Promise.all(ids.map((id) => send(`${second}/v1/executions/${id}`, { token })));
      return reads.every(({ body }) => body.status !== 'PROCESSING');
    });

    const receiver = await openReceiver(t);
    const endpoint = await post(`${first}/v1/webhook-endpoints`, { url: receiver.url });
    assert.equal(endpoint.status, 201, endpoint.text);
    const { id } = endpoint.body;
    await Promise.all(
      [first, second].map(async (url) => {
        for (let sent = 0; sent < eventsOfEach; sent += 1) {
          const tested = await send(`${url}/v1/webhook-endpoints/${id}/test`, { method: 'POST', token });
          assert.ok(tested.status < 300, tested.text);
        }
      }),
    );
    await receiver.until(eventsOfEach * 2);
    for (const { child } of replicas) child.kill('SIGTERM');
    for (const { ended } of replicas) assert.equal((await ended).status, 0);
    const delivered = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(delivered).size, delivered.length);
  });
});
