import { make } from '../make.ts';
import type { Begun } from '../session-client.ts';
import type { Choice, Stage } from '../stage.ts';
import type { Taken } from '../take-photos.ts';

/** A photo file is taken before the first step, and where the server allows it. */
export function uploadChoice(stage: Stage, begun: Begun, { step }: Taken): Choice[] {
  const isOffered = begun.isUploadAllowed && step === undefined;
  return isOffered ? [{ name: 'upload', label: stage.texts.chooseFile }] : [];
}

/** The way of people who have no camera anywhere. */
export function explainNoCamera(stage: Stage, begun: Begun): HTMLElement {
  const { noCameraFile, noCameraAnywhere } = stage.texts;
  return make(
    'p',
    { class: 'muted' },
    begun.isUploadAllowed ? noCameraFile : noCameraAnywhere(begun.operatorName),
  );
}
