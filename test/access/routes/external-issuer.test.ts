import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { generateCpf } from '../../../src/platform/documents.ts';
import { scopesOfProduct } from '../../../src/platform/tokens/index.ts';
import { type ExternalIssuerProcess, startExternalIssuer } from '../../support/external-issuer.ts';
import { assertError, send } from '../../support/http.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const [mobileAudience, customerAudience] = [
  'https://verify.example/phones',
  'https://verify.example/back-ends',
];
type Operation = {
  readonly operationId: string;
  readonly security?: readonly { readonly token?: unknown }[];
};

const nowSeconds = () => Math.floor(Date.now() / 1000);

describe('tokens of another issuer', () => {
  const endings: (() => unknown)[] = [];
  const scope = { after: (ending: () => unknown) => void endings.push(ending) };
  let external: ExternalIssuerProcess;
  let service: TestService;
  const cpf = generateCpf();

  before(async () => {
    external = await startExternalIssuer(scope as Parameters<typeof startExternalIssuer>[0]);
    service = await startTestService(scope, 'embedded', {
      engine: createStandInEngine(),
      env: {
        OIDC_ISSUER: external.issuer,
        OIDC_AUDIENCE_MOBILE: mobileAudience,
        OIDC_AUDIENCE_CUSTOMER: customerAudience,
        OIDC_SCOPE_MAP: 'their.read=attempts:read, their.match=faces:authenticate',
        OIDC_PEOPLE_ID_CLAIM: 'cpf',
      },
    });
  });
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });

  const readAttempt = (token: string) => send(`${service.url}/v1/face-authentications/x`, { token });
  const authenticate = (token: string, peopleId = cpf) =>
    send(`${service.url}/faces/authenticate`, { method: 'POST', token, json: { peopleId } });
  const claims = (overrides: object = {}) => ({
    iss: external.issuer,
    aud: customerAudience,
    sub: 'their-client',
    client_id: 'their-client',
    scope: 'their.read',
    iat: nowSeconds(),
    exp: nowSeconds() + 600,
    jti: 'one',
    ...overrides,
  });

  it('are accepted by audience and scopes as they are mapped', async () => {
    const reader = await external.fetchToken({ resource: customerAudience, scope: 'their.read people:read' });
    assertError(await readAttempt(reader), 404, 'attempt_not_found');
    assertError(await send(`${service.url}/v1/clients`, { token: reader }), 403, 'scope_forbidden');
    const admin = await external.fetchToken({ resource: customerAudience, scope: 'admin' });
    assert.equal((await send(`${service.url}/v1/clients`, { token: admin })).status, 200);
    assertError(await readAttempt(admin), 403, 'scope_forbidden');
    const mobile = await external.fetchToken({ resource: mobileAudience, scope: 'their.match' });
    assertError(await authenticate(mobile), 404, 'face_not_registered');
    assertError(await send(`${service.url}/v1/clients`, { token: mobile }), 401, 'token_wrong_product');
  });

  it('have their scopes in the claim, and are of the types, that are configured', async (t) => {
    const other = await startTestService(t, 'embedded', {
      engine: createStandInEngine(),
      env: { OIDC_ISSUER: external.issuer, OIDC_SCOPE_CLAIM: 'scp', OIDC_TOKEN_TYPES: 'at+jwt, JWT' },
    });
    const read = (token: string) => send(`${other.url}/v1/face-authentications/x`, { token });
    const inClaim = (scp: unknown, typ = 'JWT') =>
      external.sign(claims({ aud: 'customer', scope: 'attempts:read', scp }), { typ });
    for (const typ of ['JWT', 'at+jwt']) {
      assertError(await read(await inClaim(['attempts:read', 'their.own'], typ)), 404, 'attempt_not_found');
    }
    assertError(await read(await inClaim('people:read attempts:read')), 404, 'attempt_not_found');
    assertError(await read(await inClaim(['people:read'])), 403, 'scope_forbidden');
    assertError(await read(await inClaim(['attempts:read'], 'id_token')), 401, 'token_invalid');
    const ofAnotherType = await external.sign(claims(), { typ: 'JWT' });
    assertError(await readAttempt(ofAnotherType), 401, 'token_invalid');
  });

  it('are read up to 8,192 characters', async () => {
    const ofLength = async (padding: number) => await external.sign(claims({ padding: 'x'.repeat(padding) }));
    const bare = (await ofLength(0)).length;
    // Three bytes of claims are four characters.
    const long = await ofLength(Math.floor(((8_192 - bare) * 3) / 4) - 4);
    assert.ok(long.length > 8_180 && long.length <= 8_192, String(long.length));
    assertError(await readAttempt(long), 404, 'attempt_not_found');
    assertError(await readAttempt(await ofLength(6_200)), 401, 'token_invalid');
  });

  it('bound to a person are good for that person only', async () => {
    const bound = await external.fetchToken({
      resource: mobileAudience,
      scope: 'their.match',
      peopleId: cpf,
    });
    assertError(await authenticate(bound), 404, 'face_not_registered');
    assertError(await authenticate(bound, generateCpf()), 401, 'token_other_person');
    const broken = await external.sign(claims({ aud: mobileAudience, scope: 'their.match', cpf: '123' }));
    assertError(await authenticate(broken), 401, 'token_invalid');
  });

  it('bound to a person open nothing that is not for phones, whatever scopes they hold', async () => {
    const { paths } = (await send(`${service.url}/openapi.json`)).body;
    const bound = await external.sign(claims({ scope: scopesOfProduct.customer.join(' '), cpf }));
    const opened: string[] = [];
    let asked = 0;
    for (const [path, operations] of Object.entries<Record<string, Operation>>(paths)) {
      for (const [method, { operationId, security = [] }] of Object.entries(operations)) {
        if (security.every(({ token }) => token === undefined)) continue;
        const url = `${service.url}${path.replaceAll(/\{\w+\}/g, 'x')}`;
        const { body } = await send(url, { method: method.toUpperCase(), token: bound });
        asked += 1;
        if (body?.code !== 'scope_forbidden') opened.push(operationId);
      }
    }
    assert.ok(asked > 80, String(asked));
    assert.deepEqual(opened.sort(), [
      'authenticateFace',
      'capturePhoto',
      'createFaceAuthentication',
      'createLivenessSession',
      'getFaceAuthentication',
      'getFaceAuthenticationAttempt',
      'getLivenessSession',
    ]);
    const backEnd = await external.sign(claims({ scope: 'people:read' }));
    const url = `${service.url}/v1/people`;
    assert.equal((await send(url, { token: backEnd, headers: { 'x-criteria': 'name=ana' } })).status, 200);
  });

  it('that are forged, foreign, old or of another kind are refused', async () => {
    const good = await external.sign(claims());
    assertError(await readAttempt(good), 404, 'attempt_not_found');
    // Of an issuer whose clock is a little ahead.
    const early = await external.sign(claims({ nbf: nowSeconds() + 30 }));
    assertError(await readAttempt(early), 404, 'attempt_not_found');
    const { privateKey } = await generateKeyPair('PS256');
    const [header, payload, signature] = good.split('.') as [string, string, string];
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const refused: Record<string, string> = {
      'other key': await new SignJWT(claims())
        .setProtectedHeader({ alg: 'PS256', typ: 'at+jwt', kid })
        .sign(privateKey),
      unsigned: new UnsecuredJWT(claims()).encode(),
      'changed claim': [
        header,
        Buffer.from(JSON.stringify(claims({ scope: 'admin' }))).toString('base64url'),
        signature,
      ].join('.'),
      HMAC: await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
        .sign(Buffer.from(payload)),
      'other issuer': await external.sign(claims({ iss: 'https://elsewhere.example' })),
      'other audience': await external.sign(claims({ aud: 'https://elsewhere.example' })),
      'both audiences': await external.sign(claims({ aud: [mobileAudience, customerAudience] })),
      'no audience': await external.sign(claims({ aud: undefined })),
      'no expiry': await external.sign(claims({ exp: undefined })),
      'not yet': await external.sign(claims({ nbf: nowSeconds() + 500 })),
      // In one statement with the audit events of others, which they would keep from being answered.
      'null in the client': await external.sign(claims({ client_id: 'their\0client' })),
      'half a character': await external.sign(claims({ client_id: 'their\ud800client' })),
      'endless client': await external.sign(claims({ client_id: 'x'.repeat(256) })),
      'empty client': await external.sign(claims({ client_id: '' })),
      'an ID token': await external.sign(claims(), { typ: 'JWT' }),
      'unknown key': await external.sign(claims(), { kid: 'unknown' }),
    };
    for (const [name, token] of Object.entries(refused)) {
      const answer = await readAttempt(token);
      assert.deepEqual(
        { name, status: answer.status, code: answer.body.code },
        { name, status: 401, code: 'token_invalid' },
      );
    }
    assertError(
      await readAttempt(await external.sign(claims({ exp: nowSeconds() - 5 }))),
      401,
      'token_expired',
    );
  });

  it('of this service itself are refused, while commands on this machine go on', async () => {
    const own = await service.fetchToken(service.admin);
    assertError(await send(`${service.url}/v1/clients`, { token: own }), 401, 'token_invalid');
    const task = await send(`${service.url}/v1/operator-tasks`, {
      method: 'POST',
      token: own,
      json: { task: 'clients/list', input: {} },
    });
    assertError(task, 403, 'operator_task_key_invalid');
  });

  it('cost no request once their key is known, and those of unknown keys at most one in ten seconds', async () => {
    const token = await external.sign(claims());
    assertError(await readAttempt(token), 404, 'attempt_not_found');
    const before = await external.requests();
    for (let count = 0; count < 20; count += 1) {
      assert.equal((await readAttempt(token)).status, 404);
      assert.equal((await readAttempt(await external.sign(claims({ jti: `${count}` })))).status, 404);
      assert.equal(
        (await readAttempt(await external.sign(claims(), { kid: `unknown-${count}` }))).status,
        401,
      );
    }
    assert.ok((await external.requests()) - before <= 2, 'metadata and keys once');
  });
});

