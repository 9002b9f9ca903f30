import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Role } from '../../src/accounts/types.ts';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { scopesOfProduct } from '../../src/platform/tokens/index.ts';
import { rolesOfOperations } from '../accounts/what-each-role-may.ts';
import { createPhoto } from '../images/photos.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../support/console.ts';
import { send } from '../support/http.ts';
import { type OpenApiDocument, type Operation, readOperations } from '../support/openapi/read-operations.ts';
import { type SampleValues, sampleRequest } from '../support/openapi/sample-request.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { putFace, toDataAddress } from '../support/service-photos.ts';

/*
 * Every address with an identifier in it, with identifiers of objects that are there and belong to somebody else. An
 * operation that nobody has put into one of these lists fails.
 */

/** What belongs to the client, or to the person, that made it: for others it is not there. */
const owned: Readonly<Record<string, string>> = {
  getLivenessSession: 'liveness_session_not_found',
  deleteLivenessSession: 'liveness_session_not_found',
  getWebhookEndpoint: 'webhook_endpoint_not_found',
  updateWebhookEndpoint: 'webhook_endpoint_not_found',
  rotateWebhookSecret: 'webhook_endpoint_not_found',
  testWebhookEndpoint: 'webhook_endpoint_not_found',
  listWebhookDeliveries: 'webhook_endpoint_not_found',
  replayWebhookDelivery: 'webhook_endpoint_not_found',
  replayWebhookEvents: 'webhook_endpoint_not_found',
  deleteWebhookEndpoint: 'webhook_endpoint_not_found',
  getWatch: 'watch_not_found',
  deleteWatch: 'watch_not_found',
};

/** What the operator's clients and people share: the scope alone opens it, for all of them. */
const shared = [
  ...[
    'getPerson',
    'getCpf',
    'erasePerson',
    'listPersonHistory',
    'listFaceRegistrations',
    'exportPerson',
    'setHold',
    'listHoldsOfPerson',
    'endHold',
  ],
  ...['getCompany', 'listCompanyHistory', 'registerFace', 'listRegisteredFaces', 'deleteRegisteredFaces'],
  ...['getFaceAuthentication', 'getFaceAuthenticationAttempt', 'getAttemptLandmarks', 'getExecution'],
  ...['cancelExecution', 'runExecutionAgain'],
  ...['getQueryTemplate', 'replaceQueryTemplate', 'deleteQueryTemplate', 'listQueryTemplateVersions'],
  ...[
    'getCase',
    'listCaseDuplicates',
    'attachPhoto',
    'assignCase',
    'commentCase',
    'snoozeCase',
    'escalateCase',
  ],
  ...['linkCase', 'decideCase', 'confirmCaseDecision', 'confirmCaseSettings'],
  ...['getImport', 'stopImport', 'listRefusedRows', 'listSourceGenerations', 'rollBackSource'],
  ...['getAuditVerification', 'retryFailedJob', 'changeClient', 'revokeClient', 'addClientSecret'],
  ...['removeClientSecret', 'replaceClientKeys', 'listSessionsOfAccount', 'endSessionOfAccount'],
  ...['revokeInvitation', 'changeAccount', 'resetAccount'],
];

/** What a session of one's own opens. */
const ownSession = ['endSession', 'removePasskey'];

/** What a secret of that one object opens: a code, the secret of a capture, a signed link. */
const capabilities = [
  ...['beginLivenessSession', 'sendLivenessFrame', 'nextLivenessStep', 'finishLivenessSession'],
  ...['extendLivenessSession', 'cancelLivenessSession', 'handOverLivenessSession', 'getLivenessProgress'],
  ...['uploadLivenessPhoto', 'getImage'],
];

