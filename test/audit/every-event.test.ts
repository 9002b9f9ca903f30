import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { it } from 'node:test';
import sharp from 'sharp';
import { auditActions } from '../../src/app.ts';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { beginLiveness, createLivenessSession, performSteps } from '../support/capture-page.ts';
import {
  acceptFirstAdministrator,
  acceptLink,
  invitePerson,
  openBrowser,
  type Person,
  signIn,
} from '../support/console.ts';
import { describeDatabases } from '../support/database.ts';
import { send } from '../support/http.ts';
import { type OpenApiDocument, readOperations } from '../support/openapi/read-operations.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { putFace, toDataAddress } from '../support/service-photos.ts';
import { runConfere } from '../support/service-process.ts';
import { createVirtualAuthenticator } from '../support/virtual-authenticator.ts';

/** Written by the same operation as `liveness.fail`; they need a head that turns, and minutes. */
const likeOthers = new Set(['liveness.pass', 'liveness.expire', 'liveness.repeat']);

/** Written by a nightly job that is off by default; test/platform/audit/drop-old-events.test.ts does it. */
const ofJobs = new Set(['audit.drop']);

/** Written with a setting that is off by default; test/console/erase-by-two.test.ts does it. */
const ofSettings = new Set(['person.erase-ask']);

let drawn = 0;