describe('an issuer that changes its keys and then goes away', () => {
  it('is followed to the new key, tokens of the old one are refused, and the last keys are kept', async (t) => {
    const external = await startExternalIssuer(t);
    const service = await startTestService(t, 'embedded', {
      engine: createStandInEngine(),
      env: {
        OIDC_ISSUER: external.issuer,
        OIDC_SCOPE_MAP: 'their.read=attempts:read',
      },
    });
    const sign = (jti: string) =>
      external.sign({
        iss: external.issuer,
        aud: 'customer',
        sub: 'their-client',
        scope: 'their.read',
        exp: nowSeconds() + 600,
        jti,
      });
    const read = (token: string) => send(`${service.url}/v1/face-authentications/x`, { token });
    const old = await sign('old');
    assert.equal((await read(old)).status, 404);
    await external.rotate();
    const fresh = await sign('fresh');
    // Found by its unknown id or by the background reading, whichever comes first; both are bounded.
    while ((await read(fresh)).status !== 404) await new Promise((resolve) => setTimeout(resolve, 250));
    assertError(await read(old), 401, 'token_invalid');
    const later = await sign('later');
    external.stop();
    assert.equal((await read(later)).status, 404);
    assert.equal((await read(fresh)).status, 404);
  });

  it('that cannot be reached at all is 503 with a time to wait, not a crash', async (t) => {
    const external = await startExternalIssuer(t);
    const token = await external.sign({ iss: external.issuer, aud: 'customer', exp: nowSeconds() + 600 });
    external.stop();
    const service = await startTestService(t, 'embedded', {
      engine: createStandInEngine(),
      env: { OIDC_ISSUER: external.issuer },
    });
    assertError(
      await send(`${service.url}/v1/face-authentications/x`, { token }),
      503,
      'token_check_unavailable',
    );
    assert.equal((await send(`${service.url}/healthz`)).status, 200);
  });
});
