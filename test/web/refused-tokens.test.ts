import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { generateCpf } from '../../src/platform/documents.ts';
import { scopes, scopesOfProduct } from '../../src/platform/tokens/index.ts';
import { send } from '../support/http.ts';
import type { Operation } from '../support/openapi/read-operations.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { putFace, toDataAddress } from '../support/service-photos.ts';
import { type Battery, forgeTokens, openBattery, type Sent } from './open-battery.ts';

/*
 * The same attacks on every operation of the OpenAPI document, so that a new one is attacked as soon as it is there.
 * Each test names the operations that let something through.
 */

/** Operations that need no token. One more has to be put here by somebody who thought about it. */
const publicOperations = [
  // Signing in, and the page behind an invitation's link: opened by what only the person has.
  'acceptInvitation',
  'askForPasskey',
  // Those of a capture are opened by the code and the secret of the session.
  'beginLivenessSession',
  'beginSso',
  'cancelLivenessSession',
  'confirmInvitation',
  'confirmSecondFactor',
  'extendLivenessSession',
  'finishLivenessSession',
  'finishSso',
  'getAuthorizationServerMetadata',
  'getHealth',
  'getImage',
  'getLivenessProgress',
  'getPublicKeys',
  'getReadiness',
  'getSignInMethods',
  'handOverLivenessSession',
  'issueToken',
  'nextLivenessStep',
  'openInvitation',
  'sendLivenessFrame',
  'signIn',
  'signInByPasskey',
  'uploadLivenessPhoto',
];

