import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import sharp from 'sharp';
import { generateCpf } from '../../src/platform/documents.ts';
import {
  beginLiveness,
  createLivenessSession,
  performSteps,
  type Step,
  sendFrame,
} from '../support/capture-page.ts';
import { describeDatabases } from '../support/database.ts';
import { drawHead, drawPrint, poseOfFrame } from '../support/draw-head.ts';
import { cutFacePhotos, type FacePhotos } from '../support/face-photos.ts';
import { assertError, bodyOf, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { putFace, toDataAddress } from '../support/service-photos.ts';

/** What a head does for each movement, with the little that no head holds still. */
describeDatabases('liveness sessions with drawn heads', (kind) => {
  const service = shareService(kind, {
    env: {
      FACE_LIVENESS_THRESHOLD: '0.4',
      FACE_WORKERS: '2',
      LIVENESS_REQUIRED_AUTHENTICATION: 'challenge',
    },
  });
  const cpf = generateCpf();
  let photos: FacePhotos;
  let face: Uint8Array;
  let customer: string;
  let frames = 0;

  before(async () => {
    photos = await cutFacePhotos(720);
    face = photos.sameWoman[1];
    customer = await service().token('customer');
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
  });

  const follow =
    (draw: typeof drawHead, photo: Uint8Array, pick = (step: Step) => step.kind) =>
    (step: Step, index: number) => {
      const { yaw, pitch } = poseOfFrame({ ...step, kind: pick(step) }, index);
      frames += 1;
      return draw(photo, { yaw: yaw + (frames % 3) * 0.4, pitch }, frames);
    };
  const read = async (id: string, token = customer) =>
    await send(`${service().url}/v1/liveness-sessions/${id}`, { token });
  const authenticate = (json: object, token = customer) =>
    send(`${service().url}/v1/face-authentications`, { method: 'POST', token, json });

  async function perform(
    draw: (step: Step, index: number) => Promise<Uint8Array>,
    request: object = { purpose: 'authenticate', peopleId: generateCpf() },
  ) {
    const session = await createLivenessSession(service().mobileUrl, customer, request);
    const secret = await beginLiveness(session);
    assert.equal((await performSteps(session, secret, draw)).status, 200);
    let data = (await read(session.id)).body;
    while (data.state === 'judging') data = (await read(session.id)).body;
    // Asked again, for the first answer comes without the verdict when the judgement is slow.
    const finished = await send(`${session.url}/finish`, { method: 'POST', token: secret });
    assert.equal(finished.status, 200, finished.text);
    return { session, secret, outcome: bodyOf(finished), data };
  }

  it('a head that follows the steps passes, and authenticates once', async () => {
    const request = { purpose: 'authenticate', peopleId: cpf };
    const { session, secret, outcome, data } = await perform(follow(drawHead, face), request);
    assert.equal(data.state, 'passed', JSON.stringify(data));
    assert.deepEqual(data.reasons, []);
    assert.equal(outcome.outcome, 'done');
    assert.ok(data.verdict.probability >= 0.5 && data.verdict.isAlive);
    assert.match(data.verdict.engine, /^challenge@8\+fr-liveness/);
    assert.equal(data.steps.length, 7);
    for (const { kind, betweenDegrees } of data.steps) {
      assert.equal(
        kind === 'center' ? betweenDegrees : typeof betweenDegrees,
        kind === 'center' ? undefined : 'number',
      );
    }
    const photo = await fetch(data.steps[0].frames[0].imageUrl);
    assert.equal(photo.headers.get('content-type'), 'image/jpeg');

    assertError(await authenticate({ peopleId: cpf }), 400, 'liveness_session_required');
    const lone = { peopleId: cpf, imageUrl: toDataAddress(face) };
    assertError(await authenticate(lone), 400, 'liveness_session_required');
    const mobile = await service().token('mobile', { peopleId: cpf });
    const capture = await fetch(`${service().mobileUrl}/faces/captures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mobile}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(face),
    });
    assert.equal(capture.status, 400);
    assert.equal(((await capture.json()) as { code: string }).code, 'liveness_session_required');
    assert.equal((await send(`${service().mobileUrl}/faces/captures`, { method: 'POST' })).status, 401);
    const both = { ...lone, livenessSessionId: session.id };
    assertError(await authenticate(both), 400, 'photo_ambiguous');
    const other = await service().fetchToken(await service().createClient('customer'));
    const use = { peopleId: cpf, livenessSessionId: session.id };
    assertError(await authenticate(use, other), 404, 'liveness_session_not_found');
    const stranger = { ...use, peopleId: generateCpf() };
    assertError(await authenticate(stranger), 400, 'liveness_session_unusable');
    const register = await send(`${service().url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      token: customer,
      json: { livenessSessionId: session.id },
    });
    assertError(register, 400, 'liveness_session_unusable');
    await service().clock.later(11 * 60_000, async () => {
      assertError(await authenticate(use), 400, 'liveness_session_unusable');
    });

    const answers = await Promise.all([authenticate(use), authenticate(use), authenticate(use)]);
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 1, answers.map(({ text }) => text).join('\n'));
    for (const refused of answers.filter((answer) => answer !== made[0])) {
      assertError(refused, 400, 'liveness_session_unusable');
    }
    const attempt = made[0]!.body;
    assert.equal(attempt.isMatch, true);
    assert.deepEqual(attempt.liveness, {
      probability: data.verdict.probability,
      isAlive: true,
      challenge: 'passed',
    });
    assert.equal(attempt.decision.livenessEngine, data.verdict.engine);
    assert.equal(attempt.decision.livenessSessionId, session.id);
    assert.equal((await read(session.id)).body.usedBy, attempt.id);

    const again = await send(`${session.url}/finish`, { method: 'POST', token: secret });
    assert.equal(again.body.outcome, 'done');
    const next = await send(`${session.url}/next`, { method: 'POST', token: secret });
    assertError(next, 409, 'liveness_session_ended');
  });

  it('registers the best frame as the reference photo', async () => {
    const person = generateCpf();
    const request = { purpose: 'register', peopleId: person };
    const { session, data } = await perform(follow(drawHead, face), request);
    assert.equal(data.state, 'passed', JSON.stringify(data));
    const answer = await send(`${service().url}/v1/people/${person}/face`, {
      method: 'PUT',
      token: customer,
      json: { livenessSessionId: session.id },
    });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.body.liveness.engine, data.verdict.engine);
    assert.equal((await read(session.id)).body.usedBy, answer.body.id);
  });

  it('a print that is turned as asked fails', async () => {
    const held: typeof drawHead = (photo, { yaw, pitch }, seed) =>
      drawPrint(photo, { yaw: (yaw * 35) / 33, pitch: (pitch * 45) / 26 }, seed);
    const { data } = await perform(follow(held, photos.sameWoman[0]));
    assert.equal(data.state, 'failed');
    assert.ok(data.reasons.includes('flat') || data.reasons.includes('wrong_direction'), data.reasons.join());
    assert.equal(data.verdict.isAlive, false);
    assert.ok(data.verdict.probability < 0.5);
  });

  it('a head that turns the other way fails, and the person is told to try again', async () => {
    const opposite = (step: Step) => ({ left: 'right', right: 'left' })[step.kind as 'left'] ?? step.kind;
    const { outcome, data } = await perform(follow(drawHead, face, opposite));
    assert.equal(data.state, 'failed');
    assert.deepEqual(data.reasons, ['wrong_direction']);
    assert.deepEqual(outcome, { outcome: 'try_again', hint: 'turn_further' });
  });

  it('a head that is never seen on its way is asked for a turn twice more, and then fails', async () => {
    const draw = follow(drawHead, face);
    const { session, outcome, data } = await perform((step) => draw(step, step.frames));
    assert.deepEqual(data.reasons, ['turn_too_quick']);
    assert.deepEqual(outcome, { outcome: 'try_again', hint: 'turn_slower' });
    assert.ok(data.verdict.probability < 0.5);
    assert.equal(data.steps.length, 9);
    const drawn = data.steps.slice(0, 7).map(({ kind }: Step) => kind);
    for (const { kind } of data.steps.slice(7)) assert.ok(kind !== 'center' && drawn.includes(kind), kind);
    const { body } = await send(`${service().url}/v1/audit?target=${session.id}&limit=100`, {
      token: customer,
    });
    const repeats = body.items.filter(({ action }: { action: string }) => action === 'liveness.repeat');
    assert.deepEqual(
      repeats.map(({ detail }: { detail: object }) => detail),
      Array(2).fill({ reasons: ['turn_too_quick'] }),
    );
  });

  /** A session that has the frames of all steps that were drawn, and was not finished. */
  async function showSteps(draw: (step: Step, index: number) => Promise<Uint8Array>) {
    const request = { purpose: 'check', peopleId: generateCpf() };
    const session = await createLivenessSession(service().mobileUrl, customer, request);
    const secret = await beginLiveness(session);
    for (let number = 1; number <= 7; number++) {
      const { step } = (await send(`${session.url}/next`, { method: 'POST', token: secret })).body;
      for (let index = 0; index < step.frames; index++) {
        await sendFrame(session, secret, { step: number, index, bytes: await draw(step, index) });
      }
    }
    return {
      session,
      secret,
      finish: () => send(`${session.url}/finish`, { method: 'POST', token: secret }),
    };
  }

  it('a head that is seen on its way in the turn that is asked for again passes, however late', async () => {
    const draw = follow(drawHead, face);
    const quickly = (step: Step, index: number) => draw(step, step.number > 7 ? index : step.frames);
    const { session, secret, finish } = await showSteps(quickly);
    await service().clock.later(60_000, async () => {
      const { remainingSeconds, ...outcome } = bodyOf(await finish()) as { remainingSeconds: number };
      assert.deepEqual(outcome, { outcome: 'repeat', hint: 'turn_slower' });
      assert.ok(remainingSeconds > 80 && remainingSeconds <= 90, `${remainingSeconds} seconds`);
      assert.equal((await finish()).body.outcome, 'repeat', 'a lost answer is given again');
      const running = (await read(session.id)).body;
      assert.equal(running.state, 'capturing');
      assert.equal(running.verdict, undefined);
    });
    await service().clock.later(100_000, async () => {
      const finished = await performSteps(session, secret, quickly);
      assert.deepEqual(bodyOf(finished), { outcome: 'done' });
      const { state, reasons, steps } = (await read(session.id)).body;
      assert.deepEqual([state, reasons, steps.length], ['passed', [], 8]);
    });
  });

  it('whoever lets the time of a movement that is asked for again go by has no session any more', async () => {
    const draw = follow(drawHead, face);
    const { session, finish } = await showSteps((step) => draw(step, step.frames));
    assert.equal((await finish()).body.outcome, 'repeat');
    await service().clock.later(91_000, async () => {
      assertError(await finish(), 409, 'liveness_session_ended');
      assert.equal((await read(session.id)).body.state, 'expired');
    });
  });

  it('frames that come twice fail, in one session and from another', async () => {
    const shown = new Map<string, Uint8Array>();
    const draw = follow(drawHead, face);
    const still = async (step: Step, index: number) => {
      const pose = `${step.kind}${index < (step.between ?? 0) ? ', on the way' : ''}`;
      const known = shown.get(pose) ?? (await draw(step, index));
      shown.set(pose, known);
      return known;
    };
    const first = await perform(still);
    assert.deepEqual(first.data.reasons, ['frames_repeated']);
    const second = await perform(async (step, index) =>
      step.number === 1 && index === 0 ? shown.get('center')! : await draw(step, index),
    );
    assert.deepEqual(second.data.reasons, ['frames_seen_before']);
  });

  it('a passed session that is sent again, smaller and in another order, fails; its person passes anew', async () => {
    const person = generateCpf();
    const request = { purpose: 'authenticate', peopleId: person };
    const shown = new Map<string, Uint8Array[]>();
    const draw = follow(drawHead, face);
    const first = await perform(async (step, index) => {
      const bytes = await draw(step, index);
      shown.set(step.kind, [...(shown.get(step.kind) ?? []), bytes]);
      return bytes;
    }, request);
    assert.equal(first.data.state, 'passed', JSON.stringify(first.data));
    const again = await perform(async (step, index) => {
      const kept = shown.get(step.kind)?.pop();
      return kept === undefined
        ? await draw(step, index)
        : await sharp(kept).resize(600).jpeg({ quality: 60 }).toBuffer();
    }, request);
    assert.deepEqual(again.data.reasons, ['frames_seen_before']);
    const other = follow(drawHead, photos.sameWoman[0]);
    const anew = await perform(other, request);
    assert.ok(!anew.data.reasons.includes('frames_seen_before'), JSON.stringify(anew.data));
  });

  it('another face in some frames fails', async () => {
    const [own, other] = [follow(drawHead, face), follow(drawHead, photos.otherWomen[1]!)];
    const { data, outcome } = await perform((step, index) => (step.number === 5 ? other : own)(step, index));
    assert.equal(data.state, 'failed');
    assert.ok(data.reasons.includes('other_person'), data.reasons.join());
    assert.deepEqual(outcome, { outcome: 'try_again', hint: 'even_light' }, 'it says nothing of the reason');
  });

  it('frames after their time fail', async () => {
    const draw = follow(drawHead, face);
    // Frames are compared with those of earlier sessions of one client.
    const other = await service().fetchToken(await service().createClient('customer'));
    const session = await createLivenessSession(service().mobileUrl, other, { purpose: 'check' });
    const secret = await beginLiveness(session);
    let finished: Awaited<ReturnType<typeof performSteps>> | undefined;
    const next = await send(`${session.url}/next`, { method: 'POST', token: secret });
    await service().clock.later(25_000, async () => {
      const { step } = next.body;
      for (let index = 0; index < step.frames; index++) {
        await sendFrame(session, secret, { step: 1, index, bytes: await draw(step, index) });
      }
      finished = await performSteps(session, secret, draw);
    });
    assert.equal(finished?.status, 200);
    assert.deepEqual((await read(session.id, other)).body.reasons, ['too_late']);
    assert.deepEqual(bodyOf(finished), { outcome: 'try_again', hint: 'be_quicker' });
  });
});
