import assert from 'node:assert/strict';
import { type Answer, bodyOf, send } from './http.ts';

/** A session created by a back end. */
export type CreatedSession = { readonly id: string; readonly code: string; readonly url: string };

/** Creates a session and reads its one-time code out of the link. */
export async function createLivenessSession(
  baseUrl: string,
  token: string,
  json: object,
): Promise<CreatedSession> {
  const url = `${baseUrl}/v1/liveness-sessions`;
  const answer = await send(url, { method: 'POST', token, json });
  assert.equal(answer.status, 201, answer.text);
  const { id, captureUrl } = answer.body;
  const fragment = new URLSearchParams(new URL(captureUrl).hash.slice(1));
  assert.equal(fragment.get('s'), id);
  return { id, code: fragment.get('c')!, url: `${url}/${id}` };
}

export async function beginLiveness({ url, code }: CreatedSession): Promise<string> {
  const answer = await send(`${url}/begin`, { method: 'POST', json: { code } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.secret;
}

/** A step as the page learns of it. */
export type Step = {
  readonly number: number;
  readonly of: number;
  readonly kind: string;
  readonly frames: number;
  /** Of a turn: how many of the frames are to show the way to it. */
  readonly between?: number;
};

export function sendFrame(
  { url }: Pick<CreatedSession, 'url'>,
  secret: string,
  frame: {
    readonly step: number;
    readonly index: number;
    readonly bytes: Uint8Array;
    readonly type?: string;
  },
): Promise<Answer> {
  return send(`${url}/frames`, {
    method: 'POST',
    token: secret,
    headers: {
      'content-type': frame.type ?? 'image/jpeg',
      'x-frame-step': String(frame.step),
      'x-frame-index': String(frame.index),
    },
    body: Buffer.from(frame.bytes),
  });
}

/** Asks for each step, also for those once more, and sends what is drawn for it; gives the last answer of finish. */
export async function performSteps(
  session: Pick<CreatedSession, 'url'>,
  secret: string,
  draw: (step: Step, index: number) => Promise<Uint8Array>,
): Promise<Answer> {
  for (;;) {
    const next = await send(`${session.url}/next`, { method: 'POST', token: secret });
    assert.equal(next.status, 200, next.text);
    const step: Step | null = next.body.step;
    if (step === null) {
      const finished = await send(`${session.url}/finish`, { method: 'POST', token: secret });
      if (finished.body.outcome === 'repeat') continue;
      return finished;
    }
    for (let index = 0; index < step.frames; index++) {
      const sent = await sendFrame(session, secret, {
        step: step.number,
        index,
        bytes: await draw(step, index),
      });
      assert.equal(sent.status, 200, sent.text);
      assert.deepEqual(bodyOf(sent), { step: step.number, received: index + 1, wanted: step.frames });
    }
  }
}
