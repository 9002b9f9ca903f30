import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { followTurnedFace } from '../../../src/engine/index.ts';
import { challengeRules } from '../../../src/liveness/judge-frames.ts';
import { measureTurn, type SeenFace, turnBetween } from '../../../src/liveness/measure-turn.ts';
import { findPassage, passageFeatures } from '../../../src/liveness/weigh-passage.ts';
import { applyLogistic, type Example, fitLogistic } from '../../quality/fit-logistic.ts';
import { type CollectedFrame, readFrame } from './frames.ts';
import { genuine } from './list-attacks.ts';
import { choosePhotos } from './make-sessions.ts';

// node bench/liveness/challenge/learn-passages.ts --frames frames.jsonl --swaps swaps.jsonl
// Learns the models of src/liveness/weigh-passage.ts on what collect.ts wrote of people that nothing is measured on.
// `--swaps`: collected with it.
const { values } = parseArgs({
  options: {
    frames: { type: 'string', multiple: true, default: [] },
    swaps: { type: 'string', multiple: true, default: [] },
  },
});

type Kind = 'left' | 'right' | 'up';
type Way = { readonly species: string; readonly kind: Kind; readonly features: Float32Array };
const kinds = ['left', 'right', 'up'] as const;

const ways = [...listHeads(), ...listSwaps()];
for (const isLift of [false, true]) {
  learn(
    isLift ? 'lifts' : 'sides',
    ways.filter(({ kind }) => (kind === 'up') === isLift),
  );
}

function learn(name: string, own: readonly Way[]): void {
  const counts = Map.groupBy(own, ({ species }) => species);
  const isHead = ({ species }: Way) => species === genuine;
  const others = counts.size - 1;
  const examples = own.map(
    (way): Example => ({
      features: way.features,
      label: isHead(way) ? 1 : 0,
      weight: (isHead(way) ? others : 1) / counts.get(way.species)!.length,
    }),
  );
  const model = fitLogistic(examples, 1e-4, 3_000);
  const rounded = [...model.weights].map((weight) => Number(weight.toPrecision(5)));
  console.log(`${name}: weights [${rounded.join(', ')}], bias ${model.bias.toPrecision(5)}`);
  for (const [species, all] of counts) {
    const odds = all
      .map(({ features }) => applyLogistic(model, features))
      .map((share) => Math.log(share / (1 - share)))
      .sort((a, b) => a - b);
    const at = (share: number) => odds[Math.floor((odds.length - 1) * share)]?.toFixed(2);
    console.log(
      `  ${species}, ${odds.length}: 2 % ${at(0.02)}, 10 % ${at(0.1)}, 50 % ${at(0.5)}, 90 % ${at(0.9)}, 98 % ${at(0.98)}`,
    );
  }
}

function read(files: readonly string[]): readonly CollectedFrame[] {
  return files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').map(readFrame));
}

/** The turns of heads with the frames on their way. */
function listHeads(): readonly Way[] {
  const groups = Map.groupBy(
    read(values.frames).filter(({ species }) => species === genuine),
    ({ person }) => person,
  );
  return [...groups.values()].flatMap((own) => {
    const ahead = own
      .flatMap(({ shows, face }) => (shows === 'center' && face !== undefined ? [face] : []))
      .toSorted((a, b) => b.quality.sharpness - a.quality.sharpness)[0];
    if (ahead === undefined) return [];
    return kinds.flatMap((kind) => {
      const [poses, between] = [false, true].map((isBetween) =>
        own
          .filter((frame) => frame.shows === kind && (frame.isBetween ?? false) === isBetween)
          .map(({ face }) => face),
      ) as [(SeenFace | undefined)[], (SeenFace | undefined)[]];
      return between.flatMap((face, index) => wayOf(genuine, kind, ahead, face, poses[index]));
    });
  });
}

/** Swapped photos with what is shown between them. */
function listSwaps(): readonly Way[] {
  const groups = Map.groupBy(read(values.swaps), ({ person }) => person);
  return [...groups.values()].flatMap((own) => {
    const photos = own.flatMap(({ species, face }) =>
      species === 'lone photos' && face !== undefined ? [{ face }] : [],
    );
    const best = choosePhotos(photos);
    if (best === undefined) return [];
    return kinds.flatMap((kind) => [
      ...own
        .filter(({ isBetween, shows }) => isBetween && shows === kind)
        .flatMap(({ species, face }) => wayOf(species, kind, best.center.face, face, best[kind].face)),
      ...photos
        .filter((photo) => photo !== best.center && photo !== best[kind])
        .flatMap(({ face }) => wayOf('another photo', kind, best.center.face, face, best[kind].face)),
    ]);
  });
}

/** Nothing where the pose is not what a session asks for, or the frame not on the way to it. */
function wayOf(
  species: string,
  kind: Kind,
  ahead: SeenFace,
  between: SeenFace | undefined,
  pose: SeenFace | undefined,
): Way[] {
  if (between === undefined || pose === undefined || !isMade(kind, ahead, pose)) return [];
  const passage = findPassage(ahead, { kind, face: pose }, [between]);
  if (passage === undefined) return [];
  const asMesh = followTurnedFace(ahead, pose);
  const turn = { kind, face: pose, asMesh, ...measureTurn(ahead, pose) };
  return [{ species, kind, features: passageFeatures(ahead, turn, passage, followTurnedFace) }];
}

function isMade(kind: Kind, ahead: SeenFace, face: SeenFace): boolean {
  const { leastTurnDegrees, leastLiftDegrees, mostAsideDegrees } = challengeRules;
  const { yaw, pitch } = turnBetween(ahead, face);
  if (kind === 'up') return pitch >= leastLiftDegrees && Math.abs(yaw) <= mostAsideDegrees;
  return (kind === 'left' ? yaw : -yaw) >= leastTurnDegrees;
}
