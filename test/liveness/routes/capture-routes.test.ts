import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import sharp from 'sharp';
import { generateCpf } from '../../../src/platform/documents.ts';
import {
  beginLiveness,
  type CreatedSession,
  createLivenessSession,
  performSteps,
  sendFrame,
} from '../../support/capture-page.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Answer, assertError, assertRequestId, bodyOf, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const consentVersion = createHash('sha256').update('Concordo.').digest('hex').slice(0, 16);
let drawn = 0;

/** A still that no other is equal to. */
async function drawStill(format: 'jpeg' | 'webp' | 'png' = 'jpeg', side = 64): Promise<Uint8Array> {
  drawn += 1;
  const background = { r: drawn % 256, g: Math.floor(drawn / 256) % 256, b: 90 };
  const still = sharp({ create: { width: side, height: side, channels: 3, background } });
  return await still.toFormat(format).toBuffer();
}

describeDatabases('addresses of liveness sessions', (kind) => {
  const service = shareService(kind, {
    engine: createStandInEngine(),
    env: {
      LIVENESS_CONSENT_TEXT: 'Concordo.',
      LIVENESS_LOCK_AFTER_FAILURES: '2',
    },
    constants: { liveness: { extensions: 2 } },
  });
  let customer: string;
  before(async () => {
    const client = await service().createClient('customer');
    customer = await service().fetchToken(client);
    const redirectUrls = ['https://shop.example/'];
    const changed = await send(`${service().url}/v1/clients/${client.clientId}`, {
      method: 'PATCH',
      token: await service().fetchToken(service().admin),
      json: { redirectUrls },
    });
    assert.equal(changed.status, 200, changed.text);
  });
  const create = (json: object = { purpose: 'check' }, token = customer) =>
    createLivenessSession(service().mobileUrl, token, json);
  const post = (session: Pick<CreatedSession, 'url'>, path: string, token?: string, json?: unknown) =>
    send(`${session.url}/${path}`, { method: 'POST', token, ...(json === undefined ? {} : { json }) });
  const read = async (session: CreatedSession, token = customer) => await send(session.url, { token });

  async function begun(json?: object) {
    const session = await create(json);
    return { session, secret: await beginLiveness(session) };
  }

  it('a session is created with a link, and read by its client alone', async () => {
    const answer = await send(`${service().url}/v1/liveness-sessions`, {
      method: 'POST',
      token: customer,
      json: {
        purpose: 'authenticate',
        locale: 'en',
        redirectUrl: 'https://shop.example/back',
        challenge: 'turns',
      },
    });
    assert.equal(answer.status, 201);
    assertRequestId(answer);
    const { id, state, captureUrl } = answer.body;
    assert.match(id, /^liv_[0-9a-f]{32}$/);
    assert.equal(state, 'created');
    assert.ok(captureUrl.startsWith(`${service().mobileUrl}/capture#s=${id}&c=`));
    assert.equal(answer.headers.get('location'), `${service().url}/v1/liveness-sessions/${id}`);
    const own = await send(answer.headers.get('location')!, { token: customer });
    assert.equal(own.body.state, 'created');
    assert.deepEqual(own.body.steps, []);
    assert.ok(!own.text.includes('left') && !own.text.includes('hash'));
    const other = await service().fetchToken(await service().createClient('customer'));
    const hidden = await send(answer.headers.get('location')!, { token: other });
    assertError(hidden, 404, 'liveness_session_not_found');
    for (const id of ['nothing', `liv_${'0'.repeat(32)}`, 'a%00b']) {
      const missing = await send(`${service().url}/v1/liveness-sessions/${id}`, { token: customer });
      assertError(missing, 404, 'liveness_session_not_found');
    }
  });

  it('a bound token makes sessions of its CPF, and learns id and state only', async () => {
    const peopleId = generateCpf();
    const bound = await service().token('mobile', { peopleId });
    const session = await create({ purpose: 'authenticate' }, bound);
    assert.deepEqual(bodyOf(await read(session, bound)), { id: session.id, state: 'created' });
    const writer = await service().token('mobile', { peopleId, scope: 'liveness:write' });
    assert.deepEqual(bodyOf(await read(session, writer)), { id: session.id, state: 'created' });
    const unbound = await service().token('mobile', { scope: 'liveness:write' });
    assert.equal((await read(session, unbound)).status, 403);
    const stranger = await service().token('mobile', { peopleId: generateCpf() });
    assertError(await read(session, stranger), 404, 'liveness_session_not_found');
    const answer = await send(`${service().mobileUrl}/v1/liveness-sessions`, {
      method: 'POST',
      token: bound,
      json: { purpose: 'authenticate', peopleId: generateCpf() },
    });
    assertError(answer, 401, 'token_other_person');
  });

  it('wrong bodies and tokens are refused', async () => {
    const url = `${service().url}/v1/liveness-sessions`;
    for (const json of [
      {},
      { purpose: 'other' },
      { purpose: 'check', locale: 'fr' },
      { purpose: 'check', peopleId: '11111111111' },
      { purpose: 'check', challenge: 'light' },
      [],
      'text',
    ]) {
      assertError(await send(url, { method: 'POST', token: customer, json }), 400, 'request_invalid');
    }
    for (const redirectUrl of [
      'javascript:alert(1)',
      'http://shop.example',
      'https://a:b@shop.example',
      '/back',
    ]) {
      const json = { purpose: 'check', redirectUrl };
      assertError(
        await send(url, { method: 'POST', token: customer, json }),
        400,
        'liveness_redirect_invalid',
      );
    }
    const json = { purpose: 'check' };
    assertError(await send(url, { method: 'POST', json }), 401, 'authorization_missing');
    const other = await service().token('customer', { scope: 'people:read' });
    assertError(await send(url, { method: 'POST', token: other, json }), 403, 'scope_forbidden');
    const session = await create();
    assertError(await read(session, other), 403, 'scope_forbidden');
    const removal = await send(session.url, { method: 'DELETE', token: other });
    assertError(removal, 403, 'scope_forbidden');
  });

  it('a code begins once, and of two at once one wins', async () => {
    const session = await create();
    assertError(await post(session, 'begin', undefined, { code: 'x' }), 401, 'liveness_code_invalid');
    assertError(await post(session, 'begin', undefined, {}), 400, 'request_invalid');
    assertError(await post(session, 'begin', undefined, { code: 1 }), 400, 'request_invalid');
    const body = { code: session.code, device: { userAgent: 'test' } };
    const old = { ...body, consentVersion: '2' };
    assertError(await post(session, 'begin', undefined, old), 409, 'liveness_consent_missing');
    const answers = await Promise.all([1, 2, 3].map(() => post(session, 'begin', undefined, body)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
    const data = answers.find(({ status }) => status === 200)!.body;
    assert.deepEqual(
      { ...data, requestId: '', secret: '', remainingSeconds: 0 },
      {
        requestId: '',
        secret: '',
        state: 'started',
        purpose: 'check',
        operatorName: 'Confere',
        consent: { version: consentVersion, text: 'Concordo.' },
        locale: 'pt-BR',
        captureOrigins: [],
        challenge: 'turns',
        alternative: null,
        isUploadAllowed: true,
        extensionsLeft: 2,
        minFramesPerStep: 2,
        maxFrameBytes: 1_500_000,
        frameIntervalMs: 200,
        remainingSeconds: 0,
      },
    );
    assert.equal((await post(session, 'next', data.secret)).status, 200);
    assert.equal((await read(session)).body.consentVersion, consentVersion);
    assert.ok((await read(session)).body.consentedAt);
  });

  it('whoever began with a nonce asks again for a lost answer, and nobody else', async () => {
    const session = await create();
    const nonce = randomBytes(32).toString('hex');
    const body = { code: session.code, nonce };
    const ask = (json: object, to: Pick<CreatedSession, 'url'> = session) =>
      post(to, 'begin', undefined, json);
    for (const nonce of ['', 'short', `${'a'.repeat(22)}!`, 'a'.repeat(129), 1]) {
      assertError(await ask({ ...body, nonce }), 400, 'request_invalid');
    }
    const answers = await Promise.all([ask(body), ask(body), ask(body)]);
    const data = answers[0]!.body;
    // All but the time left, which goes on.
    const lasting = (answer: Answer) => ({ ...answer.body, requestId: '', remainingSeconds: 0 });
    for (const answer of answers)
      assert.deepEqual(lasting(answer), { ...data, requestId: '', remainingSeconds: 0 });
    await service().clock.later(60_000, async () => {
      const again = await ask(body);
      assert.deepEqual(lasting(again), { ...data, requestId: '', remainingSeconds: 0 });
      assert.ok(again.body.remainingSeconds <= data.remainingSeconds - 60);
    });
    const stranger = { ...body, nonce: randomBytes(32).toString('hex') };
    assertError(await ask(stranger), 401, 'liveness_code_invalid');
    assertError(await ask({ code: session.code }), 401, 'liveness_code_invalid');
    assertError(await ask({ ...body, code: 'x' }), 401, 'liveness_code_invalid');
    assertError(await ask(body, await create()), 401, 'liveness_code_invalid');

    assert.equal((await post(session, 'next', data.secret)).status, 200);
    assertError(await ask(body), 401, 'liveness_code_invalid');
    assert.equal((await read(session)).body.state, 'capturing');

    const handed = await create();
    const desk = { code: handed.code, nonce };
    const { secret } = (await ask(desk, handed)).body;
    const { code } = (await post(handed, 'handover', secret)).body;
    assertError(await ask(desk, handed), 401, 'liveness_code_invalid');
    const phone = await ask({ code, nonce }, handed);
    assert.deepEqual(lasting(await ask({ code, nonce }, handed)), lasting(phone));
    const late = await create();
    await ask({ code: late.code, nonce }, late);
    await service().clock.later(100_000, async () => {
      assertError(await ask({ code: late.code, nonce }, late), 409, 'liveness_session_ended');
    });
  });

  it('only the secret of the session opens it', async () => {
    const { session, secret } = await begun();
    const other = await begun();
    const bytes = await drawStill();
    for (const wrong of [undefined, customer, other.secret, 'x', `${secret}x`]) {
      for (const path of ['next', 'finish', 'cancel', 'handover']) {
        assertError(await post(session, path, wrong), 401, 'liveness_secret_invalid');
      }
      const progress = await send(`${session.url}/progress`, { token: wrong });
      assertError(progress, 401, 'liveness_secret_invalid');
      const frame = await sendFrame(session, wrong as string, { step: 1, index: 0, bytes });
      assertError(frame, 401, 'liveness_secret_invalid');
    }
    assertError(
      await post({ url: `${service().mobileUrl}/v1/liveness-sessions/x` }, 'next', secret),
      401,
      'liveness_secret_invalid',
    );
    assert.equal((await read(session)).body.state, 'started');
  });

  it('frames are taken for the open step, each index once, and resent ones alike', async () => {
    const { session, secret } = await begun();
    const bytes = await drawStill();
    const early = await sendFrame(session, secret, { step: 1, index: 0, bytes });
    assertError(early, 409, 'liveness_session_ended');
    assertError(await post(session, 'finish', secret), 409, 'liveness_session_ended');
    const { step } = (await post(session, 'next', secret)).body;
    const { remainingSeconds, ...shown } = step;
    assert.deepEqual(shown, { number: 1, of: 7, kind: 'center', frames: 3 });
    assert.ok(remainingSeconds > 0 && remainingSeconds <= 20);
    const repeated = await Promise.all([1, 2, 3].map(() => post(session, 'next', secret)));
    for (const { body } of repeated) {
      assert.deepEqual({ ...body.step, remainingSeconds }, step);
    }
    assert.equal((await read(session)).body.steps.length, 1);
    assertError(await post(session, 'finish', secret), 409, 'liveness_step_open');
    assertError(await post(session, 'handover', secret), 409, 'liveness_handover_refused');

    const sent = await sendFrame(session, secret, { step: 1, index: 0, bytes });
    assert.equal(sent.status, 200);
    assert.deepEqual(bodyOf(sent), { step: 1, received: 1, wanted: 3 });
    const open = (await post(session, 'next', secret)).body.step;
    assert.deepEqual({ ...open, remainingSeconds }, step);
    const resent = await Promise.all(
      [1, 2].map(() => sendFrame(session, secret, { step: 1, index: 0, bytes })),
    );
    assert.deepEqual(resent.map(bodyOf), [bodyOf(sent), bodyOf(sent)]);
    const refused = async (frame: Parameters<typeof sendFrame>[2], status: number, code: string) =>
      assertError(await sendFrame(session, secret, frame), status, code);
    await refused({ step: 1, index: 0, bytes: await drawStill() }, 409, 'liveness_frame_refused');
    await refused({ step: 2, index: 0, bytes }, 409, 'liveness_frame_refused');
    await refused({ step: 0, index: 0, bytes }, 409, 'liveness_frame_refused');
    await refused({ step: 1, index: -1, bytes }, 400, 'request_invalid');
    await refused({ step: 1, index: 1, bytes: new Uint8Array() }, 400, 'body_malformed');
    await refused({ step: 1, index: 1, bytes: Buffer.from('no still') }, 400, 'image_unsupported');
    await refused({ step: 1, index: 1, bytes: bytes.subarray(0, 40) }, 400, 'image_undecodable');
    await refused({ step: 1, index: 1, bytes: await drawStill('png') }, 400, 'image_unsupported');
    await refused({ step: 1, index: 1, bytes: await drawStill('jpeg', 1_600) }, 400, 'image_too_large');
    await refused({ step: 1, index: 1, bytes: Buffer.alloc(1_500_001) }, 413, 'body_too_large');
    await refused({ step: 1, index: 1, bytes, type: 'image/png' }, 400, 'media_type_unsupported');
    const webp = await sendFrame(session, secret, {
      step: 1,
      index: 1,
      bytes: await drawStill('webp'),
      type: 'image/webp',
    });
    assert.equal(webp.body.received, 2);
    // As many at once as there are, but one place is left.
    const race = await Promise.all(
      [2, 3, 4].map(async (index) =>
        sendFrame(session, secret, { step: 1, index, bytes: await drawStill() }),
      ),
    );
    assert.deepEqual(race.map(({ status }) => status).sort(), [200, 409, 409]);
    const { steps } = (await read(session)).body;
    assert.equal(steps[0].frames.length, 3);
  });

  it('a session that was finished is answered again and takes nothing', async () => {
    const { session, secret } = await begun({ purpose: 'check', redirectUrl: 'https://shop.example/' });
    const finished = await performSteps(session, secret, () => drawStill());
    // The stand-in sees another face in every picture, and no turn.
    assert.deepEqual(bodyOf(finished), {
      outcome: 'try_again',
      hint: 'even_light',
      redirectUrl: 'https://shop.example/',
    });
    const { state, reasons, verdict } = (await read(session)).body;
    assert.equal(state, 'failed');
    assert.ok(reasons.includes('other_person') && reasons.includes('wrong_direction'));
    assert.equal(verdict.isAlive, false);
    const again = await post(session, 'finish', secret);
    assert.deepEqual(bodyOf(again), bodyOf(finished));
    for (const path of ['next', 'cancel', 'handover']) {
      assertError(await post(session, path, secret), 409, 'liveness_session_ended');
    }
    const frame = await sendFrame(session, secret, { step: 7, index: 5, bytes: await drawStill() });
    assertError(frame, 409, 'liveness_session_ended');
    const progress = await send(`${session.url}/progress`, { token: secret });
    assert.deepEqual(bodyOf(progress), { state: 'judging', isFinished: true, isUploaded: false });
  });

  it('a session is handed over: the phone goes on, the desk watches', async () => {
    const { session, secret } = await begun();
    const { code } = (await post(session, 'handover', secret)).body;
    assertError(await post(session, 'next', secret), 401, 'liveness_secret_invalid');
    const again = await Promise.all([1, 2].map(() => post(session, 'handover', secret)));
    for (const { body } of again) assert.equal(body.code, code, 'an answer that was lost');
    const phone = await beginLiveness({ ...session, code });
    assertError(await post(session, 'handover', secret), 401, 'liveness_secret_invalid');
    assertError(await post(session, 'begin', undefined, { code }), 401, 'liveness_code_invalid');
    assert.equal((await post(session, 'next', phone)).status, 200);
    const progress = await send(`${session.url}/progress`, { token: secret });
    assert.deepEqual(bodyOf(progress), { state: 'capturing', isFinished: false, isUploaded: false });
  });

  it('whoever asks has more time, for the session and each step, as often as the operator says', async () => {
    const { session, secret } = await begun();
    const more = () => post(session, 'more-time', secret);
    const next = async () => (await post(session, 'next', secret)).body.step;
    const shown = await next();
    const ends = async () => {
      const { body } = await read(session);
      return { step: Date.parse(body.steps[0].dueAt), session: Date.parse(body.expiresAt) };
    };
    const before = await ends();
    const first = await more();
    assert.equal(first.status, 200, first.text);
    assert.equal(first.body.extensionsLeft, 1);
    const longer = await ends();
    assert.deepEqual([longer.step - before.step, longer.session - before.session], [20_000, 90_000]);
    const { remainingSeconds, stepRemainingSeconds } = first.body;
    assert.ok(stepRemainingSeconds > 20 && remainingSeconds > 90, JSON.stringify(first.body));
    assert.ok((await next()).remainingSeconds > 20);
    await more();
    const longest = await ends();
    assert.equal(longest.step, longer.step, 'a step is made longer once');
    assert.equal(longest.session - longer.session, 90_000);
    assertError(await more(), 409, 'liveness_extension_refused');
    for (let frame = 0; frame < shown.frames; frame += 1) {
      const sent = { step: 1, index: frame, bytes: await drawStill() };
      assert.equal((await sendFrame(session, secret, sent)).status, 200);
    }
    await service().clock.later(200_000, async () => {
      const { remainingSeconds: whole } = await next();
      assert.ok(whole > 20, 'later steps have twice their time, too');
    });
    assert.equal((await read(session)).body.extensions, 2);
    await service().clock.later(271_000, async () => {
      assertError(await more(), 409, 'liveness_session_ended');
      assert.equal((await read(session)).body.state, 'expired');
    });
    assertError(await post(session, 'more-time', 'x'.repeat(43)), 401, 'liveness_secret_invalid');
    assertError(await post(session, 'more-time'), 401, 'liveness_secret_invalid');
  });

  it('cancelled and late sessions end, and say how', async () => {
    const left = await begun();
    assert.equal((await post(left.session, 'cancel', left.secret)).body.state, 'abandoned');
    const unable = await begun();
    const answer = await post(unable.session, 'cancel', unable.secret, { reason: 'cannot_move' });
    assert.equal(answer.body.state, 'not_performed');
    const late = await begun();
    const waiting = await create();
    await service().clock.later(100_000, async () => {
      assertError(await post(late.session, 'next', late.secret), 409, 'liveness_session_ended');
      assert.equal((await read(late.session)).body.state, 'expired');
      assert.equal((await read(waiting)).body.state, 'created');
    });
    await service().clock.later(181_000, async () => {
      const answer = await post(waiting, 'begin', undefined, { code: waiting.code });
      assertError(answer, 409, 'liveness_session_ended');
    });
  });

  it('a CPF whose sessions do not pass is locked for a while', async () => {
    const request = { purpose: 'authenticate', peopleId: generateCpf() };
    for (let tries = 0; tries < 2; tries++) {
      const { session, secret } = await begun(request);
      await post(session, 'next', secret);
      await post(session, 'cancel', secret);
    }
    const url = `${service().url}/v1/liveness-sessions`;
    const locked = await send(url, { method: 'POST', token: customer, json: request });
    assertError(locked, 429, 'liveness_locked');
    assert.ok(Number(locked.headers.get('retry-after')) > 1_700);
  });

  it('a device whose sessions do not pass begins none for a while; the code waits for another', async () => {
    const device = { id: randomBytes(8).toString('hex') };
    const beginOn = async (session: CreatedSession, device: object) =>
      await post(session, 'begin', undefined, { code: session.code, device });
    for (let tries = 0; tries < 2; tries++) {
      const session = await create();
      const { secret } = (await beginOn(session, device)).body;
      await post(session, 'next', secret);
      await post(session, 'cancel', secret);
    }
    const session = await create();
    const locked = await beginOn(session, device);
    assertError(locked, 429, 'liveness_locked');
    assert.match(locked.body.detail, /this device/);
    assert.ok(Number(locked.headers.get('retry-after')) > 1_700);
    assert.equal((await read(session)).body.state, 'created');
    assert.equal((await beginOn(session, { id: 'another' })).status, 200);
  });

  it('the metrics count sessions by state and failures by reason', async () => {
    const { text } = await send(`${service().url}/metrics`, {
      token: await service().token('customer', { scope: 'admin' }),
    });
    assert.match(text, /confere_liveness_sessions\{state="failed"\} [1-9]/);
    assert.match(text, /confere_liveness_failures\{reason="wrong_direction"\} [1-9]/);
  });

  it('a session that is removed takes its frames with it', async () => {
    const { session, secret } = await begun();
    await post(session, 'next', secret);
    await sendFrame(session, secret, { step: 1, index: 0, bytes: await drawStill() });
    const { imageUrl } = (await read(session)).body.steps[0].frames[0];
    const imageId = new URL(imageUrl).pathname.split('/').at(-1)!;
    const listFiles = () => readdir(join(service().dataDir, 'images'), { recursive: true });
    assert.ok((await listFiles()).some((name) => name.includes(imageId)));
    assert.equal((await send(imageUrl)).status, 200);
    assert.equal((await send(session.url, { method: 'DELETE', token: customer })).status, 204);
    assert.equal((await send(imageUrl)).status, 404);
    assert.ok(!(await listFiles()).some((name) => name.includes(imageId)));
    assertError(await read(session), 404, 'liveness_session_not_found');
    assertError(await post(session, 'next', secret), 401, 'liveness_secret_invalid');
  });

  it('what happened to a session is in the audit log', async () => {
    const { session, secret } = await begun();
    await post(session, 'cancel', secret);
    const events = await send(`${service().url}/v1/audit?target=${session.id}`, { token: customer });
    assert.equal(events.status, 200, events.text);
    const actions = events.body.items.map(({ action }: { action: string }) => action);
    assert.deepEqual(actions.sort(), ['liveness.abandon', 'liveness.begin', 'liveness.create']);
  });
});
