import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { ceisFile } from '../people/lists/list-files.ts';
import { createScriptedSource, found } from '../profiles/scripted-sources.ts';
import { beginLiveness, createLivenessSession, performSteps } from '../support/capture-page.ts';
import {
  acceptFirstAdministrator,
  acceptLink,
  goodPassword,
  invitePerson,
  openBrowser,
  type Person,
  signIn,
} from '../support/console.ts';
import { type Answer, type Sending, send } from '../support/http.ts';
import type { OpenApiDocument, Operation } from '../support/openapi/read-operations.ts';
import { type SampleValues, sampleRequest } from '../support/openapi/sample-request.ts';
import { cnpjOf } from '../support/registry-files.ts';
import { shareService, startTestService, type TestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { toDataAddress } from '../support/service-photos.ts';
import { importCompanies } from '../support/service-registry.ts';
import { type SsoIssuer, ssoClient, startSsoIssuer } from '../support/sso-issuer.ts';
import { createVirtualAuthenticator } from '../support/virtual-authenticator.ts';
import { type Recording, recordAnswers } from './record-answers.ts';

/*
 * Every operation of the OpenAPI document in every status that it documents: refused in each way that all operations
 * have in common, and led through the flows that succeed or that a state forbids. Each answer is of its schema.
 */

/** No client causes them. */
const ofTheService = new Set(['500', '503']);

/** Documented answers that other tests cause, with what it takes. */
const elsewhere: Readonly<Record<string, string>> = {
  'beginSso 403': 'a service without TLS at a public host',
  'confirmInvitation 409': 'a second link for a first administrator, which a command makes',
  'deleteLivenessSession 409': 'a used session of a held person: test/privacy/routes/holds.test.ts',
  'retryFailedJob 200': 'a job that failed: test/service/routes/system.test.ts',
  'retryFailedJob 409': 'a job that failed, and one like it: test/service/routes/system.test.ts',
  'setHold 409': 'ten thousand holds',
  'stopImport 202': 'an import that is under way: test/imports/start-import.test.ts',
};

const folder = await mkdtemp(join(tmpdir(), 'confere-statuses-'));
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    'TIPO DE PESSOA': 'J',
    'CPF OU CNPJ DO SANCIONADO': cnpjOf(`1111111${at}`),
    'NOME DO SANCIONADO': `EMPRESA ${at}`,
  }));

