import { abortWith } from '../abort.ts';
import { CameraError } from '../camera.ts';
import { make } from '../make.ts';
import type { Begun, SessionClient } from '../session-client.ts';
import { showCamera } from '../show-camera.ts';
import type { Stage } from '../stage.ts';
import { type Taken, takePhotos } from '../take-photos.ts';
import type { Texts } from '../texts.ts';
import { hintAtMostEveryMs } from './hint-pace.ts';

/** `taken` when the server asks for no more photos. */
export async function showSteps(
  stage: Stage,
  client: SessionClient,
  begun: Begun,
  taken: Taken,
  signal: AbortSignal,
): Promise<string> {
  const texts = stage.texts;
  const stopped = abortWith(signal);
  const view = showCamera(stage.camera, texts.preview);
  const hint = make('p', { class: 'hint' });
  const step = make('p', { class: 'step muted' });
  const bar = make('progress', { max: '1', value: '0', 'aria-label': texts.loading });
  let kind: keyof Texts['steps'] = 'center';
  let shownAt = 0;
  const asked = stage.ask(
    {
      title: texts.steps.center,
      className: 'capture',
      content: [view.element, hint, step, bar],
      choices: [
        { name: 'cannot', label: texts.cannotMove },
        { name: 'cancel', label: texts.cancel, look: 'quiet' },
      ],
    },
    (choose) => stage.camera.onStopped(() => choose('stopped')),
  );
  const taking = takePhotos({
    client,
    camera: stage.camera,
    begun,
    taken,
    finder: () => stage.finder,
    signal: stopped.signal,
    view: {
      showStep: (next) => {
        kind = next.kind;
        shownAt = 0;
        const title = stage.content.querySelector('h1');
        if (title !== null) title.textContent = texts.steps[kind];
        step.textContent = texts.stepOf(next.number, next.of);
        bar.max = next.of;
        bar.value = next.number - 1;
        bar.setAttribute('aria-label', texts.stepOf(next.number, next.of));
        hint.textContent = '';
        view.setArrow(kind);
        stage.shine(next.colour);
        const cannot = stage.content.querySelector('[data-choice=cannot]');
        if (cannot !== null) cannot.textContent = kind === 'light' ? texts.cannotLight : texts.cannotMove;
        stage.announce(texts.steps[kind], true);
        stage.tell('step');
      },
      showHint: (now) => {
        const own = { good: '', more: texts.more[kind], hold: texts.hold, back: texts.comeBack };
        view.setFit(now in own);
        const text = { ...texts.hints, ...own }[now];
        if (hint.textContent === text || performance.now() - shownAt < hintAtMostEveryMs) return;
        hint.textContent = text;
        shownAt = performance.now();
        if (text !== '') stage.announce(text);
      },
    },
  });
  try {
    const choice = await Promise.race([asked, taking.then(() => 'taken')]);
    if (choice === 'stopped') throw new CameraError('stopped');
    return choice === 'cannot' && taken.step?.kind === 'light' ? 'cannot-light' : choice;
  } finally {
    stage.shine(undefined);
    stopped.abort();
    taken.going = taking.catch(() => undefined);
  }
}
