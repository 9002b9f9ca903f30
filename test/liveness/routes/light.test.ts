import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, it } from 'node:test';
import sharp from 'sharp';
import { beginLiveness, createLivenessSession, performSteps } from '../../support/capture-page.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError, bodyOf, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const request = { purpose: 'check', challenge: 'turns_and_light' };

async function drawStill(): Promise<Uint8Array> {
  return await sharp(randomBytes(32 * 32 * 3), { raw: { width: 32, height: 32, channels: 3 } })
    .jpeg()
    .toBuffer();
}

describeDatabases('sessions with light', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine(), env: { LIVENESS_LIGHT: 'offered' } });
  let customer: string;
  before(async () => {
    customer = await service().token('customer');
  });
  const read = async (url: string) => (await send(url, { token: customer })).body;

  it('show six colours after the turns, each only once the one before has its frame', async () => {
    const session = await createLivenessSession(service().mobileUrl, customer, request);
    const begin = await send(`${session.url}/begin`, { method: 'POST', json: { code: session.code } });
    assert.equal(begin.body.challenge, 'turns_and_light');
    const { secret } = begin.body;
    const colours: string[] = [];
    const finished = await performSteps(session, secret, async (step) => {
      if (step.kind === 'light') {
        const asked = await send(`${session.url}/next`, { method: 'POST', token: secret });
        const { colour, number, frames } = asked.body.step;
        assert.deepEqual([number, frames], [step.number, 1]);
        colours.push(colour);
        // The back end sees no more than what was shown.
        const shown = (await read(session.url)).steps.filter(
          (each: { kind: string }) => each.kind === 'light',
        );
        assert.deepEqual(
          shown.map((each: { colour: string }) => each.colour),
          colours,
        );
      }
      return await drawStill();
    });
    assert.equal(finished.status, 200, finished.text);
    assert.equal(colours.length, 6);
    let data = await read(session.url);
    while (data.state === 'judging') data = await read(session.url);
    assert.equal(data.challenge, 'turns_and_light');
    assert.equal(data.steps.length, 13);
    // The stand-in sees no colours: nothing can be said of the light, and the session does not pass.
    assert.ok(data.reasons.includes('light_unclear'), data.reasons.join());
    assert.equal(data.state, 'failed');
    assert.equal(data.verdict.engine, 'challenge@8+light@1+stand-in@1');
  });

  it('end as not performed for whoever cannot look at the light', async () => {
    const session = await createLivenessSession(service().mobileUrl, customer, request);
    const secret = await beginLiveness(session);
    const json = { reason: 'cannot_see_light' };
    const answer = await send(`${session.url}/cancel`, { method: 'POST', token: secret, json });
    assert.deepEqual(bodyOf(answer), { state: 'not_performed' });
  });

  it('are only made when they are asked for', async () => {
    const session = await createLivenessSession(service().mobileUrl, customer, { purpose: 'check' });
    assert.equal((await read(session.url)).challenge, 'turns');
  });
});

describeDatabases('a service without light', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });

  it('refuses sessions with light, and makes none', async () => {
    const answer = await send(`${service().url}/v1/liveness-sessions`, {
      method: 'POST',
      token: await service().token('customer'),
      json: request,
    });
    assertError(answer, 400, 'liveness_light_off');
  });
});
