import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { before, it } from 'node:test';
import sharp from 'sharp';
import { EngineError } from '../../../src/engine/index.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { type CreatedSession, createLivenessSession } from '../../support/capture-page.ts';
import { acceptFirstAdministrator, type Browser } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Answer, assertError, bodyOf, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { putFace, toDataAddress, unsupportedFiles } from '../../support/service-photos.ts';

const consentVersion = createHash('sha256').update('Concordo.').digest('hex').slice(0, 16);

/** A photo that no other is equal to. */
async function drawPhoto(format: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg', side = 64): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 } as const;
  return await sharp(randomBytes(side * side * 3), { raw })
    .toFormat(format)
    .toBuffer();
}

describeDatabases('a photo file in place of the movements', (kind) => {
  const engine = createStandInEngine();
  const service = shareService(kind, {
    engine,
    env: { LIVENESS_CONSENT_TEXT: 'Concordo.', CASES_OPEN_FOR: 'capture_upload', IMAGE_MAX_BYTES: '200000' },
  });
  let customer: string;
  let admin: Browser;

  before(async () => {
    customer = await service().token('customer');
    admin = await acceptFirstAdministrator(service());
  });

  const begin = async (session: CreatedSession, code = session.code) =>
    (await send(`${session.url}/begin`, { method: 'POST', json: { code } })).body;
  async function begun(json: object = { purpose: 'authenticate' }, token = customer) {
    const session = await createLivenessSession(service().mobileUrl, token, json);
    return { session, ...(await begin(session)) } as {
      session: CreatedSession;
      secret: string;
      isUploadAllowed: boolean;
    };
  }
  const upload = (
    { url }: Pick<CreatedSession, 'url'>,
    token: string | undefined,
    bytes: Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    send(`${url}/upload`, {
      method: 'POST',
      token,
      headers: { 'content-type': 'image/jpeg', ...headers },
      body: Buffer.from(bytes),
    });
  const post = (session: CreatedSession, path: string, token: string) =>
    send(`${session.url}/${path}`, { method: 'POST', token });
  const read = async (session: CreatedSession) => (await send(session.url, { token: customer })).body;
  const use = (peopleId: string, livenessSessionId: string) =>
    send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token: customer,
      json: { peopleId, livenessSessionId },
    });
  const casesAbout = async (find: (item: { attemptId?: string; reasons: string[] }) => boolean) => {
    const { items } = (await admin.request('GET', '/v1/cases?kind=capture_upload')).body;
    return items.filter(find);
  };

  it('ends the session as not performed, with the photo as it is, and the consent that was given', async () => {
    const { session, secret, isUploadAllowed } = await begun({ purpose: 'check' });
    assert.equal(isUploadAllowed, true);
    const photo = await drawPhoto();
    const answer = await upload(session, secret, photo, { 'x-consent-version': consentVersion });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(bodyOf(answer), { state: 'not_performed' });
    const data = await read(session);
    assert.equal(data.state, 'not_performed');
    assert.ok(data.consentedAt && data.endedAt && data.upload.receivedAt);
    assert.equal(data.verdict, undefined);
    assert.deepEqual(data.steps, []);
    const kept = await fetch(data.upload.imageUrl);
    assert.deepEqual(Buffer.from(await kept.arrayBuffer()), photo);
    const progress = await send(`${session.url}/progress`, { token: secret });
    assert.deepEqual(bodyOf(progress), { state: 'not_performed', isFinished: true, isUploaded: true });
    const events = await admin.request('GET', `/v1/audit?target=${session.id}&action=liveness.upload`);
    assert.deepEqual(events.body.items[0].actor, { kind: 'link' });
  });

  it('authenticates once, says that no liveness was performed, and opens a case', async () => {
    const cpf = generateCpf();
    const photo = await drawPhoto();
    assert.equal((await putFace(service(), cpf, await drawPhoto())).status, 201);
    const { session, secret } = await begun({ purpose: 'authenticate', peopleId: cpf });
    assert.equal((await upload(session, secret, photo)).status, 200);
    assertError(await use(generateCpf(), session.id), 400, 'liveness_session_unusable');
    await service().clock.later(11 * 60_000, async () => {
      assertError(await use(cpf, session.id), 400, 'liveness_session_unusable');
    });
    const answers = await Promise.all([use(cpf, session.id), use(cpf, session.id), use(cpf, session.id)]);
    const [made, ...more] = answers.filter(({ status }) => status === 201);
    assert.ok(made !== undefined && more.length === 0, answers.map(({ text }) => text).join('\n'));
    for (const refused of answers.filter((answer) => answer !== made)) {
      assertError(refused, 400, 'liveness_session_unusable');
    }
    const attempt = made.body;
    const lone = await send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token: customer,
      json: { peopleId: cpf, imageUrl: toDataAddress(photo) },
    });
    assert.deepEqual(attempt.liveness, { ...lone.body.liveness, challenge: 'not_performed' });
    assert.equal(attempt.decision.livenessEngine, lone.body.decision.livenessEngine);
    assert.equal(attempt.decision.livenessSessionId, session.id);
    assert.equal((await read(session)).usedBy, attempt.id);
    const [opened, ...others] = await casesAbout(({ attemptId }) => attemptId === attempt.id);
    assert.equal(opened?.kind, 'capture_upload');
    assert.equal(others.length, 0);
    assert.equal((await casesAbout(({ attemptId }) => attemptId === lone.body.id)).length, 0);
  });

  it('registers the photo, and opens a case', async () => {
    const cpf = generateCpf();
    const { session, secret } = await begun({ purpose: 'register', peopleId: cpf });
    assert.equal(
      (await upload(session, secret, await drawPhoto('webp'), { 'content-type': 'image/webp' })).status,
      200,
    );
    const register = () =>
      send(`${service().url}/v1/people/${cpf}/face`, {
        method: 'PUT',
        token: customer,
        json: { livenessSessionId: session.id },
      });
    const answers = await Promise.all([register(), register()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    const registered = answers.find(({ status }) => status === 201)!.body;
    assert.equal(registered.liveness.engine, 'stand-in@1');
    assert.equal((await casesAbout(({ reasons }) => reasons.includes(`session:${session.id}`))).length, 1);
  });

  it('only the secret that takes photos opens it', async () => {
    const { session, secret } = await begun();
    const other = await begun();
    const photo = await drawPhoto();
    const nobodyElse = async (...wrong: readonly (string | undefined)[]) => {
      for (const token of wrong) {
        assertError(await upload(session, token, photo), 401, 'liveness_secret_invalid');
      }
    };
    await nobodyElse(undefined, customer, other.secret, 'x', `${secret}x`);
    const { code } = (await post(session, 'handover', secret)).body;
    await nobodyElse(secret);
    assert.equal((await read(session)).state, 'started');
    const { secret: phone } = await begin(session, code);
    await nobodyElse(secret);
    assert.equal((await upload(session, phone, photo)).status, 200);
    const desk = await send(`${session.url}/progress`, { token: secret });
    assert.equal(desk.body.isUploaded, true);
  });

  it('takes one photo: the same one again is answered alike, another one is refused', async () => {
    const { session, secret } = await begun();
    const [photo, other] = [await drawPhoto(), await drawPhoto()];
    const same = await Promise.all([1, 2, 3].map(() => upload(session, secret, photo)));
    assert.deepEqual(
      same.map(({ status }) => status),
      [200, 200, 200],
      same.map(({ text }) => text).join('\n'),
    );
    assert.equal((await upload(session, secret, photo)).status, 200);
    assertError(await upload(session, secret, other), 409, 'liveness_session_ended');
    for (const path of ['next', 'finish', 'cancel', 'handover', 'more-time']) {
      assertError(await post(session, path, secret), 409, 'liveness_session_ended');
    }
    const events = await admin.request('GET', `/v1/audit?target=${session.id}&action=liveness.upload`);
    assert.equal(events.body.items.length, 1);

    const raced = await begun();
    const race = await Promise.all(
      [photo, other, await drawPhoto()].map((each) => upload(raced.session, raced.secret, each)),
    );
    assert.deepEqual(race.map(({ status }) => status).sort(), [200, 409, 409]);
    const cancelled = await begun();
    const both: Answer[] = await Promise.all([
      upload(cancelled.session, cancelled.secret, await drawPhoto()),
      post(cancelled.session, 'cancel', cancelled.secret),
    ]);
    assert.deepEqual(both.map(({ status }) => status === 409).sort(), [false, true]);
  });

  it('is refused once a step was shown, after the time, and under another consent', async () => {
    const photo = await drawPhoto();
    const stepped = await begun();
    assert.equal((await post(stepped.session, 'next', stepped.secret)).status, 200);
    assertError(await upload(stepped.session, stepped.secret, photo), 409, 'liveness_session_ended');
    const late = await begun();
    await service().clock.later(91_000, async () => {
      assertError(await upload(late.session, late.secret, photo), 409, 'liveness_session_ended');
    });
    // Sessions that are late are ended every minute: another one is asked for the consent.
    const consenting = await begun();
    const old = await upload(consenting.session, consenting.secret, photo, { 'x-consent-version': '1' });
    assertError(old, 409, 'liveness_consent_missing');
    const removed = await begun();
    assert.equal((await send(removed.session.url, { method: 'DELETE', token: customer })).status, 204);
    assertError(await upload(removed.session, removed.secret, photo), 401, 'liveness_secret_invalid');
  });

  it('refuses what is no photo of one face, and lets the person choose another', async (t) => {
    const { session, secret } = await begun();
    t.after(() => engine.failWith(undefined));
    const refused = async (bytes: Uint8Array, status: number, code: string, type = 'image/jpeg') =>
      assertError(await upload(session, secret, bytes, { 'content-type': type }), status, code);
    await refused(new Uint8Array(), 400, 'body_malformed');
    await refused(unsupportedFiles.SVG!, 400, 'image_unsupported');
    await refused((await drawPhoto()).subarray(0, 40), 400, 'image_undecodable');
    await refused(await drawPhoto(), 400, 'media_type_unsupported', 'text/plain');
    await refused(Buffer.alloc(200_001), 413, 'body_too_large');
    const wide = await sharp({ create: { width: 9_000, height: 5_000, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    await refused(wide, 400, 'image_too_large');
    engine.failWith(new EngineError('face_not_found'));
    await refused(await drawPhoto(), 400, 'face_not_found');
    engine.failWith(undefined);
    assert.equal((await read(session)).state, 'started');
    assert.equal(
      (await upload(session, secret, await drawPhoto('avif'), { 'content-type': 'image/avif' })).status,
      200,
    );

    const { session: hasty, secret: key } = await begun();
    const many = await Promise.all(
      Array.from({ length: 12 }, () => upload(hasty, key, Buffer.from('no photo'))),
    );
    assert.equal(many.filter(({ status }) => status === 429).length, 2);
    for (const answer of many) if (answer.status === 429) assertError(answer, 429, 'rate_limited');
  });

  it('is refused where the client demands the movements for the purpose, also afterwards', async () => {
    const client = await service().createClient('customer');
    const token = await service().fetchToken(client);
    const demand = async (livenessRequired: object) => {
      const changed = await send(`${service().url}/v1/clients/${client.clientId}`, {
        method: 'PATCH',
        token: await service().fetchToken(service().admin),
        json: { livenessRequired },
      });
      assert.equal(changed.status, 200, changed.text);
    };
    await demand({ registration: 'challenge' });
    const photo = await drawPhoto();
    for (const purpose of ['register', 'check']) {
      const { session, secret, isUploadAllowed } = await begun({ purpose }, token);
      assert.equal(isUploadAllowed, false);
      assertError(await upload(session, secret, photo), 403, 'liveness_upload_refused');
      assert.equal((await post(session, 'next', secret)).status, 200);
    }
    const cpf = generateCpf();
    const { session, secret, isUploadAllowed } = await begun({ purpose: 'authenticate' }, token);
    assert.equal(isUploadAllowed, true);
    assert.equal((await upload(session, secret, photo)).status, 200);
    assert.equal((await putFace(service(), cpf, photo)).status, 201);
    await demand({ authentication: 'challenge' });
    const tightened = await send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token,
      json: { peopleId: cpf, livenessSessionId: session.id },
    });
    assertError(tightened, 400, 'liveness_session_unusable');
    assert.equal((await send(session.url, { token })).body.usedAt, undefined);
  });
});

describeDatabases('a photo file where the operator requires a challenge', (kind) => {
  const service = shareService(kind, {
    engine: createStandInEngine(),
    env: { LIVENESS_REQUIRED_AUTHENTICATION: 'challenge' },
  });

  it('is refused, and no client can allow it', async () => {
    const client = await service().createClient('customer');
    const token = await service().fetchToken(client);
    const weaker = await send(`${service().url}/v1/clients/${client.clientId}`, {
      method: 'PATCH',
      token: await service().fetchToken(service().admin),
      json: { livenessRequired: { authentication: 'passive' } },
    });
    assertError(weaker, 400, 'client_liveness_weaker');
    const policy =
      /liveness for authentication: challenge \(.*; for registration: passive \(one photo; good prints/;
    assert.match(service().logged(), policy, 'the start says what the demand is worth');
    const purpose = 'authenticate';
    const session = await createLivenessSession(service().mobileUrl, token, { purpose });
    const json = { code: session.code };
    const data = (await send(`${session.url}/begin`, { method: 'POST', json })).body;
    assert.equal(data.isUploadAllowed, false);
    const answer = await send(`${session.url}/upload`, {
      method: 'POST',
      token: data.secret,
      headers: { 'content-type': 'image/jpeg' },
      body: await drawPhoto(),
    });
    assertError(answer, 403, 'liveness_upload_refused');
    assert.equal((await send(session.url, { token })).body.state, 'started');
  });
});
