import { make } from '../make.ts';
import type { Stage } from '../stage.ts';

/** Says that the screen will show colours before it does (WCAG 2.3.1 holds all the same). `camera` to go on. */
export async function warnOfLight(stage: Stage): Promise<string> {
  const texts = stage.texts;
  return await stage.ask({
    title: texts.lightTitle,
    content: [make('p', {}, texts.lightText), make('p', {}, texts.lightPlace)],
    choices: [
      { name: 'camera', label: texts.lightGoOn, look: 'main' },
      { name: 'no-light', label: texts.cannotLight },
      { name: 'cancel', label: texts.cancel, look: 'quiet' },
    ],
  });
}
