import { abortWith, throwIfAborted } from '../abort.ts';
import { drawQr } from '../draw-qr.ts';
import { make } from '../make.ts';
import { toAddress } from '../read-link.ts';
import { type Begun, type SessionClient, SessionError } from '../session-client.ts';
import type { Stage } from '../stage.ts';
import { cancelSession } from './outcomes.ts';
import { explainNoCamera, uploadChoice } from './upload-choice.ts';

const pollEveryMs = 2_000;

/** Shows a code for a phone, and follows until the phone has finished. `here` or `upload` when this device has the session again. */
export async function handOver(
  stage: Stage,
  client: SessionClient,
  { server, id }: { server: string; id: string },
  begun: Begun,
  signal: AbortSignal,
): Promise<string> {
  const texts = stage.texts;
  stage.camera.stop();
  stage.wait(texts.loading);
  const { code, remainingSeconds } = await client.handOver();
  // The session itself lasts at most some minutes longer than its code.
  const giveUpAtMs = Date.now() + remainingSeconds * 1_000 + 600_000;
  // From now on the other device has the time.
  stage.endTime();
  const link = toAddress({ server, id, code });
  const notice = make('p', { class: 'problem', role: 'alert', hidden: '' }, texts.handoverTaken);
  const following = abortWith(signal);
  const followed = follow(client, giveUpAtMs, following.signal).catch((error: unknown) => error);
  const ask = () =>
    stage.ask(
      {
        title: texts.handoverTitle,
        content: [
          make('p', {}, texts.handoverText),
          drawQr(link, texts.handoverQr) as unknown as HTMLElement,
          make('p', {}, texts.handoverLink),
          make('p', { class: 'link' }, link),
          make('p', { class: 'muted' }, texts.handoverWaiting),
          explainNoCamera(stage, begun, { step: undefined }),
          notice,
        ],
        choices: [
          { name: 'here', label: texts.handoverHere },
          ...uploadChoice(stage, begun, { step: undefined }),
          { name: 'cancel', label: texts.cancel, look: 'quiet' },
        ],
      },
      (choose) => void followed.then((state) => choose(state as string)),
    );
  let choice = (await ask()) as unknown;
  while (choice === 'here' || choice === 'upload' || choice === 'cancel') {
    stage.wait(texts.loading);
    try {
      // The code of the picture begins the session on this device again, also to end it, unless a phone was faster.
      await client.begin(code);
      following.abort();
      return choice;
    } catch (error) {
      if (!(error instanceof SessionError) || error.status !== 401) throw error;
      notice.hidden = false;
      choice = await ask();
    }
  }
  following.abort();
  if (choice === 'stopped') return await cancelSession(stage, client, begun).then(() => 'ended');
  if (choice !== 'finished') throw choice;
  stage.show({
    title: texts.handoverDone.title,
    content: [make('p', {}, texts.handoverDone.text), ...stage.wayBack(begun, true)],
  });
  stage.tell('finished');
  return 'ended';
}

async function follow(client: SessionClient, giveUpAtMs: number, signal: AbortSignal): Promise<string> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
    throwIfAborted(signal);
    try {
      const { state, isFinished, isUploaded } = await client.progress();
      if (state === 'expired') throw new SessionError('liveness_session_ended', 409);
      if (isFinished) return state === 'judging' || isUploaded ? 'finished' : 'stopped';
    } catch (error) {
      const isPassing =
        error instanceof SessionError && (error.status === 0 || error.status === 429 || error.status >= 500);
      if (!isPassing || Date.now() > giveUpAtMs) throw error;
    }
  }
}
