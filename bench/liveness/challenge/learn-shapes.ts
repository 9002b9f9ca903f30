import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareTurnedFaces } from '../../../src/engine/index.ts';
import { challengeRules } from '../../../src/liveness/judge-frames.ts';
import { measureTurn, type SeenFace, turnBetween } from '../../../src/liveness/measure-turn.ts';
import { shapeFeatures, type TurnFindings } from '../../../src/liveness/weigh-shape.ts';
import { applyLogistic, type Example, fitLogistic } from '../../quality/fit-logistic.ts';
import { type CollectedFrame, readFrame } from './frames.ts';
import { genuine } from './list-attacks.ts';

// node bench/liveness/challenge/learn-shapes.ts --frames frames.jsonl
// Learns the models of src/liveness/weigh-shape.ts on what collect.ts wrote of people that nothing is measured on.
const { values } = parseArgs({
  options: {
    frames: { type: 'string', multiple: true, default: [] },
  },
});

/** The sheets that a head is to be told from. What is bent further is shaped like a head. */
const sheets = [
  'photo, turned and tilted',
  'photo with cut-out eyes and mouth',
  ...[30, 20, 15].map((radius) => `photo bent to ${radius} cm`),
];
const photos = 'lone photos';
/** Turns that are a little smaller than a session needs are learnt from, too. */
const slack = 2;

type Turn = { readonly species: string; readonly isLift: boolean; readonly findings: TurnFindings };

const drawn = read(values.frames).filter(({ species }) => species !== photos);
const turns = listTurns(drawn);
const isHead = ({ species }: Turn) => species.startsWith(genuine);
for (const isLift of [false, true]) {
  const own = turns.filter(
    (turn) => turn.isLift === isLift && (isHead(turn) || sheets.includes(turn.species)),
  );
  learn(isLift ? 'shape of lifts' : 'shape of sides', own, isHead, shapeFeatures);
}

function learn(
  name: string,
  own: readonly Turn[],
  isFirst: (turn: Turn) => boolean,
  featuresOf: (findings: TurnFindings) => Float32Array,
): void {
  const counts = Map.groupBy(own, ({ species }) => species);
  const examples = own.map(
    (turn): Example => ({
      features: featuresOf(turn.findings),
      label: isFirst(turn) ? 1 : 0,
      weight: 1 / counts.get(turn.species)!.length,
    }),
  );
  const model = fitLogistic(examples, 1e-4, 3_000);
  console.log(`${name}: weights [${model.weights.join(', ')}], bias ${model.bias}`);
  for (const label of [1, 0]) {
    const odds = examples
      .filter((example) => example.label === label)
      .map(({ features }) => applyLogistic(model, features))
      .map((share) => Math.log(share / (1 - share)))
      .sort((a, b) => a - b);
    const at = (share: number) => odds[Math.floor((odds.length - 1) * share)]?.toFixed(2);
    console.log(
      `  ${label === 1 ? 'first' : 'second'}, ${odds.length}: 2 % ${at(0.02)}, 10 % ${at(0.1)}, 50 % ${at(0.5)}, 90 % ${at(0.9)}, 98 % ${at(0.98)}`,
    );
  }
}

function read(files: readonly string[]): readonly CollectedFrame[] {
  return files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').map(readFrame));
}

/** The turns of each person, relative to the sharpest frame that looks ahead. */
function listTurns(frames: readonly CollectedFrame[]): readonly Turn[] {
  const groups = Map.groupBy(frames, ({ person, species }) => `${person}|${species}`);
  return [...groups.values()].flatMap((own) => {
    const ahead = own
      .flatMap(({ shows, face }) => (shows === 'center' && face !== undefined ? [face] : []))
      .toSorted((a, b) => b.quality.sharpness - a.quality.sharpness)[0];
    if (ahead === undefined) return [];
    return own.flatMap(({ shows, face, species }): Turn[] => {
      if (shows === 'center' || face === undefined || !isMade(shows, ahead, face)) return [];
      const findings = { ...measureTurn(ahead, face), ...compareTurnedFaces(ahead, face) };
      return [{ species, isLift: shows === 'up', findings }];
    });
  });
}

function isMade(kind: 'left' | 'right' | 'up', ahead: SeenFace, face: SeenFace): boolean {
  const { leastTurnDegrees, leastLiftDegrees, mostAsideDegrees, mostTilt } = challengeRules;
  const { yaw, pitch } = turnBetween(ahead, face);
  if (kind === 'up') return pitch >= leastLiftDegrees - slack && Math.abs(yaw) <= mostAsideDegrees;
  const degrees = kind === 'left' ? yaw : -yaw;
  return degrees >= leastTurnDegrees - slack && Math.abs(pitch) <= degrees * mostTilt;
}