/** A still that no other is equal to. */
async function drawStill(): Promise<Uint8Array> {
  drawn += 1;
  const background = { r: drawn, g: 40, b: 90 };
  return await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** One session is judged, one handed over, one cancelled, one of somebody who cannot move, one ended by a file. */
async function endLivenessSessions(baseUrl: string, token: string): Promise<void> {
  const begin = async () => {
    const session = await createLivenessSession(baseUrl, token, { purpose: 'check' });
    const secret = await beginLiveness(session);
    const post = async (path: string, json?: object) => {
      const answer = await send(`${session.url}/${path}`, { method: 'POST', token: secret, json });
      assert.equal(answer.status, 200, answer.text);
    };
    return { session, secret, post };
  };
  const judged = await begin();
  assert.equal((await performSteps(judged.session, judged.secret, drawStill)).status, 200);
  await (await begin()).post('more-time');
  await (await begin()).post('handover');
  await (await begin()).post('cancel');
  await (await begin()).post('cancel', { reason: 'cannot_move' });
  const uploaded = await begin();
  const sent = await send(`${uploaded.session.url}/upload`, {
    method: 'POST',
    token: uploaded.secret,
    headers: { 'content-type': 'image/jpeg' },
    body: Buffer.from(await drawStill()),
  });
  assert.equal(sent.status, 200, sent.text);
}

/** People sign in, fail to, manage each other, and sign out. */
async function manageAccounts(service: TestService): Promise<Person> {
  const admin = await acceptFirstAdministrator(service);
  const analyst = await invitePerson(service, admin, 'analyst');
  const wrong = { email: analyst.email, password: 'not the password' };
  assert.equal((await openBrowser(service).request('POST', '/v1/session', wrong)).status, 401);
  const { challengeId, options } = (await analyst.request('POST', '/v1/session/passkeys/options')).body;
  const passkey = createVirtualAuthenticator(service.url).create(options);
  const answer = { challengeId, passkey, name: 'A phone' };
  assert.equal((await analyst.request('POST', '/v1/session/passkeys', answer)).status, 201);
  const own = (await analyst.request('GET', '/v1/session/passkeys')).body.items;
  assert.equal((await analyst.request('DELETE', `/v1/session/passkeys/${own[0].id}`)).status, 204);
  const { items } = (await analyst.request('GET', '/v1/sessions')).body;
  assert.equal((await analyst.request('DELETE', `/v1/sessions/${items[0].id}`)).status, 204);
  const account = `/v1/accounts/${analyst.accountId}`;
  assert.equal((await admin.request('PATCH', account, { role: 'auditor' })).status, 200);
  const reset = await admin.request('POST', `${account}/reset`);
  await acceptLink(service, reset.body.link);
  const invitation = { email: 'nobody@people.example', name: 'Nobody', role: 'analyst' };
  const { id } = (await admin.request('POST', '/v1/invitations', invitation)).body;
  assert.equal((await admin.request('DELETE', `/v1/invitations/${id}`)).status, 204);
  assert.equal((await admin.request('GET', '/v1/accounts')).status, 200);
  return admin;
}

/** A case is opened by an execution, given out, proposed by a client, confirmed; the rules are changed by two. */
async function decideCases(service: TestService, admin: Person, token: string): Promise<void> {
  const { url, clock } = service;
  const post = (path: string, json: object, headers = {}) =>
    send(`${url}${path}`, { method: 'POST', token, json, headers });
  const template = { subject: 'person', sources: [], rules: [] };
  const { id: templateId } = (await post('/v1/query-templates', template)).body;
  const wait = { prefer: 'wait=20' };
  assert.equal((await post('/v1/executions', { templateId, cpf: generateCpf() }, wait)).status, 201);
  const analyst = await invitePerson(service, admin, 'analyst');
  const { body: claimed } = await analyst.request('POST', '/v1/cases/next');
  const { body: proposed } = await post(`/v1/cases/${claimed.id}/decisions`, {
    outcome: 'dismiss',
    reasonCode: 'other',
    note: 'x',
    revision: claimed.revision,
  });
  const confirmation = `/v1/cases/${claimed.id}/decisions/${proposed.id}/confirmation`;
  const confirmed = await analyst.request('POST', confirmation, { isConfirmed: true, note: 'x' });
  assert.equal(confirmed.body.state, 'decided', confirmed.text);
  const supervisor = await invitePerson(service, admin, 'supervisor');
  const { body: rules } = await admin.request('PUT', '/v1/case-settings', { fourEyes: [] });
  await clock.later(25 * 3_600_000, async () => {
    const browser = await signIn(service, supervisor);
    const path = `/v1/case-settings/changes/${rules.waiting.id}/confirmation`;
    assert.equal((await browser.request('POST', path, { isConfirmed: true })).status, 200);
  });
}

describeDatabases('the audit log', (kind) => {
  it('is whole after every kind of event that a service writes', async (t) => {
    const endings: (() => unknown)[] = [];
    t.after(async () => {
      for (const ending of endings.reverse()) await ending();
    });
    const scope = { after: (ending: () => unknown) => void endings.push(ending) };
    const masterKey = randomBytes(32).toString('base64');
    const service = await startTestService(scope, kind, {
      engine: createStandInEngine(),
      env: {
        FACE_LOCK_AFTER_FAILURES: '1',
        ...(kind === 'postgres' ? { MASTER_KEY: masterKey } : {}),
      },
    });
    const { url, databaseUrl, dataDir } = service;
    const customer = await service.fetchToken(service.admin);
    const mobile = await service.token('mobile');

    // Every documented operation, refused by most for what it names.
    const { body } = await send(`${url}/openapi.json`);
    for (const { method, path, products } of readOperations(body as OpenApiDocument)) {
      const token = products.includes('customer')
        ? customer
        : products.includes('mobile')
          ? mobile
          : undefined;
      if (token === undefined) continue;
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'cpf' || name === 'personId' ? generateCpf() : name === 'cnpj' ? generateCnpj() : 'x',
      );
      await send(`${url}${address}`, {
        method,
        token,
        ...(method === 'POST' || method === 'PUT' ? { json: {} } : {}),
      });
    }

    // A lock, a photo, and an erasure with its receipt.
    const cpf = generateCpf();
    assert.equal((await putFace(service, cpf, await createPhoto({ format: 'jpeg' }))).status, 201);
    const failed = await send(`${url}/v1/face-authentications`, {
      method: 'POST',
      token: customer,
      json: { peopleId: cpf, imageUrl: toDataAddress(await createPhoto({ format: 'png' })) },
    });
    assert.equal(failed.body.isMatch, false, failed.text);
    const criteria = { 'x-criteria': 'name=ana' };
    await send(`${url}/v1/people`, { token: customer, headers: criteria });
    const faces = await send(`${url}/v1/people/${cpf}/face`, { token: customer });
    assert.equal((await send(faces.body.items[0].imageUrl)).status, 200);
    assert.equal((await send(`${url}/v1/people/${cpf}`, { method: 'DELETE', token: customer })).status, 200);

    await endLivenessSessions(service.mobileUrl, customer);
    await decideCases(service, await manageAccounts(service), customer);

    const env = {
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, MASTER_KEY: masterKey }),
    };
    const verify = () => runConfere(scope, ['audit', 'verify', '--json'], env);
    const first = await verify();
    assert.equal(first.status, 0, first.stderr);
    for (const wrong of [
      ['verify', join(dataDir, 'none')],
      ['verify', dataDir],
      ['verify', dataDir, '--keys', join(dataDir, 'none')],
      ['export', '--to', dataDir],
      ['export', '--to', join(dataDir, 'none', 'log')],
    ]) {
      const { status, stderr } = await runConfere(scope, ['audit', ...wrong], env);
      assert.equal(status, 1);
      assert.match(stderr, /\((audit_export_invalid|file_unreadable|operator_task_input_invalid)\)/);
    }
    const seen = new Set<string>();
    let cursor = '';
    do {
      const page = await send(`${url}/v1/audit?limit=200${cursor}`, { token: customer });
      for (const { action } of page.body.items) seen.add(action);
      cursor = page.body.nextCursor === undefined ? '' : `&cursor=${page.body.nextCursor}`;
    } while (cursor !== '');
    assert.deepEqual(
      Object.keys(auditActions).filter(
        (action) =>
          !action.startsWith('operator.') &&
          !seen.has(action) &&
          !likeOthers.has(action) &&
          !ofJobs.has(action) &&
          !ofSettings.has(action),
      ),
      [],
      'every action has an event',
    );
    assert.ok(seen.has('operator.audit/verify'), 'and the command before');
    const second = await verify();
    assert.equal(second.status, 0, second.stderr);
    assert.deepEqual(JSON.parse(second.stdout).faults, []);
  });
});
