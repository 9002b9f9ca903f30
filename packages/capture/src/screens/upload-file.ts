import { make } from '../make.ts';
import { type Begun, type SessionClient, SessionError } from '../session-client.ts';
import type { Stage } from '../stage.ts';

const formats = 'image/jpeg,image/png,image/webp,image/avif';

/** Says that the server has the photo file. */
export function showUploaded(stage: Stage, begun: Begun): void {
  const texts = stage.texts;
  stage.endTime();
  stage.show({
    title: texts.doneTitle,
    content: [make('p', {}, texts.uploadDone(begun.operatorName)), ...stage.wayBack(begun, true)],
  });
  stage.tell('finished');
}

/** Takes a photo file in place of the movements. `ended` once it was sent. */
export async function uploadFile(stage: Stage, client: SessionClient, begun: Begun): Promise<string> {
  const texts = stage.texts;
  stage.camera.stop();
  const input = make('input', { type: 'file', accept: formats, id: 'file', 'aria-describedby': 'file-help' });
  const problem = make('p', { class: 'problem', role: 'alert', hidden: '' });
  const complain = (text: string) => {
    problem.textContent = text;
    problem.hidden = false;
    input.setAttribute('aria-invalid', 'true');
  };
  input.addEventListener('change', () => {
    problem.hidden = true;
    input.removeAttribute('aria-invalid');
  });
  for (;;) {
    const choice = await stage.ask({
      title: texts.uploadTitle,
      content: [
        make('p', {}, texts.uploadText(begun.operatorName)),
        make('label', { class: 'field' }, texts.uploadField, input),
        make('p', { class: 'muted', id: 'file-help' }, texts.uploadHelp),
        problem,
      ],
      choices: [
        { name: 'send', label: texts.uploadSend, look: 'main' },
        { name: 'camera', label: texts.uploadCamera },
        { name: 'cancel', label: texts.cancel, look: 'quiet' },
      ],
      isKept: (name) => {
        if (name !== 'send' || input.files?.[0] !== undefined) return false;
        complain(texts.uploadMissing);
        input.focus();
        return true;
      },
    });
    const file = input.files?.[0];
    if (choice !== 'send' || file === undefined) return choice;
    stage.wait(texts.uploadSending, texts.checkingText);
    try {
      // Sent as it is, a file that changed or went since it was chosen would look like a lost connection.
      const bytes = await file.arrayBuffer().catch(() => {
        throw new SessionError('file_unreadable', 400);
      });
      const photo = new Blob([bytes], { type: file.type });
      const { redirectUrl } = await client.upload(photo, begun.consent?.version);
      showUploaded(stage, redirectUrl === undefined ? begun : { ...begun, redirectUrl });
      return 'ended';
    } catch (error) {
      if (!(error instanceof SessionError) || ![400, 413, 415, 422].includes(error.status)) throw error;
      const { uploadProblems } = texts;
      complain(
        error.status === 413 ? uploadProblems.tooLarge : (uploadProblems[error.code] ?? uploadProblems.other),
      );
      // Read out with the screen that is shown again.
      queueMicrotask(() => stage.announce(problem.textContent));
    }
  }
}
