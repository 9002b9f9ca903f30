import type { LivenessReason } from '../../../src/liveness/types.ts';
import {
  type Answer,
  answerAtRandom,
  answerWith,
  answerWithPhotos,
  drawAskedSteps,
  type JudgeWith,
  type MadeSession,
  makeSession,
  type Person,
  type ShownBetween,
} from './make-sessions.ts';
import { radiiCm, turnedByHand } from './scenes.ts';

export const genuine = 'drawn head';
/** Photos of one person that were taken at different moments, by what is shown between two of them. */
export const swaps: readonly (readonly [string, ShownBetween])[] = [
  ...(['the frontal photo', 'the turned photo', 'no face', 'another photo'] as const).map(
    (shown) => [`photos swapped, ${shown} between`, shown] as const,
  ),
  ...Object.values(turnedByHand).map((shown) => [shown, shown] as const),
];
/** No attack of its own: heads that follow, too late. */
export const late = 'frames late';

/** Makes a session of a person; undefined where the person's photos allow none. */
export type MakeSession = (person: Person) => MadeSession | undefined;

/** Sessions of heads that follow the steps: genuine where the camera is one, injected where a program draws. */
export function makeGenuine(
  judge: JudgeWith,
  species: string = genuine,
  /** Turns of which the camera takes no frame on the way. */
  isMissed: () => boolean = () => false,
): (person: Person) => MadeSession {
  return (person) => {
    const own = answerWith(person, species);
    const answer: Answer = (kind, index, step, isBetween) => own(kind, index, step, isBetween && !isMissed());
    return makeSession(drawAskedSteps(judge.random), answer, judge);
  };
}

/** The attacks by species. `people`: all of them, for attacks that need a second one. */
export function listAttacks(
  people: readonly Person[],
  judge: JudgeWith,
): readonly (readonly [string, MakeSession])[] {
  const { random } = judge;
  return [
    [
      'photo, still',
      (person) => ask(() => answerWith(person, 'photo, turned and tilted')('center', 0, 0, false)),
    ],
    ['photo, shaken', (person) => ask(answerAtRandom(person, 'photo, turned and tilted', random))],
    ...[
      'photo, turned and tilted',
      ...radiiCm.map((radius) => `photo bent to ${radius} cm`),
      'photo with cut-out eyes and mouth',
    ].map((species): [string, MakeSession] => [species, (person) => ask(answerWith(person, species))]),
    ...swaps.map(([name, shown]): [string, MakeSession] => [
      name,
      (person) => {
        const answer = answerWithPhotos(person, shown);
        return answer && ask(answer);
      },
    ]),
    [
      'another person mixed in',
      (person) => {
        const other = answerWith(otherThan(person), genuine);
        const own = answerWith(person, genuine);
        const strange = 1 + 2 * Math.floor(random() * 3);
        return ask((kind, index, step, isBetween) =>
          (step === strange ? other : own)(kind, index, step, isBetween),
        );
      },
    ],
    [
      'passed session, replayed as it was',
      (person) => ask(answerWith(person, genuine), ['frames_seen_before']),
    ],
    ['passed session, for other steps', (person) => replay(person, true)],
    ['video of random turns', (person) => replay(person, false)],
    ['frames repeated', (person) => ask(answerWith(person, genuine), ['frames_repeated'])],
    [late, (person) => ask(answerWith(person, genuine), [], 2_100)],
  ];

  function ask(answer: Answer, known: readonly LivenessReason[] = [], delayMs = 0): MadeSession {
    return makeSession(drawAskedSteps(random), answer, judge, known, delayMs);
  }

  /** A session that was made for some steps, shown to others. */
  function replay(person: Person, mustDiffer: boolean): MadeSession {
    const asked = drawAskedSteps(random);
    const kinds = (steps: typeof asked) => steps.map(({ kind }) => kind).join();
    let made = drawAskedSteps(random);
    while (mustDiffer && kinds(made) === kinds(asked)) made = drawAskedSteps(random);
    const own = answerWith(person, genuine);
    const shown: Answer = (_kind, index, step, isBetween) => own(made[step]!.kind, index, step, isBetween);
    return makeSession(asked, shown, { ...judge, withoutPassive: true });
  }

  function otherThan(person: Person): Person {
    return people[(people.indexOf(person) + 1) % people.length] as Person;
  }
}

/** The same comparison, kept: the same pairs of frames are compared in many sessions. */
export function keepPairs<Side extends object, Result>(
  compare: (a: Side, b: Side) => Result,
): (a: Side, b: Side) => Result {
  const results = new WeakMap<Side, WeakMap<Side, { readonly result: Result }>>();
  return (a, b) => {
    const kept = results.get(a) ?? new WeakMap();
    results.set(a, kept);
    const known = kept.get(b) ?? { result: compare(a, b) };
    kept.set(b, known);
    return known.result;
  };
}
