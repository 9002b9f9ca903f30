import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import sharp from 'sharp';
import {
  beginLiveness,
  type CreatedSession,
  createLivenessSession,
  sendFrame,
} from '../../support/capture-page.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

type Begun = { readonly session: CreatedSession; readonly secret: string };

/** A still that no other is equal to. */
async function drawStill(): Promise<Buffer> {
  return await sharp(randomBytes(48 * 48 * 3), { raw: { width: 48, height: 48, channels: 3 } })
    .jpeg()
    .toBuffer();
}

describeDatabases('requests for one liveness session at once', (kind) => {
  const service = shareService(kind, {
    engine: createStandInEngine(),
    env: { LIVENESS_LOCK_AFTER_FAILURES: '0' },
    constants: { liveness: { extensions: 2 } },
  });
  let customer: string;
  before(async () => {
    customer = await service().token('customer');
  });

  const post = ({ session, secret }: Begun, path: string) =>
    send(`${session.url}/${path}`, { method: 'POST', token: secret });
  const remove = ({ session }: Begun) => send(session.url, { method: 'DELETE', token: customer });
  const stateOf = async ({ session }: Begun) => (await send(session.url, { token: customer })).body.state;
  async function begin(): Promise<Begun> {
    const session = await createLivenessSession(service().mobileUrl, customer, { purpose: 'check' });
    return { session, secret: await beginLiveness(session) };
  }
  /** A session that has all its frames. */
  async function fill(): Promise<Begun> {
    const begun = await begin();
    for (;;) {
      const { step } = (await post(begun, 'next')).body;
      if (step === null) return begun;
      for (let index = 0; index < step.frames; index++) {
        const sent = { step: step.number, index, bytes: await drawStill() };
        assert.equal((await sendFrame(begun.session, begun.secret, sent)).status, 200);
      }
    }
  }
  async function listActions({ session }: Begun): Promise<readonly string[]> {
    const { body } = await send(`${service().url}/v1/audit?target=${session.id}&limit=100`, {
      token: customer,
    });
    return body.items
      .map(({ action }: { action: string }) => action)
      .filter((action: string) => action !== 'liveness.read')
      .sort();
  }
  const statuses = (answers: readonly { readonly status: number }[]) =>
    answers.map(({ status }) => status).sort();

  it('finish it once, and are all answered alike', async () => {
    const begun = await fill();
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(begun, 'finish')));
    assert.deepEqual(statuses(answers), [200, 200, 200, 200]);
    assert.equal(await stateOf(begun), 'failed');
    assert.deepEqual(await listActions(begun), [
      'liveness.begin',
      'liveness.capture',
      'liveness.create',
      'liveness.fail',
      'liveness.finish',
    ]);
  });

  it('finish it or cancel it, never both', async () => {
    const begun = await fill();
    const [finished, cancelled] = await Promise.all([
      post(begun, 'finish'),
      post(begun, 'cancel'),
      post(begun, 'next'),
      post(begun, 'more-time'),
    ]);
    assert.equal([finished, cancelled].filter(({ status }) => status === 200).length, 1);
    const state = await stateOf(begun);
    assert.equal(state, cancelled.status === 200 ? 'abandoned' : 'failed');
    const ends = (await listActions(begun)).filter((action) => /abandon|finish|fail/.test(action));
    assert.deepEqual(ends, state === 'failed' ? ['liveness.fail', 'liveness.finish'] : ['liveness.abandon']);
  });

  it('cancel it once', async () => {
    const begun = await begin();
    const answers = await Promise.all([1, 2, 3].map(() => post(begun, 'cancel')));
    assert.deepEqual(statuses(answers), [200, 409, 409]);
    const actions = await listActions(begun);
    assert.equal(actions.filter((action) => action === 'liveness.abandon').length, 1);
  });

  it('get no more time than the operator gives', async () => {
    const begun = await begin();
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(begun, 'more-time')));
    assert.deepEqual(statuses(answers), [200, 200, 409, 409]);
    for (const answer of answers) {
      if (answer.status === 409) assertError(answer, 409, 'liveness_extension_refused');
    }
  });

  it('hand it over or show its first step, never both', async () => {
    const begun = await begin();
    const [shown, handed] = await Promise.all([post(begun, 'next'), post(begun, 'handover')]);
    assert.equal([shown, handed].filter(({ status }) => status === 200).length, 1);
    if (handed.status === 200) assertError(shown, 401, 'liveness_secret_invalid');
    else assertError(handed, 409, 'liveness_handover_refused');
  });

  it('remove it once, and nothing of it is left, judged or not', async () => {
    const begun = await begin();
    const answers = await Promise.all([1, 2, 3].map(() => remove(begun)));
    assert.deepEqual(statuses(answers), [204, 404, 404]);
    const actions = await listActions(begun);
    assert.equal(actions.filter((action) => action === 'liveness.delete').length, 1);

    const listFiles = async () =>
      (await readdir(join(service().dataDir, 'images'), { recursive: true })).sort();
    const files = await listFiles();
    const full = await fill();
    assert.ok((await listFiles()).length > files.length);
    const [removed, finished] = await Promise.all([remove(full), post(full, 'finish')]);
    assert.equal(removed.status, 204, removed.text);
    if (finished.status !== 200) assertError(finished, 401, 'liveness_secret_invalid');
    assert.equal(await stateOf(full), undefined);
    assertError(await post(full, 'finish'), 401, 'liveness_secret_invalid');
    const left = (await listFiles()).filter((name) => /[0-9a-f]{32}/.test(name));
    assert.deepEqual(
      left,
      files.filter((name) => /[0-9a-f]{32}/.test(name)),
    );
  });
});
