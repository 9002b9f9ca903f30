import { make } from '../make.ts';
import type { Operator } from '../read-operator.ts';
import { type Begun, type Finished, type SessionClient, SessionError } from '../session-client.ts';
import type { Stage } from '../stage.ts';

/** Says that the photos are taken, or what to do better next time. */
export function showOutcome(stage: Stage, begun: Begun, finished: Finished): void {
  const texts = stage.texts;
  stage.endTime();
  const redirectUrl = finished.redirectUrl ?? begun.redirectUrl;
  const target = { ...begun, ...(redirectUrl === undefined ? {} : { redirectUrl }) };
  if (finished.outcome === 'done') {
    stage.show({
      title: texts.doneTitle,
      content: [make('p', {}, texts.doneText(begun.operatorName)), ...stage.wayBack(target, true)],
    });
  } else {
    stage.show({
      title: texts.againTitle,
      content: [
        adviceOf(stage, finished),
        make('p', {}, texts.againText(begun.operatorName)),
        ...stage.wayBack(target),
      ],
    });
  }
  stage.tell('finished');
}

/** Says what to do differently in a movement that is asked for again. */
export async function askForRepeat(stage: Stage, finished: Finished): Promise<string> {
  const texts = stage.texts;
  return await stage.ask({
    title: texts.repeatTitle,
    content: [adviceOf(stage, finished)],
    choices: [
      { name: 'camera', label: texts.goOn, look: 'main' },
      { name: 'cannot', label: texts.cannotMove },
      { name: 'cancel', label: texts.cancel, look: 'quiet' },
    ],
  });
}

function adviceOf({ texts }: Stage, { hint = '' }: Finished): HTMLElement {
  return make('p', {}, texts.againHints[hint] ?? texts.againHints.even_light);
}

/** Ends the session at the wish of the person. */
export async function cancelSession(stage: Stage, client: SessionClient, begun: Begun): Promise<void> {
  const texts = stage.texts;
  stage.endTime();
  stage.camera.stop();
  stage.wait(texts.loading);
  await client.cancel();
  stage.show({
    title: texts.cancelledTitle,
    content: [make('p', {}, texts.cancelledText), ...stage.wayBack(begun)],
  });
  stage.tell('cancelled');
}

/** Asks before the session ends for good; false when the person goes on. */
export async function confirmStop(stage: Stage): Promise<boolean> {
  const texts = stage.texts;
  const choice = await stage.ask({
    title: texts.stopTitle,
    content: [make('p', {}, texts.stopText)],
    choices: [
      { name: 'keep', label: texts.stopKeep, look: 'main' },
      { name: 'stop', label: texts.stopNow },
    ],
  });
  return choice === 'stop';
}

/** Ends the session because the person cannot do what is asked for, and names the operator's other way. */
export async function stopForMovement(
  stage: Stage,
  client: SessionClient,
  begun: Begun,
  reason: 'cannot_move' | 'cannot_see_light' = 'cannot_move',
): Promise<void> {
  const texts = stage.texts;
  stage.endTime();
  stage.camera.stop();
  stage.wait(texts.loading);
  await client.cancel(reason);
  stage.show({
    title: texts.cannotMoveTitle,
    content: [
      make('p', {}, texts.cannotMoveText(begun.operatorName)),
      begun.alternative !== null && make('p', { class: 'alternative' }, begun.alternative),
      ...stage.wayBack(begun),
    ],
  });
  stage.tell('cancelled');
}

/** Says that the session cannot go on, and what the person can do: the operator's other way, and the way back. */
export async function showFailure(
  stage: Stage,
  error: unknown,
  begun: Begun | undefined,
  operator: Promise<Operator | undefined>,
): Promise<void> {
  const { failures } = stage.texts;
  stage.endTime();
  const { status, code } =
    error instanceof SessionError ? error : new SessionError('page_failed', Number.NaN);
  const { title, text } =
    code === 'connection_lost'
      ? failures.connection
      : code === 'page_misplaced'
        ? failures.misplaced
        : code === 'liveness_upload_refused'
          ? failures.upload
          : status === 429
            ? failures.too_many
            : [401, 404, 409, 410].includes(status)
              ? failures.ended
              : failures.other;
  const alternative = begun === undefined ? (await operator)?.alternative : begun.alternative;
  stage.show({
    title,
    content: [
      make('p', {}, text),
      alternative != null && make('p', { class: 'alternative' }, alternative),
      ...(begun === undefined ? [] : stage.wayBack(begun)),
    ],
  });
  stage.tell('failed');
}