describe('each operation, in each status that it documents', () => {
  const slow = createScriptedSource('slow', 'person', { timeoutMs: 60_000 });
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    sources: [slow],
    env: { IMPORT_DIR: folder, IMAGE_MAX_BYTES: '20000' },
  });
  const strict = shareService('embedded', {
    engine: createStandInEngine(),
    env: { RATE_LIMIT_ADDRESS_PER_MINUTE: '4', TOKEN_RATE_LIMIT_PER_MINUTE: '2' },
    constants: { limits: { probesPerAddressPerMinute: 4 } },
  });
  const endings: (() => unknown)[] = [];
  let signOn: TestService;
  let issuer: SsoIssuer;
  let recording: Recording;
  let token: string;
  let phone: string;
  let admin: Person;
  let auditor: Person;
  let analyst: Person;
  let developer: Person;
  let values: SampleValues;

  before(async () => {
    await writeFile(join(folder, '20260401_CEIS.csv'), ceisFile(rowsOf(2)));
    await writeFile(join(folder, '20260501_CEIS.csv'), ceisFile(rowsOf(3)));
    const scope = { after: (ending: () => unknown) => void endings.push(ending) };
    issuer = await startSsoIssuer(scope as never, () => `${signOn.url}/v1/session/sso/callback`);
    signOn = await startTestService(scope, 'embedded', {
      engine: createStandInEngine(),
      env: {
        SSO_ISSUER: issuer.issuer,
        SSO_CLIENT_ID: ssoClient.clientId,
        SSO_CLIENT_SECRET: ssoClient.clientSecret,
        SSO_ROLES: 'kyc-analysts=analyst',
      },
    });
    const document = (await send(`${service().url}/openapi.json`)).body as OpenApiDocument;
    recording = recordAnswers(document, () => [service().url, strict().url, signOn.url]);
    token = await service().fetchToken(service().admin);
    phone = await service().token('mobile');
    admin = await acceptFirstAdministrator(service());
    auditor = await invitePerson(service(), admin, 'auditor');
    analyst = await invitePerson(service(), admin, 'analyst');
    developer = await invitePerson(service(), admin, 'developer');
    const photo = await createPhoto({ format: 'jpeg' });
    values = { cpf: generateCpf(), cnpj: generateCnpj(), photo, photoAddress: toDataAddress(photo) };
  });
  after(async () => {
    recording.stop();
    for (const ending of endings.reverse()) await ending();
    await rm(folder, { recursive: true });
  });

  const ask = (method: string, path: string, json?: unknown, more: Sending = {}) =>
    send(`${service().url}${path}`, { method, token, ...(json === undefined ? {} : { json }), ...more });
  const make = async (path: string, json?: unknown, more?: Sending): Promise<Answer['body']> => {
    const answer = await ask('POST', path, json, more);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const expect = async (status: number, answer: Promise<Answer>): Promise<Answer['body']> => {
    const { status: found, text, body } = await answer;
    assert.equal(found, status, text);
    return body;
  };

  /** Ways to be refused that operations have in common; the first that leads to a status is enough. */
  function* waysOf(
    operation: Operation,
  ): Generator<
    [
      status: string,
      by: 'token' | 'session' | 'other' | 'developer' | 'nobody',
      Sending & { query?: string; method?: string },
    ]
  > {
    const json = { 'content-type': 'application/json' };
    const [type = 'application/json'] = Object.keys(operation.bodies);
    for (const by of ['token', 'session', 'nobody'] as const) {
      yield ['400', by, { headers: { ...json, 'x-purpose': 'x'.repeat(300) } }];
      yield ['400', by, { query: 'no-such=1' }];
      yield ['400', by, { headers: json, body: '{"broken' }];
      yield ['400', by, { headers: { 'content-type': type }, body: 'x' }];
      yield ['404', by, {}];
      yield ['413', by, { headers: { 'content-type': type }, body: `{"x":"${'x'.repeat(1_200_000)}"}` }];
    }
    yield ['400', 'nobody', { query: 'code=x' }];
    yield ['401', 'nobody', {}];
    yield ['401', 'nobody', { authorization: 'Bearer x' }];
    // By nobody's leave first: with a session, what is not refused is done.
    if (!operation.needsSession) yield ['403', 'other', {}];
    yield ['403', 'session', { headers: { origin: 'https://elsewhere.example' } }];
    yield ['403', 'nobody', { headers: { origin: 'https://elsewhere.example' } }];
    yield ['403', 'developer', {}];
    yield ['405', 'nobody', { method: 'PATCH' }];
  }

  it('is refused in the ways that all have in common', async () => {
    const weak = await service().fetchToken(await service().createClient('customer', ['companies:read']));
    const weaker = await service().fetchToken(await service().createClient('customer', ['system:read']));
    for (const operation of recording.operations) {
      const documented = new Set(Object.keys(operation.responses));
      for (const [status, by, { query, method, ...way }] of waysOf(operation)) {
        if (!documented.has(status) || recording.seen.has(`${operation.id} ${status}`)) continue;
        // Whoever is asked for is known to nobody.
        const sample = sampleRequest(operation, { ...values, cpf: generateCpf() });
        const path = query === undefined ? sample.path : `${sample.path.split('?')[0]}?${query}`;
        const isRead = operation.method === 'GET';
        const headers = { ...sample.headers, ...way.headers };
        const sending = { ...way, headers, body: isRead ? null : (way.body ?? sample.body ?? null) };
        const sent = method ?? operation.method;
        if (by === 'session' || by === 'developer') {
          const person = by === 'session' ? admin : developer;
          await person.request(sent, path, undefined, sending as Sending);
          continue;
        }
        const own = operation.products.includes('customer') ? token : phone;
        const other = operation.anyOfScopes.includes('companies:read') ? weaker : weak;
        const used = by === 'token' ? own : by === 'other' ? other : undefined;
        await send(`${service().url}${path}`, { method: sent, token: used, ...(sending as Sending) });
      }
    }
  });

  const nothing = (prefix: string) => `${prefix}_${'0'.repeat(32)}`;
  const lookUp = async (path: string) => {
    const body = await expect(200, ask('GET', path));
    await pageThrough(path, (address) => ask('GET', address));
    return body;
  };
  const isList = ({ id, method }: Operation) => method === 'GET' && /^(list|search)[A-Z]/.test(id);
  const paged = new Set<string>();

  /** Every list takes the same limits and refuses the same cursors; its pages show different things. */
  async function pageThrough(path: string, get: (path: string) => Promise<Answer>): Promise<void> {
    const operation = recording.find('GET', path.split('?')[0]!);
    if (operation === undefined || !isList(operation) || paged.has(operation.id)) return;
    const turn = (query: string) => get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
    const first = await turn('limit=1');
    if (first.status !== 200) return;
    paged.add(operation.id);
    assert.ok(first.body.items.length <= 1, operation.id);
    for (const limit of ['0', '201', 'x', '']) {
      const { errors, code } = await expect(400, turn(`limit=${limit}`));
      assert.deepEqual([code, errors[0].path], ['request_invalid', 'querystring/limit'], operation.id);
    }
    await expect(200, turn('limit=200'));
    assert.match((await expect(400, turn('cursor=x'))).code, /^cursor_(invalid|expired)$/, operation.id);
    const { nextCursor } = first.body;
    if (nextCursor === undefined) return;
    const second = await expect(200, turn(`limit=1&cursor=${encodeURIComponent(nextCursor)}`));
    assert.notDeepEqual(second.items, first.body.items, operation.id);
  }
  /** The newest of a list once it is as it should be. */
  async function until<T>(read: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
    for (;;) {
      const found = await read();
      if (isSo(found)) return found;
      await delay(30);
    }
  }

  it('reads, when there is something to read', async () => {
    for (const { id, path, method } of recording.operations) {
      if (method !== 'GET' || path.includes('{') || id === 'searchCompanies') continue;
      await send(`${service().url}${path}`, { token });
      await admin.request('GET', path);
      await pageThrough(path, (address) => admin.request('GET', address));
    }
    await ask('GET', '/v1/import-files?path=missing');
    await ask('GET', `/v1/companies/${nothing('com')}`);
    await ask('GET', `/v1/companies/${nothing('com')}/history`);
  });

  it('signs people in and manages them', async () => {
    const stranger = openBrowser(service());
    const { email } = analyst;
    await expect(401, stranger.request('POST', '/v1/session', { email, password: 'not the password' }));
    const { secondFactor } = await expect(
      200,
      stranger.request('POST', '/v1/session', { email, password: goodPassword }),
    );
    const { challengeId } = secondFactor;
    await expect(401, stranger.request('POST', '/v1/session/second-factor', { challengeId, code: '000000' }));
    const other = await signIn(service(), analyst);
    await expect(204, other.request('DELETE', '/v1/session'));

    const askForPasskey = await expect(200, stranger.request('POST', '/v1/session/passkey/options'));
    const authenticator = createVirtualAuthenticator(service().url);
    const unknown = {
      challengeId: askForPasskey.challengeId,
      passkey: authenticator.get(askForPasskey.options),
    };
    await expect(401, stranger.request('POST', '/v1/session/passkey', unknown));
    const options = async () => await expect(200, analyst.request('POST', '/v1/session/passkeys/options'));
    const add = async (asked: Answer['body'], made = createVirtualAuthenticator(service().url)) =>
      await analyst.request('POST', '/v1/session/passkeys', {
        challengeId: asked.challengeId,
        passkey: made.create(asked.options),
        name: 'A phone',
      });
    const first = await expect(201, add(await options(), authenticator));
    const again = await expect(200, stranger.request('POST', '/v1/session/passkey/options'));
    const known = { challengeId: again.challengeId, passkey: authenticator.get(again.options) };
    await expect(200, stranger.request('POST', '/v1/session/passkey', known));
    const late = await options();
    for (let count = 1; count < 10; count += 1) await expect(201, add(await options()));
    await expect(409, add(late));
    await expect(409, analyst.request('POST', '/v1/session/passkeys/options'));
    await expect(204, analyst.request('DELETE', `/v1/session/passkeys/${first.id}`));

    const keyed = { email: 'key@people.example', name: 'Kay', role: 'analyst' };
    const { link } = await expect(201, admin.request('POST', '/v1/invitations', keyed));
    const kay = openBrowser(service());
    const { enrolmentId, passkeyOptions } = await expect(
      200,
      kay.request('POST', '/v1/invitations/accept', { code: link.split('#/invitation/')[1] }),
    );
    const passkey = createVirtualAuthenticator(service().url).create(passkeyOptions);
    await expect(200, kay.request('POST', '/v1/invitations/confirm', { enrolmentId, passkey }));
    const [only] = (await expect(200, kay.request('GET', '/v1/session/passkeys'))).items;
    await expect(409, kay.request('DELETE', `/v1/session/passkeys/${only.id}`));

    const invitation = { email: 'eva@people.example', name: 'Eva', role: 'auditor' };
    const one = await expect(201, admin.request('POST', '/v1/invitations', invitation));
    await expect(
      200,
      stranger.request('POST', '/v1/invitations/open', { code: one.link.split('#/invitation/')[1] }),
    );
    const two = await expect(201, admin.request('POST', '/v1/invitations', invitation));
    const accept = async (link: string) =>
      await expect(
        200,
        openBrowser(service()).request('POST', '/v1/invitations/accept', {
          code: link.split('#/invitation/')[1],
          password: goodPassword,
        }),
      );
    const enrolment = await accept(two.link);
    const confirm = (code: string) =>
      openBrowser(service()).request('POST', '/v1/invitations/confirm', {
        enrolmentId: enrolment.enrolmentId,
        code,
      });
    await expect(401, confirm('000000'));
    await expect(409, admin.request('POST', '/v1/invitations', { ...invitation, email: auditor.email }));
    const third = await expect(
      201,
      admin.request('POST', '/v1/invitations', { ...invitation, email: 'x@people.example' }),
    );
    await expect(204, admin.request('DELETE', `/v1/invitations/${third.id}`));

    await expect(409, admin.request('PATCH', `/v1/accounts/${admin.accountId}`, { isDisabled: true }));
    await expect(200, admin.request('PATCH', `/v1/accounts/${auditor.accountId}`, { role: 'auditor' }));
    await expect(404, admin.request('PATCH', `/v1/accounts/${nothing('acc')}`, { role: 'auditor' }));
    const sessions = `/v1/accounts/${auditor.accountId}/sessions`;
    await expect(404, admin.request('DELETE', `${sessions}/${nothing('ses')}`));
    await pageThrough(sessions, (address) => admin.request('GET', address));
    const { items } = await expect(200, admin.request('GET', sessions));
    await expect(204, admin.request('DELETE', `${sessions}/${items[0].id}`));
    const own = (await expect(200, analyst.request('GET', '/v1/sessions'))).items as {
      id: string;
      isCurrent: boolean;
    }[];
    await expect(
      204,
      analyst.request('DELETE', `/v1/sessions/${own.find(({ isCurrent }) => !isCurrent)!.id}`),
    );
    await acceptLink(
      service(),
      (await expect(201, admin.request('POST', `/v1/accounts/${auditor.accountId}/reset`))).link,
    );
  });

  it('signs in at an issuer', async () => {
    const { url } = signOn;
    issuer.people.set('ana', { name: 'Ana', roles: ['kyc-analysts'] });
    issuer.people.set('bia', { name: 'Bia', roles: ['cleaning'] });
    const begin = async () => {
      const answer = await send(`${url}/v1/session/sso`);
      const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
      return { at: answer.headers.get('location')!, cookie };
    };
    const first = await begin();
    const back = await issuer.signIn(first.at, 'ana');
    await expect(400, send(back));
    await expect(401, send(back, { headers: { cookie: (await begin()).cookie } }));
    const { headers } = await send(back, { headers: { cookie: first.cookie } });
    const cookie = headers.getSetCookie().find((set) => set.startsWith('confere_session='))!;
    const none = await begin();
    await expect(403, send(await issuer.signIn(none.at, 'bia'), { headers: { cookie: none.cookie } }));
    const { account } = await expect(
      200,
      send(`${url}/v1/session`, { headers: { cookie: cookie.split(';')[0]! } }),
    );
    const administrator = await acceptFirstAdministrator(signOn);
    await expect(409, administrator.request('POST', `/v1/accounts/${account.id}/reset`));
    await expect(409, administrator.request('GET', '/v1/import-files'));
    const download = { source: 'ceis', action: 'import', path: 'ceis.csv' };
    await expect(409, administrator.request('POST', '/v1/imports', download));
  });

  it('manages clients', async () => {
    const client = { product: 'customer', scopes: ['people:read'] };
    const { id } = await make('/v1/clients', client);
    await expect(200, ask('PATCH', `/v1/clients/${id}`, { redirectUrls: [] }));
    const { items } = await lookUp('/v1/clients');
    const { secrets } = items.find((each: { id: string }) => each.id === id);
    await expect(409, ask('DELETE', `/v1/clients/${id}/secrets/${secrets[0].id}`));
    const secret = await make(`/v1/clients/${id}/secrets`);
    await expect(409, ask('POST', `/v1/clients/${id}/secrets`));
    await expect(204, ask('DELETE', `/v1/clients/${id}/secrets/${secret.id}`));
    const key = () => generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    await expect(409, ask('PUT', `/v1/clients/${id}/keys`, { jwks: { keys: [key()] } }));
    const signs = await make('/v1/clients', { ...client, jwks: { keys: [key()] } });
    await expect(200, ask('PUT', `/v1/clients/${signs.id}/keys`, { jwks: { keys: [key()] } }));
    await expect(404, ask('PUT', `/v1/clients/${nothing('cli')}/keys`, { jwks: { keys: [key()] } }));
    await expect(204, ask('DELETE', `/v1/clients/${id}`));
    await expect(409, ask('PATCH', `/v1/clients/${id}`, { redirectUrls: [] }));
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: 'wrong' };
    await expect(
      401,
      send(`${service().url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) }),
    );
  });

  it('registers, compares, holds and erases', async () => {
    const { cpf, photoAddress } = values;
    const put = { method: 'PUT', token, json: { imageUrl: photoAddress } };
    await expect(201, send(`${service().url}/v1/people/${cpf}/face`, put));
    await expect(200, send(`${service().url}/v1/people/${cpf}/face`, put));
    const photo = {
      headers: { 'content-type': 'image/jpeg', 'x-people-id': cpf },
      body: Buffer.from(values.photo),
    };
    await expect(201, ask('POST', '/faces/captures', undefined, { ...photo, token: phone }));
    const body = { peopleId: cpf, imageUrl: photoAddress };
    const keyed = { headers: { 'idempotency-key': 'statuses' } };
    const { id } = await expect(201, ask('POST', '/v1/face-authentications', body, keyed));
    await expect(409, ask('POST', '/v1/face-authentications', { ...body, device: { model: 'x' } }, keyed));
    await expect(200, ask('POST', '/faces/authenticate', body, { token: phone }));
    await expect(200, ask('GET', `/faces/authenticate/${id}`, undefined, { token: phone }));
    await lookUp(`/v1/face-authentications/${id}`);
    await lookUp(`/v1/face-authentications/${id}/landmarks`);
    const { items } = await lookUp(`/v1/people/${cpf}/face`);
    await expect(200, send(items[0].imageUrl));
    const absent = { imageUrl: photoAddress, livenessSessionId: undefined };
    await expect(
      404,
      ask('PUT', `/v1/people/${cpf}/face`, {
        ...absent,
        imageUrl: undefined,
        livenessSessionId: nothing('liv'),
      }),
    );
    for (const path of ['', '/cpf', '/history', '/registrations', '/export', '/holds'])
      await lookUp(`/v1/people/${cpf}${path}`);
    const hold = await make(`/v1/people/${cpf}/holds`, { reason: 'A lawsuit.' });
    await expect(409, ask('DELETE', `/v1/people/${cpf}`));
    await expect(409, ask('DELETE', `/v1/people/${cpf}/face`));
    await expect(409, send(`${service().url}/v1/people/${cpf}/face`, put));
    await expect(204, ask('DELETE', `/v1/people/${cpf}/holds/${hold.id}`));
    await expect(404, ask('DELETE', `/v1/people/${cpf}/holds/${nothing('hld')}`));
    const other = generateCpf();
    await expect(201, send(`${service().url}/v1/people/${other}/face`, put));
    await expect(204, ask('DELETE', `/v1/people/${other}/face`));
    await expect(200, ask('DELETE', `/v1/people/${other}`));
  });

  it('runs templates, and decides cases', async () => {
    const { id: templateId } = await make('/v1/query-templates', {
      subject: 'person',
      sources: [],
      rules: [],
    });
    const path = `/v1/query-templates/${templateId}`;
    await lookUp(path);
    await lookUp(`${path}/versions`);
    await expect(200, ask('PUT', path, { subject: 'person', sources: [], rules: [] }));
    await expect(409, ask('PUT', path, { subject: 'company', sources: [], rules: [] }));
    await expect(409, ask('DELETE', '/v1/query-templates/tpl_default_person'));
    const cpf = generateCpf();
    await expect(200, ask('POST', '/v1/query-templates/dry-run', { templateId, cpf }));
    const none = { templateId: nothing('tpl'), cpf };
    await expect(404, ask('POST', '/v1/query-templates/dry-run', none));
    await expect(404, ask('POST', '/v1/executions', none));
    await expect(404, ask('POST', '/v1/watches', { ...none, intervalDays: 7 }));
    const keyed = { headers: { 'idempotency-key': 'statuses', prefer: 'wait=20' } };
    const { executionId, profileId } = await expect(
      201,
      ask('POST', '/v1/executions', { templateId, cpf }, keyed),
    );
    await expect(409, ask('POST', '/v1/executions', { templateId, cpf: generateCpf() }, keyed));
    await expect(409, ask('POST', `/v1/executions/${executionId}/cancel`));
    await lookUp(`/v1/executions/${executionId}`);
    const pending = (await lookUp(`/v1/cases?kind=execution_pending&subject=${profileId}`)).items[0];
    const withdrawn = await make(`/v1/cases/${pending.id}/decisions`, {
      outcome: 'dismiss',
      reasonCode: 'other',
      note: 'x',
      revision: pending.revision,
    });
    const { id: another } = await make('/v1/query-templates', {
      ...{
        subject: 'person',
        sources: [],
        rules: [{ name: 'other', when: 'true', status: 'PENDING' }],
      },
    });
    await ask('POST', '/v1/executions', { templateId: another, cpf }, { headers: { prefer: 'wait=20' } });
    const late = `/v1/cases/${pending.id}/decisions/${withdrawn.id}/confirmation`;
    await expect(409, analyst.request('POST', late, { isConfirmed: true, note: 'x' }));

    const waits = await make('/v1/query-templates', {
      subject: 'person',
      sources: [{ name: 'slow' }],
      rules: [],
    });
    for (const name of ['Ana Lima', 'Lima de Ana']) {
      const named = generateCpf();
      slow.answer(named, found({ name }));
      const more = { headers: { prefer: 'wait=20' } };
      await expect(201, ask('POST', '/v1/executions', { templateId: waits.id, cpf: named }, more));
    }
    const criteria = { 'x-criteria': 'name=ana%20lima' };
    await pageThrough('/v1/people', (address) => ask('GET', address, undefined, { headers: criteria }));
    const waiting = generateCpf();
    slow.answer(waiting, () => new Promise(() => {}));
    const begun = await expect(202, ask('POST', '/v1/executions', { templateId: waits.id, cpf: waiting }));
    await expect(409, ask('POST', `/v1/executions/${begun.executionId}/run-again`));
    await expect(200, ask('POST', `/v1/executions/${begun.executionId}/cancel`));
    const rerun = await expect(202, ask('POST', `/v1/executions/${begun.executionId}/run-again`));
    await expect(200, ask('POST', `/v1/executions/${rerun.executionId}/cancel`));
    const watch = { templateId, cpf, intervalDays: 7 };
    const { id: watchId } = await make('/v1/watches', watch);
    await expect(409, ask('POST', '/v1/watches', watch));
    await lookUp(`/v1/watches/${watchId}`);
    await expect(204, ask('DELETE', `/v1/watches/${watchId}`));
    await expect(204, ask('DELETE', path));
    const { cnpj } = values;
    const company = { templateId: 'tpl_default_company', cnpj };
    const started = await ask('POST', '/v1/executions', company);
    for (const more of ['', '/history']) await lookUp(`/v1/companies/${started.body.profileId}${more}`);

    const open = async () => await make('/v1/cases', { kind: 'manual', personId: profileId });
    const one = await open();
    const at = `/v1/cases/${one.id}`;
    for (const more of ['', '/duplicates']) await lookUp(at + more);
    const account = { accountId: analyst.accountId, reason: 'Hers.' };
    await make(`${at}/comments`, { text: 'Seen.' });
    await make(`${at}/attachments`, undefined, {
      headers: { 'content-type': 'image/jpeg' },
      body: Buffer.from(values.photo),
    });
    await make(`${at}/assignment`, account);
    await expect(404, ask('POST', `/v1/cases/${nothing('cas')}/assignment`, account));
    await make('/v1/cases/assignments', { caseIds: [one.id], ...account });
    const until = { until: new Date(Date.now() + 86_400_000).toISOString() };
    await make(`${at}/snooze`, until);
    await expect(404, ask('POST', `/v1/cases/${nothing('cas')}/snooze`, until));
    await make(`${at}/escalation`, { reason: 'Hard.' });
    await make(`${at}/links`, { caseId: (await open()).id });
    const { revision } = await lookUp(at);
    const verdict = { outcome: 'dismiss', reasonCode: 'other', note: 'x', revision };
    const proposed = await make(`${at}/decisions`, verdict);
    const confirmation = { isConfirmed: true, note: 'x' };
    const confirm = `${at}/decisions/${proposed.id}/confirmation`;
    await expect(200, analyst.request('POST', confirm, confirmation));
    await expect(404, analyst.request('POST', confirm, confirmation));
    for (const [more, json] of [
      ['assignment', account],
      ['snooze', until],
      ['escalation', { reason: 'x' }],
      ['decisions', verdict],
    ] as const) {
      await expect(409, ask('POST', `${at}/${more}`, json));
    }
    await expect(
      409,
      ask('POST', `${at}/attachments`, undefined, {
        headers: { 'content-type': 'image/jpeg' },
        body: Buffer.from(values.photo),
      }),
    );
    for (let status = 200; status === 200; ) ({ status } = await analyst.request('POST', '/v1/cases/next'));
    const proposal = await expect(200, admin.request('PUT', '/v1/case-settings', { fourEyes: [] }));
    const supervisor = await invitePerson(service(), admin, 'supervisor');
    await service().clock.later(25 * 3_600_000, async () => {
      const browser = await signIn(service(), supervisor);
      await expect(
        200,
        browser.request('POST', `/v1/case-settings/changes/${proposal.waiting.id}/confirmation`, {
          isConfirmed: true,
        }),
      );
    });
  });

  it('delivers events', async () => {
    const { id } = await make('/v1/webhook-endpoints', { url: 'https://hooks.example/confere' });
    const at = `/v1/webhook-endpoints/${id}`;
    await lookUp(at);
    await expect(200, ask('PATCH', at, { description: 'Ours.' }));
    await expect(200, ask('POST', `${at}/secret`));
    await expect(202, ask('POST', `${at}/test`));
    const { items } = await until(
      () => lookUp(`${at}/deliveries`),
      (found) => found.items.length > 0,
    );
    await expect(202, ask('POST', `${at}/deliveries/${items[0].id}/replay`));
    const span = { from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' };
    await expect(200, ask('POST', `${at}/replays`, span));
    await expect(409, ask('POST', `${at}/replays`, { ...span, confirmedEvents: 9_999 }));
    await expect(404, ask('POST', `/v1/webhook-endpoints/${nothing('whe')}/replays`, span));
    await expect(200, ask('PATCH', at, { isEnabled: false }));
    await expect(409, ask('POST', `${at}/test`));
    await expect(409, ask('POST', `${at}/deliveries/${items[0].id}/replay`));
    await expect(
      404,
      ask('POST', '/v1/webhook-endpoints', { url: 'https://hooks.example/x', clientId: nothing('cli') }),
    );
    for (let status = 201; status === 201; )
      ({ status } = await ask('POST', '/v1/webhook-endpoints', { url: 'https://hooks.example/x' }));
    await expect(204, ask('DELETE', at));
  });

  it('captures', async () => {
    const base = service().url;
    const begin = async (by = token) => {
      const session = await createLivenessSession(base, by, { purpose: 'check' });
      const secret = await beginLiveness(session);
      const post = (path: string, json?: object) =>
        send(`${session.url}/${path}`, { method: 'POST', token: secret, json });
      const frame = (body: Buffer, type = 'image/jpeg') =>
        send(`${session.url}/frames`, {
          method: 'POST',
          token: secret,
          body,
          headers: { 'content-type': type, 'x-frame-step': '1', 'x-frame-index': '0' },
        });
      const upload = (body: Buffer, more: Record<string, string> = {}) =>
        send(`${session.url}/upload`, {
          method: 'POST',
          token: secret,
          body,
          headers: { 'content-type': 'image/jpeg', ...more },
        });
      return { session, secret, post, frame, upload };
    };
    let drawn = 0;
    const draw = async () => {
      drawn += 1;
      const background = { r: drawn, g: 40, b: 90 };
      return await sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .jpeg()
        .toBuffer();
    };
    const judged = await begin();
    await expect(400, judged.frame(await draw(), 'text/plain'));
    await expect(409, judged.frame(await draw()));
    await expect(409, judged.post('finish'));
    await expect(200, judged.post('next'));
    await expect(413, judged.frame(Buffer.concat([await draw(), Buffer.alloc(2_000_000)])));
    assert.equal((await performSteps(judged.session, judged.secret, draw)).status, 200);
    await expect(200, send(`${judged.session.url}/progress`, { token: judged.secret }));
    await lookUp(`/v1/liveness-sessions/${judged.session.id}`);
    await expect(204, ask('DELETE', `/v1/liveness-sessions/${judged.session.id}`));
    await expect(404, ask('DELETE', `/v1/liveness-sessions/${judged.session.id}`));
    await expect(200, (await begin()).post('more-time'));
    await expect(200, (await begin()).post('handover'));
    const uploaded = await begin();
    await expect(400, uploaded.upload(await draw(), { 'content-type': 'text/plain' }));
    await expect(413, uploaded.upload(Buffer.concat([await draw(), Buffer.alloc(2_000_000)])));
    await expect(200, uploaded.upload(await draw()));
    const ended = await begin();
    await expect(200, ended.post('cancel'));
    for (const path of ['next', 'more-time', 'handover', 'cancel']) await expect(409, ended.post(path));
    await expect(409, ended.upload(await draw()));
    const { id: clientId, clientSecret } = await make('/v1/clients', {
      ...{
        product: 'customer',
        scopes: ['liveness:write'],
        livenessRequired: { authentication: 'challenge' },
      },
    });
    const demanding = await service().fetchToken({ clientId, clientSecret });
    await expect(403, (await begin(demanding)).upload(await draw()));
    const unopened = await createLivenessSession(base, token, { purpose: 'check' });
    await service().clock.later(24 * 3_600_000, async () => {
      const { url, code } = unopened;
      await expect(409, send(`${url}/begin`, { method: 'POST', json: { code } }));
    });
  });

  it('imports and verifies', async () => {
    await importCompanies(service(), '2026-04', [{ root: '11222333', name: 'PADARIA CENTRAL LTDA' }]);
    await lookUp('/v1/companies?name=padaria');
    const start = (path: string) => ask('POST', '/v1/imports', { source: 'ceis', action: 'import', path });
    const wait = (id: string) =>
      until(
        () => lookUp(`/v1/imports/${id}`),
        ({ state }) => state === 'done',
      );
    await expect(404, start('missing.csv'));
    for (const path of ['20260401_CEIS.csv', '20260501_CEIS.csv']) {
      const { id } = await expect(202, start(path));
      await wait(id);
      await expect(409, ask('POST', `/v1/imports/${id}/stop`));
      await lookUp(`/v1/imports/${id}/refused-rows`);
    }
    await lookUp('/v1/sources/ceis/generations');
    await expect(200, ask('POST', '/v1/sources/ceis/rollback', {}));
    await expect(409, ask('POST', '/v1/sources/ceis/rollback', {}));
    const { id } = await make('/v1/audit/verifications');
    await lookUp(`/v1/audit/verifications/${id}`);
    await until(
      () => ask('POST', '/v1/audit/verifications'),
      ({ status }) => status === 409,
    );
  });

  it('is refused when there are too many', async () => {
    const { url } = strict();
    for (let count = 0; count < 4; count += 1) await send(`${url}/v1/session/methods`);
    for (let count = 0; count < 3; count += 1) await send(`${url}/oauth2/token`, { method: 'POST' });
    for (let count = 0; count < 4; count += 1) await send(`${url}/healthz`);
    for (const operation of recording.operations) {
      const { path, headers, body } = sampleRequest(operation, values);
      const answer = await send(`${url}${path}`, {
        method: operation.method,
        headers,
        ...(body === undefined ? {} : { body: body as string }),
      });
      assert.equal(answer.status, 429, operation.id);
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/, operation.id);
    }
  });

  it('is a list like all others, where it is one', () => {
    const lists = recording.operations.filter(isList).map(({ id }) => id);
    assert.deepEqual(
      lists.filter((id) => !paged.has(id)),
      [],
    );
  });

  it('is what the document says, and nothing else', () => {
    assert.deepEqual(recording.faults, []);
    const documented = recording.operations.flatMap(({ id, responses }) =>
      Object.keys(responses)
        .filter((status) => !ofTheService.has(status))
        .map((status) => `${id} ${status}`),
    );
    const missing = documented.filter((each) => !recording.seen.has(each));
    assert.deepEqual(missing.sort(), Object.keys(elsewhere).sort());
  });
});
