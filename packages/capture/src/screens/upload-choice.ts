import { isPhone } from '../is-phone.ts';
import { make } from '../make.ts';
import type { Begun } from '../session-client.ts';
import type { Choice, Stage } from '../stage.ts';
import type { Taken } from '../take-photos.ts';

/** A photo file is taken before the first step, and where the server allows it. */
const isOffered = ({ isUploadAllowed }: Begun, { step }: Pick<Taken, 'step'>) =>
  isUploadAllowed && step === undefined;

/** The button for a photo file, where one is taken. */
export function uploadChoice(stage: Stage, begun: Begun, taken: Pick<Taken, 'step'>): Choice[] {
  return isOffered(begun, taken) ? [{ name: 'upload', label: stage.texts.chooseFile }] : [];
}

/** The way of people who have no camera anywhere. It promises no more than the buttons beside it keep. */
export function explainNoCamera(stage: Stage, begun: Begun, taken: Pick<Taken, 'step'>): HTMLElement {
  const { noCameraFile, noCameraAnywhere } = stage.texts;
  return make(
    'p',
    { class: 'muted' },
    isOffered(begun, taken) ? noCameraFile(isPhone()) : noCameraAnywhere(begun.operatorName, isPhone()),
  );
}
