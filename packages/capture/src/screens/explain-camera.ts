import type { CameraProblem } from '../camera.ts';
import { isPhone } from '../is-phone.ts';
import { make } from '../make.ts';
import type { Begun } from '../session-client.ts';
import type { Stage } from '../stage.ts';
import type { Taken } from '../take-photos.ts';
import { phoneChoice } from './phone-choice.ts';
import { explainNoCamera, uploadChoice } from './upload-choice.ts';

export async function explainCamera(
  stage: Stage,
  problem: CameraProblem,
  begun: Begun,
  taken: Taken,
): Promise<string> {
  const texts = stage.texts;
  stage.camera.stop();
  const { title, text } =
    (isPhone() ? texts.cameraProblemsOfPhone[problem] : undefined) ?? texts.cameraProblems[problem];
  return await stage.ask({
    title,
    content: [make('p', {}, text), explainNoCamera(stage, begun, taken)],
    choices: [
      { name: 'camera', label: texts.tryAgain, look: 'main' },
      ...phoneChoice(stage, taken),
      ...uploadChoice(stage, begun, taken),
      { name: 'cancel', label: texts.cancel, look: 'quiet' },
    ],
  });
}
