import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Lighting, lightFace } from '../../bench/liveness/light/light-face.ts';
import { createSeededRandom } from '../../bench/seeded-random.ts';
import { lightColours } from '../../src/liveness/measure-light.ts';
import type { LightColour } from '../../src/liveness/types.ts';
import { beginLiveness, createLivenessSession, performSteps, type Step } from '../support/capture-page.ts';
import { describeDatabases } from '../support/database.ts';
import { drawHead, poseOfFrame } from '../support/draw-head.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { bodyOf, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';

const office: Lighting = {
  reach: 0.2,
  room: { red: 1.1, green: 1, blue: 0.85 },
  behind: 0.1,
  balance: 0.5,
  noise: 2,
  quality: 88,
};
const nextTo = { blue: 'green', green: 'amber', amber: 'pink', pink: 'blue' } as const;

describeDatabases('sessions with light and drawn heads', (kind) => {
  const service = shareService(kind, {
    env: { LIVENESS_LIGHT: 'offered', LIVENESS_REPLAY_DAYS: '0', FACE_WORKERS: '2' },
  });
  const random = createSeededRandom('light');
  let face: Uint8Array;
  let customer: string;
  let frames = 0;

  before(async () => {
    face = (await cutFacePhotos(720)).sameWoman[1];
    customer = await service().token('customer');
  });

  /** A head that follows the turns, under the light of what is shown as `light` says. */
  async function perform(light: (colour: LightColour) => { colour: LightColour; reach: number }) {
    const session = await createLivenessSession(service().mobileUrl, customer, {
      purpose: 'check',
      challenge: 'turns_and_light',
    });
    const secret = await beginLiveness(session);
    const finished = await performSteps(session, secret, async (step: Step, index) => {
      const { yaw, pitch } = poseOfFrame(step, index);
      frames += 1;
      const picture = await drawHead(face, { yaw: yaw + (frames % 3) * 0.4, pitch }, frames);
      if (step.kind !== 'light') return picture;
      const { colour, reach } = light((step as Step & { colour: LightColour }).colour);
      return await lightFace(picture, lightColours[colour], { ...office, reach }, random);
    });
    assert.equal(finished.status, 200, finished.text);
    const read = async () => (await send(session.url, { token: customer })).body;
    let data = await read();
    while (data.state === 'judging') data = await read();
    // Whoever asks again is answered by the verdict, also where the first answer did not wait for it.
    const told = await send(`${session.url}/finish`, { method: 'POST', token: secret });
    return { data, outcome: bodyOf(told) };
  }

  it('pass when the face answers the colours', async () => {
    const { data } = await perform((colour) => ({ colour, reach: office.reach }));
    assert.deepEqual(data.reasons, [], JSON.stringify(data.verdict));
    assert.equal(data.state, 'passed');
    assert.match(data.verdict.engine, /^challenge@8\+light@1\+fr-liveness/);
    assert.ok(data.verdict.light.agreement >= 0.85 && data.verdict.light.strength >= 0.03);
    const lit = data.steps.slice(7);
    assert.equal(lit.length, 6);
    for (const step of lit) assert.equal(typeof step.redTone, 'number');
  });

  it('fail when the light on the face is another one, as in a recording of another session', async () => {
    const { data, outcome } = await perform((colour) => ({ colour: nextTo[colour], reach: 0.4 }));
    assert.equal(data.state, 'failed');
    assert.deepEqual(data.reasons, ['wrong_light'], JSON.stringify(data.verdict));
    assert.ok(data.verdict.probability < 0.5);
    assert.deepEqual(outcome, { outcome: 'try_again', hint: 'even_light' });
  });

  it('fail as unclear where the screen does not reach the face, and help the person', async () => {
    const { data, outcome } = await perform((colour) => ({ colour, reach: 0 }));
    assert.equal(data.state, 'failed');
    assert.deepEqual(data.reasons, ['light_unclear'], JSON.stringify(data.verdict));
    assert.deepEqual(outcome, { outcome: 'try_again', hint: 'darker_place' });
  });
});
