import { abortWith, throwIfAborted } from '../abort.ts';
import { CameraError } from '../camera.ts';
import { hintOf } from '../guidance/read-pose.ts';
import { make } from '../make.ts';
import { showCamera } from '../show-camera.ts';
import type { Stage } from '../stage.ts';
import type { Taken } from '../take-photos.ts';
import { hintAtMostEveryMs } from './hint-pace.ts';
import { phoneChoice } from './phone-choice.ts';

const lookEveryMs = 250;

/** Opens the camera and lets the person get ready. `go` when the photos may be taken. */
export async function prepare(stage: Stage, taken: Taken, signal: AbortSignal): Promise<string> {
  const texts = stage.texts;
  if (!stage.camera.isOpen) {
    stage.show({ title: texts.openCamera, content: [make('p', {}, texts.openingCamera)] });
    stage.loadFinder();
    await stage.camera.open();
    throwIfAborted(signal);
  }
  for (;;) {
    const view = showCamera(stage.camera, texts.preview);
    const hint = make('p', { class: 'hint' });
    const cameras = await stage.camera.list();
    throwIfAborted(signal);
    const select = make(
      'select',
      {},
      ...cameras.map(({ deviceId, label }, index) =>
        make('option', { value: deviceId }, label === '' ? texts.cameraNumber(index + 1) : label),
      ),
    );
    const used = stage.camera.deviceId;
    if (cameras.some(({ deviceId }) => deviceId === used)) select.value = used ?? '';
    const done = abortWith(signal);
    const asked = stage.ask(
      {
        title: texts.readyTitle,
        className: 'capture',
        content: [
          view.element,
          hint,
          make('p', { class: 'muted step' }, texts.readyText),
          cameras.length > 1 && make('label', { class: 'field' }, texts.camera, select),
        ],
        choices: [
          { name: 'go', label: texts.takePhotos, look: 'main' },
          ...phoneChoice(stage, taken),
          { name: 'cancel', label: texts.cancel, look: 'quiet' },
        ],
      },
      (choose) => {
        select.addEventListener('change', () => choose('other'));
        stage.camera.onStopped(() => choose('stopped'));
        // A video that another screen took out of the page pauses.
        void stage.camera.video.play().catch(() => undefined);
      },
    );
    void guide(stage, view, hint, done.signal);
    const choice = await asked;
    done.abort();
    if (choice === 'stopped') throw new CameraError('stopped');
    if (choice === 'other') await stage.camera.open(select.value);
    else if (choice !== 'go') {
      stage.camera.stop();
      return choice;
    } else return choice;
  }
}

/** Shows what to change about the picture while the person gets ready. */
async function guide(
  stage: Stage,
  view: ReturnType<typeof showCamera>,
  hint: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const texts = stage.texts;
  let shownAt = 0;
  while (!signal.aborted) {
    const look = await stage.finder?.look(stage.camera.keepPicture()).catch(() => undefined);
    const seen = look === undefined ? undefined : hintOf(look);
    view.setFit(seen === 'good');
    const text = seen === undefined ? texts.noGuide : seen === 'good' ? texts.goodHint : texts.hints[seen];
    if (hint.textContent !== text && performance.now() - shownAt > hintAtMostEveryMs && !signal.aborted) {
      hint.textContent = text;
      stage.announce(text);
      shownAt = performance.now();
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
