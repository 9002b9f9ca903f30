import { make } from '../make.ts';
import type { TrialResult } from './trial-client.ts';
import type { TrialLanguage, TrialTexts } from './trial-texts.ts';

/** The verdict with everything a back end reads of it, frames included. */
export function showResult(result: TrialResult, texts: TrialTexts, language: TrialLanguage): HTMLElement[] {
  const { state, verdict, reasons = [], steps = [] } = result;
  const number = (value: number, digits: number) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const { title, text } = texts.outcomes[state] ?? { title: state, text: '' };
  const about = make(
    'section',
    { class: `card verdict ${state === 'passed' ? 'passed' : 'failed'}` },
    make('h1', {}, title),
    make('p', {}, text),
    verdict && make('p', {}, texts.score(number(verdict.probability, 3))),
    verdict && make('p', { class: 'muted' }, texts.engine(verdict.engine)),
  );
  const why =
    reasons.length > 0 &&
    make(
      'section',
      { class: 'card' },
      make('h2', {}, texts.reasonsTitle),
      make(
        'ul',
        {},
        ...reasons.map((reason) =>
          make(
            'li',
            {},
            make('code', {}, reason),
            texts.reasons[reason] === undefined ? '' : `: ${texts.reasons[reason]}`,
          ),
        ),
      ),
    );
  const shown =
    steps.length > 0 &&
    make(
      'section',
      { class: 'card' },
      make('h2', {}, texts.stepsTitle),
      make(
        'ol',
        { class: 'steps' },
        ...steps.map((step) => {
          const { yawDegrees: yaw, pitchDegrees: pitch } = step;
          return make(
            'li',
            {},
            make(
              'strong',
              {},
              texts.step(step.number, texts.movements[step.kind] ?? step.kind, step.isFulfilled),
            ),
            yaw !== undefined &&
              pitch !== undefined &&
              make('span', { class: 'muted' }, texts.turned(number(Math.abs(yaw), 0), number(pitch, 0))),
            make(
              'div',
              { class: 'frames' },
              ...step.frames.map(({ index, imageUrl }) =>
                make('img', { src: imageUrl, alt: texts.frame(index + 1), loading: 'lazy' }),
              ),
            ),
          );
        }),
      ),
    );
  const worth = make(
    'section',
    { class: 'card' },
    make('h2', {}, texts.worthTitle),
    make('p', {}, texts.worth),
    make('p', { class: 'muted' }, texts.again),
  );
  return [about, why, shown, worth].filter((each) => each !== false);
}