describe('every address with an identifier, with what belongs to somebody else', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  const people = new Map<Role, Person>();
  let operations: readonly Operation[];
  let values: SampleValues;
  let ids: Readonly<Record<string, string>>;
  let owner: string;
  /** Of another client: every scope but those that read or change what all clients have. */
  let stranger: string;
  let admin: Person;
  let secondSession: string;
  let captureSecret: string;
  let image: URL;

  before(async () => {
    const { url } = service();
    operations = readOperations((await send(`${url}/openapi.json`)).body as OpenApiDocument).filter(
      ({ path }) => path.includes('{'),
    );
    const photo = await createPhoto({ format: 'jpeg' });
    const photoAddress = toDataAddress(photo);
    values = { cpf: generateCpf(), cnpj: generateCnpj(), photo, photoAddress };
    admin = await acceptFirstAdministrator(service());
    people.set('administrator', admin);
    for (const role of ['analyst', 'auditor', 'developer', 'supervisor'] as const) {
      people.set(role, await invitePerson(service(), admin, role));
    }
    const all = scopesOfProduct.customer.filter(
      (scope) => !['admin', 'clients:read', 'clients:write'].includes(scope),
    );
    owner = await service().fetchToken(await service().createClient('customer', [...all]));
    stranger = await service().fetchToken(await service().createClient('customer', [...all]));
    const operator = await service().fetchToken(service().admin);
    const make = async (path: string, json?: object, token = owner) => {
      const answer = await send(`${url}${path}`, { method: 'POST', token, ...(json && { json }) });
      assert.ok(answer.status < 300, `${path}: ${answer.text}`);
      return answer.body;
    };
    const template = await make('/v1/query-templates', {
      name: 'Of the owner',
      subject: 'person',
      sources: [{ name: 'pfBasicData' }],
      rules: [],
    });
    const execution = await make('/v1/executions', { templateId: template.id, cpf: values.cpf });
    const company = await make('/v1/executions', { templateId: 'tpl_default_company', cnpj: values.cnpj });
    assert.equal((await putFace(service(), values.cpf, photo)).status, 201);
    const attempt = await make('/v1/face-authentications', { peopleId: values.cpf, imageUrl: photoAddress });
    const attemptId = attempt.id ?? attempt.attemptId;
    const seen = await send(`${url}/v1/face-authentications/${attemptId}`, { token: owner });
    const [link] = /https?:\/\/[^"]+\/images\/[^"]+/.exec(seen.text) ?? [];
    assert.ok(link, seen.text);
    image = new URL(link);
    const personId = execution.profileId;
    const opened = await make('/v1/cases', { kind: 'manual', personId });
    const decided = await make(`/v1/cases/${opened.id}/decisions`, {
      outcome: 'reprove',
      reasonCode: 'other',
      note: 'A model says so.',
      revision: opened.revision,
    });
    const hold = await make(`/v1/people/${personId}/holds`, { reason: 'A lawsuit.' });
    const liveness = await make('/v1/liveness-sessions', { purpose: 'check' });
    const otherLiveness = await make('/v1/liveness-sessions', { purpose: 'check' }, stranger);
    const codeOf = (one: { captureUrl: string }) => /[&]c=(.+)$/.exec(one.captureUrl)?.[1];
    const begun = await send(`${url}/v1/liveness-sessions/${otherLiveness.id}/begin`, {
      method: 'POST',
      json: { code: codeOf(otherLiveness) },
    });
    assert.equal(begun.status, 200, begun.text);
    captureSecret = begun.body.secret;
    const endpoint = await make('/v1/webhook-endpoints', { url: 'https://hooks.example/confere' });
    await make(`/v1/webhook-endpoints/${endpoint.id}/test`);
    const watch = await make('/v1/watches', {
      templateId: template.id,
      cpf: generateCpf(),
      intervalDays: 7,
    });
    // It runs once by itself, and what was started ends: what is compared below changes no more.
    for (let ranAt: unknown; ranAt === undefined; await delay(50)) {
      ranAt = (await send(`${url}/v1/watches/${watch.id}`, { token: owner })).body.lastRunAt;
    }
    for (const { executionId } of [execution, company]) {
      for (let status = 'PROCESSING'; status === 'PROCESSING'; await delay(50)) {
        ({ status } = (await send(`${url}/v1/executions/${executionId}`, { token: owner })).body);
      }
    }
    const verification = await make('/v1/audit/verifications', {});
    const client = await make(
      '/v1/clients',
      { product: 'customer', name: 'victim', scopes: ['people:read'] },
      operator,
    );
    const clientId = client.id;
    const secret = await make(`/v1/clients/${clientId}/secrets`, undefined, operator);
    const auditor = people.get('auditor')!;
    const sessions = (await admin.request('GET', `/v1/accounts/${auditor.accountId}/sessions`)).body.items;
    secondSession = sessions[0].id;
    const invitation = await admin.request('POST', '/v1/invitations', {
      email: 'new@people.example',
      name: 'New',
      role: 'auditor',
    });
    ids = {
      ...{
        personId,
        companyId: company.profileId,
        cpf: values.cpf,
        attemptId,
        executionId: execution.executionId,
      },
      templateId: template.id,
      holdId: hold.id,
      endpointId: endpoint.id,
      watchId: watch.id,
      clientId,
      secretId: secret.id,
      deliveryId: `whd_${'0'.repeat(32)}`,
      source: 'ceis',
      importId: `imp_${'0'.repeat(32)}`,
      verificationId: verification.id,
      jobId: '0'.repeat(36),
      decisionId: decided.id,
      sessionId: secondSession,
      imageId: image.pathname.split('/').at(-1)!,
      caseId: opened.id,
      accountId: auditor.accountId,
      passkeyId: 'A'.repeat(22),
      invitationId: invitation.body.id,
      changeId: `crc_${'0'.repeat(32)}`,
      'liveness-sessions': liveness.id,
    };
  });

  /** The request of an operation about the objects that are there; or about none, in the same form. */
  function requestOf(operation: Operation, isThere = true) {
    const sample = sampleRequest(operation, values);
    const path = operation.path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, before: string, name: string) => {
      const id = ids[before] ?? ids[name];
      assert.ok(id, `${operation.id}: no object for ${name} after ${before}`);
      return `${before}/${isThere ? id : unknownOf(name, id)}`;
    });
    const query = sample.path.split('?')[1];
    const { headers } = sample;
    // A whole request, so that only the object can be what it is refused for.
    const body =
      operation.id === 'replayWebhookEvents'
        ? JSON.stringify({ from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' })
        : sample.body;
    const address = query === undefined ? path : `${path}?${query}`;
    return { method: operation.method, path: address, sending: { body, headers } };
  }

  const unknownOf = (name: string, id: string) =>
    name === 'cpf' ? generateCpf() : name === 'source' ? 'cnep' : id.replace(/[0-9a-f]{8}$/, 'f00dfeed');

  async function ask(operation: Operation, by: string | Person | undefined, isThere = true) {
    const { method, path, sending } = requestOf(operation, isThere);
    const answer =
      typeof by === 'object'
        ? await by.request(method, path, undefined, sending)
        : await send(`${service().url}${path}`, { method, ...sending, ...(by && { token: by }) });
    return { status: answer.status, code: answer.body?.code as string | undefined };
  }

  const read = async () => {
    const operator = await service().fetchToken(service().admin);
    const paths = [
      `/v1/people/${ids.personId}`,
      `/v1/people/${ids.cpf}/face`,
      `/v1/people/${ids.personId}/holds`,
      `/v1/companies/${ids.companyId}`,
      `/v1/executions/${ids.executionId}`,
      `/v1/query-templates/${ids.templateId}`,
      `/v1/cases/${ids.caseId}`,
      `/v1/face-authentications/${ids.attemptId}`,
      `/v1/liveness-sessions/${ids['liveness-sessions']}`,
      `/v1/webhook-endpoints/${ids.endpointId}`,
      `/v1/watches/${ids.watchId}`,
    ];
    const found: Record<string, unknown> = {};
    for (const path of paths) {
      const answer = await send(`${service().url}${path}`, { token: owner });
      assert.equal(answer.status, 200, `${path}: ${answer.text}`);
      // Links to photos are made anew for each reader; executions and deliveries are tried again by themselves.
      found[path] = answer.text.replaceAll(
        /"requestId":"[^"]+"|\/images\/[^"]+|"(lastUpdate|failingSince)":"[^"]+"/g,
        '',
      );
    }
    const clients = await send(`${service().url}/v1/clients`, { token: operator });
    found.client = JSON.stringify(clients.body.items.find(({ id }: { id: string }) => id === ids.clientId));
    found.account = (await admin.request('GET', '/v1/accounts')).body.items.find(
      ({ id }: { id: string }) => id === ids.accountId,
    ).role;
    found.sessions = (await admin.request('GET', `/v1/accounts/${ids.accountId}/sessions`)).body.items.length;
    return found;
  };

  /** Those that a scope or a role opens; tokens of phones alone are tried on their own. */
  const guarded = () =>
    operations.filter(
      ({ id, products, needsSession }) =>
        !capabilities.includes(id) &&
        !ownSession.includes(id) &&
        (needsSession || products.includes('customer')),
    );

  it('each operation stands in one list', () => {
    const listed = [...Object.keys(owned), ...shared, ...ownSession, ...capabilities];
    assert.deepEqual(listed.toSorted(), operations.map(({ id }) => id).toSorted());
  });

  it('without the scope or the role the answer tells nothing of what is there, and nothing changes', async () => {
    const state = await read();
    const faults: string[] = [];
    const weakTokens = new Map<string, string>();
    for (const scope of ['companies:read', 'system:read']) {
      weakTokens.set(scope, await service().fetchToken(await service().createClient('customer', [scope])));
    }
    for (const operation of guarded()) {
      const [, weak] = [...weakTokens].find(([scope]) => !operation.anyOfScopes.includes(scope))!;
      const attackers: [string, string | Person][] = operation.needsSession ? [] : [['another client', weak]];
      for (const [role, person] of people) {
        if (!rolesOfOperations[operation.id]?.includes(role)) attackers.push([role, person]);
      }
      for (const [name, by] of attackers) {
        const [real, none] = [await ask(operation, by), await ask(operation, by, false)];
        if (real.status !== 403 || real.code !== 'scope_forbidden') {
          faults.push(`${operation.id} by ${name}: ${real.status} ${real.code}`);
        }
        if (real.status !== none.status || real.code !== none.code) {
          faults.push(`${operation.id} by ${name} tells: ${none.status} ${none.code}`);
        }
      }
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(await read(), state);
  });

  it('what belongs to a client is not there for another one with every scope but those over all clients', async () => {
    const state = await read();
    const faults: string[] = [];
    for (const operation of operations.filter(({ id }) => id in owned)) {
      for (const isThere of [true, false]) {
        const { status, code } = await ask(operation, stranger, isThere);
        if (status !== 404 || code !== owned[operation.id]) faults.push(`${operation.id}: ${status} ${code}`);
      }
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(await read(), state);
  });

  it('a phone of another person opens nothing', async () => {
    const state = await read();
    const faults: string[] = [];
    const phone = await service().fetchToken(await service().createClient('mobile'), {
      peopleId: generateCpf(),
    });
    for (const operation of operations.filter(({ id }) => !capabilities.includes(id))) {
      const { status, code } = await ask(operation, phone);
      if (![401, 403, 404].includes(status)) faults.push(`${operation.id}: ${status} ${code}`);
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(await read(), state);
  });

  it('the session of another account is not there, and goes on', async () => {
    const { path } = operations.find(({ id }) => id === 'endSession')!;
    const address = path.replace('{sessionId}', secondSession);
    for (const role of ['analyst', 'developer', 'administrator'] as const) {
      const answer = await people.get(role)!.request('DELETE', address);
      assert.equal(answer.status, 404, `${role}: ${answer.text}`);
    }
    assert.equal((await people.get('auditor')!.request('GET', '/v1/session')).status, 200);
  });

  it('the parts of one object are not found under another', async () => {
    const { personId } = (
      await send(`${service().url}/v1/executions`, {
        method: 'POST',
        token: owner,
        json: { templateId: ids.templateId, cpf: generateCpf() },
      })
    ).body;
    const other = personId ?? `per_${'0'.repeat(32)}`;
    const operator = await service().fetchToken(service().admin);
    const { id: clientId } = (
      await send(`${service().url}/v1/clients`, {
        method: 'POST',
        token: operator,
        json: { product: 'customer', name: 'another', scopes: ['people:read'] },
      })
    ).body;
    const own = (
      await send(`${service().url}/v1/cases`, {
        method: 'POST',
        token: owner,
        json: { kind: 'manual', personId: ids.personId },
      })
    ).body.id;
    const confirmation = { isConfirmed: true, note: 'Yes.' };
    const analyst = people.get('analyst')!;
    const answers = [
      await send(`${service().url}/v1/people/${other}/holds/${ids.holdId}`, {
        method: 'DELETE',
        token: owner,
      }),
      await send(`${service().url}/v1/clients/${clientId}/secrets/${ids.secretId}`, {
        method: 'DELETE',
        token: operator,
      }),
      await analyst.request(
        'POST',
        `/v1/cases/${own}/decisions/${ids.decisionId}/confirmation`,
        confirmation,
      ),
      await admin.request('DELETE', `/v1/accounts/${analyst.accountId}/sessions/${secondSession}`),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404],
      answers.map(({ text }) => text).join('\n'),
    );
    assert.equal((await people.get('auditor')!.request('GET', '/v1/session')).status, 200);
  });

  it('the secret of one capture, and the link of one photo, open no other', async () => {
    const state = await read();
    const faults: string[] = [];
    for (const operation of operations.filter(({ id }) => capabilities.includes(id))) {
      const tokens =
        operation.id === 'getImage' ? [undefined, stranger] : [undefined, captureSecret, stranger];
      for (const token of tokens) {
        const { status, code } = await ask(operation, token);
        if (![400, 401, 404].includes(status)) faults.push(`${operation.id}: ${status} ${code}`);
      }
    }
    assert.deepEqual(faults, []);
    const open = (link: URL) => send(link.href.replace(link.origin, service().url));
    assert.equal((await open(image)).status, 200);
    const other = new URL(image);
    other.pathname = image.pathname.replace(/[0-9a-f]{8}$/, 'f00dfeed');
    const stretched = new URL(image);
    stretched.searchParams.set('expires', String(Number(image.searchParams.get('expires')) + 60));
    const forSomebodyElse = new URL(image);
    forSomebodyElse.searchParams.set('holder', 'cli_0');
    for (const link of [other, stretched, forSomebodyElse]) assert.equal((await open(link)).status, 404);
    assert.deepEqual(await read(), state);
  });
});
