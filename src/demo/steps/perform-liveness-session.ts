import { setTimeout as wait } from 'node:timers/promises';
import type { Cpf } from '../../platform/documents.ts';
import { type DrawnPose, type headPoses, poseOfFrame } from '../draw-head.ts';
import type { SendRequest } from '../exchange.ts';
import type { AttemptData, PerformedSession } from '../observations.ts';
import type { ShownFrame } from '../render-page.ts';

const pollMs = 500;
const longestJudgementMs = 60_000;

type Verdict = Pick<PerformedSession, 'state' | 'verdict' | 'reasons'>;
type Step = {
  readonly number: number;
  readonly kind: keyof typeof headPoses;
  readonly frames: number;
  readonly between?: number;
};

/** Draws what the camera sees of a pose. No two frames of a camera are alike, hence `seed`. */
export type DrawFrame = (pose: DrawnPose, seed: number) => Promise<Uint8Array>;

/**
 * A liveness session as a capture page performs it: the back end creates it, the page begins it with the code of the
 * link, learns the steps one by one and sends what `draw` draws for each. Then the back end reads the verdict and the app
 * authenticates with the session in the place of a photo.
 */
export async function performLivenessSession(
  send: SendRequest,
  asked: {
    readonly backEnd: string;
    readonly phone: string;
    readonly cpf: Cpf;
    /** In words, for the transcript. */
    readonly camera: string;
    readonly draw: DrawFrame;
  },
): Promise<{ readonly session: PerformedSession; readonly shown: readonly ShownFrame[] }> {
  const { backEnd, phone, cpf, camera, draw } = asked;
  const created = await send('POST', '/v1/liveness-sessions', {
    token: backEnd,
    json: { purpose: 'authenticate', peopleId: cpf },
    note: camera,
    show: ({ state }) => ({ state }),
    needs: 201,
  });
  const { id, captureUrl } = created.body as { readonly id: string; readonly captureUrl: string };
  const address = `/v1/liveness-sessions/${id}`;
  const code = new URLSearchParams(new URL(captureUrl).hash.slice(1)).get('c');
  const begun = await send('POST', `${address}/begin`, {
    json: { code },
    show: ({ state }) => ({ state }),
    needs: 200,
  });
  const { secret } = begun.body as { readonly secret: string };
  const startedAt = performance.now();
  let frames = 0;
  const steps: string[] = [];
  const shown: ShownFrame[] = [];
  for (;;) {
    const next = await send('POST', `${address}/next`, { token: secret, isQuiet: true, needs: 200 });
    const { step } = next.body as { readonly step: Step | null };
    if (step === null) break;
    steps.push(step.kind);
    for (let index = 0; index < step.frames; index++) {
      const { yaw, pitch } = poseOfFrame(step, index);
      // Nobody holds a head still.
      const body = new Uint8Array(await draw({ yaw: yaw + (frames % 3) * 0.4, pitch }, ++frames));
      const headers = {
        'content-type': 'image/jpeg',
        'x-frame-step': String(step.number),
        'x-frame-index': String(index),
      };
      if (index === 1) shown.push({ kind: step.kind, bytes: body });
      await send('POST', `${address}/frames`, { token: secret, headers, body, isQuiet: true, needs: 200 });
    }
  }
  await send('POST', `${address}/finish`, {
    token: secret,
    show: ({ outcome, hint }) => ({ steps: steps.join(' '), frames, outcome, hint }),
    needs: 200,
  });
  const { state, verdict, reasons } = await readVerdict(send, address, backEnd);
  const durationMs = performance.now() - startedAt;
  const answer = await send('POST', '/faces/authenticate', {
    token: phone,
    json: { peopleId: cpf, livenessSessionId: id },
    note: 'with the session',
    show: ({ isMatch, code: refusal }) => ({ isMatch, code: refusal }),
  });
  const attemptId = answer.headers.get('x-attempt-id');
  const attempt =
    answer.status === 200
      ? await send('GET', `/faces/authenticate/${attemptId}`, { token: backEnd, isQuiet: true })
      : undefined;
  const session = {
    camera,
    steps,
    frames,
    durationMs,
    state,
    verdict,
    reasons,
    use: { status: answer.status, isMatch: answer.body.isMatch, code: answer.body.code },
    attempt: attempt?.body.data as AttemptData | undefined,
  };
  return { session, shown };
}

/** The session once it is judged. On a busy machine that takes longer than the page waits. */
async function readVerdict(send: SendRequest, address: string, token: string): Promise<Verdict> {
  const until = performance.now() + longestJudgementMs;
  for (;;) {
    const { body } = await send('GET', address, { token, isQuiet: true, needs: 200 });
    if ((body as Verdict).state !== 'judging' || performance.now() > until) break;
    await wait(pollMs);
  }
  const { body } = await send('GET', address, {
    token,
    show: (shown) => {
      const { state, verdict, reasons } = shown as Verdict;
      return { state, probability: verdict?.probability, reasons };
    },
    needs: 200,
  });
  return body as Verdict;
}
