import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import sharp from 'sharp';
import { generateCpf } from '../../../src/platform/documents.ts';
import {
  beginLiveness,
  type CreatedSession,
  createLivenessSession,
  sendFrame,
} from '../../support/capture-page.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Answer, assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const lockMs = 30 * 60_000;
/** More than a session has from its begin. */
const ranOutMs = 95_000;

describeDatabases('limits of liveness sessions', (kind) => {
  const service = shareService(kind, {
    engine: createStandInEngine(),
    env: {
      LIVENESS_LOCK_AFTER_FAILURES: '1',
      TRUSTED_PROXIES: '127.0.0.0/8,::1',
      ACCESS_TOKEN_LIFETIME_SECONDS: '3600',
    },
  });
  let customer: string;
  before(async () => {
    customer = await service().token('customer');
  });
  let addresses = 0;

  const create = (json: object = { purpose: 'check' }, token = customer) =>
    createLivenessSession(service().mobileUrl, token, json);
  const refused = async (json: object, token = customer) =>
    send(`${service().url}/v1/liveness-sessions`, { method: 'POST', token, json });
  const post = (session: CreatedSession, path: string, token?: string, json?: object, from?: string) =>
    send(`${session.url}/${path}`, {
      method: 'POST',
      token,
      ...(json === undefined ? {} : { json }),
      ...(from === undefined ? {} : { headers: { 'x-forwarded-for': from } }),
    });
  const read = async (session: CreatedSession) => (await send(session.url, { token: customer })).body;
  /** An address that no other test sends from. */
  const newAddress = () => {
    addresses += 1;
    return `198.51.${100 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
  };

  /** A session that shows a step; gives its secret. */
  async function show(session: CreatedSession, from: string): Promise<string> {
    const begun = await post(session, 'begin', undefined, { code: session.code }, from);
    assert.equal(begun.status, 200, begun.text);
    const { secret } = begun.body;
    assert.equal((await post(session, 'next', secret)).status, 200);
    return secret;
  }

  /** A session that shows a step and is ended by the person. */
  async function fail(session: CreatedSession, from: string): Promise<void> {
    const secret = await show(session, from);
    assert.equal((await post(session, 'cancel', secret)).status, 200);
  }

  async function showAtOnce(sessions: readonly CreatedSession[], device?: (at: number) => object) {
    const secrets: string[] = [];
    for (const [at, session] of sessions.entries()) {
      const json = { code: session.code, ...(device === undefined ? {} : { device: device(at) }) };
      const begun = await post(session, 'begin', undefined, json, newAddress());
      assert.equal(begun.status, 200, begun.text);
      secrets.push(begun.body.secret);
    }
    return await Promise.all(sessions.map((session, at) => post(session, 'next', secrets[at])));
  }

  async function assertOneShown(
    sessions: readonly CreatedSession[],
    answers: readonly Answer[],
    whose: RegExp,
  ) {
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const [at, answer] of answers.entries()) {
      if (answer.status === 200) continue;
      assertError(answer, 429, 'liveness_locked');
      assert.match(answer.body.detail, whose);
      const { state, steps } = await read(sessions[at]!);
      assert.deepEqual([state, steps], ['started', []], 'nobody learns of a step');
    }
  }

  it('of sessions begun at once for one CPF, or on one device, no more show a step than may fail', async () => {
    const peopleId = generateCpf();
    const ofPerson: CreatedSession[] = [];
    for (let i = 0; i < 5; i++) ofPerson.push(await create({ purpose: 'authenticate', peopleId }));
    const shown = await showAtOnce(ofPerson, (at) => ({ id: `own-${at}` }));
    await assertOneShown(ofPerson, shown, /this CPF/);
    const another = await refused({ purpose: 'authenticate', peopleId });
    assertError(another, 429, 'liveness_locked');

    const ofDevice: CreatedSession[] = [];
    for (let i = 0; i < 4; i++) ofDevice.push(await create());
    const onOne = await showAtOnce(ofDevice, () => ({ id: 'the-same' }));
    await assertOneShown(ofDevice, onOne, /this device/);
  });

  it('removing a session that did not pass undoes no lock, and a bound token removes none', async () => {
    const peopleId = generateCpf();
    const request = { purpose: 'authenticate', peopleId };
    const bound = await service().token('mobile', { peopleId });
    const session = await create(request, bound);
    await fail(session, newAddress());
    assertError(await send(session.url, { method: 'DELETE', token: bound }), 403, 'scope_forbidden');
    assert.equal((await send(session.url, { token: bound })).body.state, 'abandoned');
    assertError(await refused(request, bound), 429, 'liveness_locked');

    const other = { purpose: 'authenticate', peopleId: generateCpf() };
    const removed = await create(other);
    await fail(removed, newAddress());
    assert.equal((await send(removed.url, { method: 'DELETE', token: customer })).status, 204);
    assertError(await send(removed.url, { token: customer }), 404, 'liveness_session_not_found');
    const locked = await refused(other);
    assertError(locked, 429, 'liveness_locked');
    assert.match(locked.body.detail, /this CPF/);
    await service().clock.later(lockMs + 1_000, async () => {
      const again = await refused(other);
      assert.equal(again.status, 201, again.text);
    });
  });

  it('a network whose sessions run out begins none for a while, ten times as patient as a CPF', async () => {
    const from = newAddress();
    for (let tries = 0; tries < 10; tries++) await show(await create(), from);
    await service().clock.later(ranOutMs, async () => {
      const session = await create();
      const locked = await post(session, 'begin', undefined, { code: session.code }, from);
      assertError(locked, 429, 'liveness_locked');
      assert.match(locked.body.detail, /this network/);
      assert.ok(Number(locked.headers.get('retry-after')) > 1_000);
      assert.equal((await read(session)).state, 'created');
      const elsewhere = await post(session, 'begin', undefined, { code: session.code }, newAddress());
      assert.equal(elsewhere.status, 200, elsewhere.text);
    });
  });

  it('sessions that somebody begins and ends lock neither a network nor a client', async () => {
    const from = newAddress();
    const client = await service().fetchToken(await service().createClient('customer'));
    for (let tries = 0; tries < 51; tries++) await fail(await create({ purpose: 'check' }, client), from);
    const session = await create({ purpose: 'check' }, client);
    const begun = await post(session, 'begin', undefined, { code: session.code }, from);
    assert.equal(begun.status, 200, begun.text);
  });

  it('a client whose sessions all run out is slowed down and shown to the operator, and never locked', async () => {
    const client = await service().fetchToken(await service().createClient('customer'));
    const failing = async () =>
      /^confere_liveness_failing_clients (\d+)$/m.exec(
        (await send(`${service().url}/metrics`, { token: admin })).text,
      )?.[1];
    const admin = await service().fetchToken(service().admin);
    for (let tries = 0; tries < 50; tries++) {
      await show(await create({ purpose: 'check' }, client), newAddress());
    }
    await service().clock.later(ranOutMs, async () => {
      assert.equal(await failing(), '1');
      for (let made = 0; made < 30; made++) {
        assert.equal((await refused({ purpose: 'check' }, client)).status, 201);
      }
      const slowed = await refused({ purpose: 'check' }, client);
      assertError(slowed, 429, 'liveness_locked');
      assert.match(slowed.body.detail, /30 a minute/);
      assert.ok(Number(slowed.headers.get('retry-after')) <= 60);
      assert.equal((await refused({ purpose: 'check' })).status, 201, 'another client');
    });
  });

  it('one address begins 120 sessions in an hour at most; wrong codes and repetitions begin none', async () => {
    const from = newAddress();
    const [first, ...others] = await Promise.all(Array.from({ length: 121 }, () => create()));
    const begin = (session: CreatedSession, code = session.code, address = from) =>
      post(session, 'begin', undefined, { code, nonce: 'n'.repeat(22) }, address);
    for (let tries = 0; tries < 120; tries++) {
      assertError(await begin(first!, 'x'.repeat(43)), 401, 'liveness_code_invalid');
      assert.equal((await begin(first!)).status, 200);
    }
    const last = others.pop()!;
    for (const session of others) assert.equal((await begin(session)).status, 200);
    assertError(await begin(last), 429, 'liveness_locked');
    assert.equal((await read(last)).state, 'created');
    assert.equal((await begin(last, last.code, newAddress())).status, 200);
  });

  it('a session takes 120 frames in a minute at most, resent ones among them', async () => {
    const session = await create();
    const secret = await beginLiveness(session);
    assert.equal((await post(session, 'next', secret)).status, 200);
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#777' } })
      .jpeg()
      .toBuffer();
    for (let sent = 0; sent < 120; sent++) {
      assert.equal((await sendFrame(session, secret, { step: 1, index: 0, bytes })).status, 200);
    }
    assertError(await sendFrame(session, secret, { step: 1, index: 1, bytes }), 429, 'rate_limited');
    assert.equal((await read(session)).steps[0].frames.length, 1);
  });
});