describe('every operation, with tokens that are not for it', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let battery: Battery;

  before(async () => {
    battery = await openBattery(service());
  });

  /** What is wrong with a refusal, or undefined. */
  function faultOf(
    operation: Operation,
    name: string,
    sent: Sent,
    status: number,
    code?: string,
  ): string | undefined {
    const said = sent.status < 300 ? {} : (JSON.parse(sent.text) as { code?: string });
    const wrong =
      sent.status !== status
        ? `answered ${sent.status} ${said.code}`
        : code !== undefined && said.code !== code
          ? `answered ${said.code}`
          : (battery.check(operation, sent) ??
            (status === 401 && sent.headers['www-authenticate'] === undefined
              ? 'no WWW-Authenticate'
              : undefined));
    return wrong && `${operation.id}: ${name}: ${wrong}`;
  }

  it('there are operations, and those without a token are known', () => {
    assert.ok(battery.guarded.length >= 10);
    const open = battery.operations
      .filter(({ scope, needsSession }) => scope === undefined && !needsSession)
      .map(({ id }) => id);
    assert.deepEqual(open.sort(), publicOperations);
    for (const { id, scope, products } of battery.guarded) {
      const isKnown = (one: string) => scopes.some((known) => known === one);
      assert.ok(scope!.split(' ').every(isKnown) && products.length > 0, id);
    }
  });

  it('no token', async () => {
    const faults: (string | undefined)[] = [];
    for (const operation of battery.guarded) {
      const [status, code] =
        operation.id === 'authenticateFace'
          ? ([400, 'access_token_missing'] as const)
          : ([401, 'authorization_missing'] as const);
      faults.push(faultOf(operation, 'no token', await battery.attack(operation), status, code));
      const empty = await battery.attack(operation, { headers: { authorization: 'Bearer ' } });
      faults.push(faultOf(operation, 'empty token', empty, status, code));
    }
    assert.deepEqual(faults.filter(Boolean), []);
  });

  it('tokens of clients, where only a person who is signed in may be', async () => {
    const faults: (string | undefined)[] = [];
    const operations = battery.operations.filter(({ needsSession }) => needsSession);
    assert.ok(operations.length >= 10);
    const token = await battery.fetchToken('customer', 'admin');
    for (const operation of operations) {
      const sent = await battery.attack(operation, { token });
      faults.push(faultOf(operation, 'a token', sent, 401, 'session_missing'));
      const headers = { cookie: `confere_session=${'A'.repeat(43)}` };
      const forged = await battery.attack(operation, { headers });
      faults.push(faultOf(operation, 'a made-up session', forged, 401, 'session_ended'));
    }
    for (const operation of battery.guarded.filter(({ products }) => products.includes('customer'))) {
      const headers = { cookie: `confere_session=${'A'.repeat(43)}` };
      const forged = await battery.attack(operation, { headers });
      faults.push(faultOf(operation, 'a made-up session', forged, 401, 'session_ended'));
    }
    assert.deepEqual(faults.filter(Boolean), []);
  });

  it('forged, unsigned, foreign and garbled tokens, and other schemes', async () => {
    const faults: (string | undefined)[] = [];
    for (const operation of battery.guarded) {
      const good = await battery.tokenFor(operation);
      for (const [name, token] of Object.entries(await forgeTokens(battery, good))) {
        faults.push(
          faultOf(operation, name, await battery.attack(operation, { token }), 401, 'token_invalid'),
        );
      }
      const { clientId, clientSecret } = service().admin;
      for (const authorization of [
        `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        `Bearer ${good} ${good}`,
        `DPoP ${good}`,
        `Bearer\t${good}x`,
      ]) {
        const sent = await battery.attack(operation, { headers: { authorization } });
        faults.push(faultOf(operation, 'other scheme', sent, 401, 'token_invalid'));
      }
    }
    assert.deepEqual(faults.filter(Boolean), []);
  });

  it('tokens in other places than the header', async () => {
    const faults: (string | undefined)[] = [];
    for (const operation of battery.guarded) {
      const token = await battery.tokenFor(operation);
      const { path } = battery.sample(operation);
      const inQuery = await battery.attack(operation, {
        path: `${path}${path.includes('?') ? '&' : '?'}access_token=${token}&authorization=Bearer%20${token}`,
        headers: {
          cookie: `access_token=${token}`,
          'x-authorization': `Bearer ${token}`,
          'proxy-authorization': `Bearer ${token}`,
        },
      });
      const status = operation.id === 'authenticateFace' ? 400 : 401;
      faults.push(faultOf(operation, 'token elsewhere', inQuery, status));
    }
    assert.deepEqual(faults.filter(Boolean), []);
  });

  it('expired tokens, seen before or not', async () => {
    const faults: (string | undefined)[] = [];
    for (const operation of battery.guarded) {
      const token = await battery.tokenFor(operation);
      const sent = await service().clock.later(20 * 60_000, () => battery.attack(operation, { token }));
      faults.push(faultOf(operation, 'expired', sent, 401, 'token_expired'));
    }
    assert.deepEqual(faults.filter(Boolean), []);
  });

  it('tokens of the other product', async () => {
    const faults: (string | undefined)[] = [];
    for (const operation of battery.guarded) {
      for (const product of (['mobile', 'customer'] as const).filter(
        (each) => !operation.products.includes(each),
      )) {
        const own = scopesOfProduct[product];
        const scope = own.find((each) => each === operation.scope) ?? own[0]!;
        const sent = await battery.attack(operation, { token: await battery.fetchToken(product, scope) });
        faults.push(faultOf(operation, `a ${product} token`, sent, 401, 'token_wrong_product'));
      }
    }
    assert.deepEqual(faults.filter(Boolean), []);
  });

  it('tokens with every scope but one that it needs', async () => {
    const faults: (string | undefined)[] = [];
    for (const operation of battery.guarded) {
      const also = operation.scope!.split(' ').slice(1);
      for (const product of operation.products) {
        for (const needed of [operation.anyOfScopes, ...also.map((scope) => [scope])]) {
          const others = scopesOfProduct[product].filter((scope) => !needed.includes(scope)).join(' ');
          const sent = await battery.attack(operation, { token: await battery.fetchToken(product, others) });
          const [status, code] = operation.path.startsWith('/faces/')
            ? ([401, 'token_scope_missing'] as const)
            : ([403, 'scope_forbidden'] as const);
          faults.push(faultOf(operation, `a ${product} token without the scope`, sent, status, code));
        }
      }
    }
    assert.deepEqual(faults.filter(Boolean), []);
  });

  it('tokens bound to another person, wherever a mobile token opens something of a person', async () => {
    const other = generateCpf();
    assert.equal((await putFace(service(), battery.values.cpf, battery.values.photo)).status, 201);
    const made = await send(`${service().url}/faces/authenticate`, {
      method: 'POST',
      token: await battery.fetchToken('mobile', 'faces:authenticate'),
      json: { peopleId: battery.values.cpf, imageUrl: toDataAddress(battery.values.photo) },
    });
    assert.equal(made.status, 200);
    const attemptId = made.headers.get('x-attempt-id')!;
    const faults: (string | undefined)[] = [];
    const attacked: string[] = [];
    for (const operation of battery.guarded.filter(({ products }) => products.includes('mobile'))) {
      // A liveness session belongs to its client: for all others there is none.
      if (operation.id.includes('Liveness')) continue;
      attacked.push(operation.id);
      const path = battery.sample(operation).path.replace(/att_0+/, attemptId);
      const bound = await battery.fetchToken('mobile', operation.scope!, other);
      const sent = await battery.attack(operation, { token: bound, path });
      if (operation.id === 'listFaceAuthentications') {
        // A list is of everybody: no bound token gets one.
        faults.push(faultOf(operation, 'bound', sent, 403, 'scope_forbidden'));
        continue;
      }
      faults.push(faultOf(operation, 'bound to another', sent, 401, 'token_other_person'));
      const right = await battery.fetchToken('mobile', operation.scope!, battery.values.cpf);
      const answered = await battery.attack(operation, { token: right, path });
      if (answered.status >= 300) faults.push(`${operation.id}: bound to the person: ${answered.status}`);
    }
    assert.deepEqual(faults.filter(Boolean), []);
    for (const id of [
      'authenticateFace',
      'capturePhoto',
      'getFaceAuthenticationAttempt',
      'createFaceAuthentication',
      'getFaceAuthentication',
    ]) {
      assert.ok(attacked.includes(id), id);
    }
  });

  it('tokens of a revoked client', async () => {
    const faults: (string | undefined)[] = [];
    const revoked = {
      mobile: await service().createClient('mobile'),
      customer: await service().createClient('customer'),
    };
    const tokens = {
      mobile: await service().fetchToken(revoked.mobile),
      customer: await service().fetchToken(revoked.customer),
    };
    const admin = await battery.fetchToken('customer', 'admin');
    for (const { clientId } of Object.values(revoked)) {
      const sent = await send(`${service().url}/v1/clients/${clientId}`, { method: 'DELETE', token: admin });
      assert.equal(sent.status, 204);
    }
    for (const operation of battery.guarded) {
      const sent = await battery.attack(operation, { token: tokens[operation.products[0]!] });
      faults.push(faultOf(operation, 'revoked', sent, 401, 'token_revoked'));
    }
    assert.deepEqual(faults.filter(Boolean), []);
  });

  it('two Authorization headers, of which one is good', async () => {
    const faults: (string | undefined)[] = [];
    for (const operation of battery.guarded) {
      const good = `Bearer ${await battery.tokenFor(operation)}`;
      for (const pair of [
        [good, 'Bearer a.b.c'],
        ['Bearer a.b.c', good],
        [good, good],
      ]) {
        const rawHeaders = [
          ...Object.entries(battery.sample(operation).headers),
          ...pair.map((value) => ['authorization', value] as const),
        ];
        const sent = await battery.attack(operation, { rawHeaders });
        faults.push(faultOf(operation, 'two headers', sent, 401, 'token_invalid'));
      }
    }
    assert.deepEqual(faults.filter(Boolean), []);
  });
});
