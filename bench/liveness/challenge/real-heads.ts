import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';
import {
  compareStillness,
  compareSurroundings,
  type FaceEngine,
  measureRelief,
  wilson,
} from '../../../src/engine/index.ts';
import { challengeRules, judgeFrames } from '../../../src/liveness/judge-frames.ts';
import { askAgain, mostAskedAgain } from '../../../src/liveness/judge-session.ts';
import { type SeenFace, turnBetween } from '../../../src/liveness/measure-turn.ts';
import type { LivenessReason, LivenessStep, Movement } from '../../../src/liveness/types.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { readFrame, writeFrame } from './frames.ts';
import { keepPairs } from './list-attacks.ts';
import { drawAskedSteps, makeSession } from './make-sessions.ts';
import { fade, morph, type Picture, paste, placeOver, readPicture, writePicture } from './mix-photos.ts';
import { type RuleChange, tried, withoutOne } from './rule-changes.ts';

// node bench/liveness/challenge/real-heads.ts <folder of clips> <folder of photos> [file to keep]
// Makes sessions of clips of real people that turn their heads (a folder of frames each, four a second), and attacks of
// photos of people (NAME_NNNN.jpg): swapped, faded, morphed, pasted on a still photo. Prints both by rule, each rule
// left out once, and with rules that were tried. A movement that a session asks for again is made again: from another place of the clip, and with
// another picture on the way where the attacker has one. Nothing is learnt here. The pictures of the attacks are made by a program.
const [clips, photos, kept = join(tmpdir(), 'real-heads.jsonl')] = process.argv.slice(2);
if (clips === undefined || photos === undefined) throw new Error('Name the folders of clips and of photos');

type Turned = Exclude<Movement, 'center'>;
type Seen = { readonly at: number; readonly face: SeenFace };
/** Everything that can answer a session: frames that look ahead, and of each turn poses with frames on the way. */
type Material = {
  readonly name: string;
  readonly species: string;
  readonly ahead: readonly Seen[];
  readonly turns: Readonly<
    Partial<Record<Turned, readonly { readonly pose: readonly Seen[]; readonly way: readonly Seen[] }[]>>
  >;
};

const mixes = ['photos swapped', 'photos faded', 'photos morphed', 'face pasted on a still photo'] as const;
const sessionsOf = { clip: 30, attack: 3 } as const;
const kinds = ['left', 'right', 'up'] as const satisfies readonly Turned[];

const engine = createOnnxFaceEngine({ workers: 2 });
await engine.ready();
if (!existsSync(kept)) await collect(engine, kept);
const rows = readFileSync(kept, 'utf8')
  .trim()
  .split('\n')
  .map((line) => readFrame(line));
const judge = {
  compare: keepPairs((a: Uint8Array, b: Uint8Array) => engine.compare(a, b).similarity),
  compareSurroundings: keepPairs(compareSurroundings),
  compareStillness: keepPairs(compareStillness),
  measureRelief: keepPairs(measureRelief),
};
const materials = [...Map.groupBy(rows, ({ person, species }) => `${species}|${person}`).values()].map(
  (own) => {
    const [{ person: name, species }] = own as [(typeof own)[0]];
    const seen = own.flatMap(({ face, shows, isBetween = false }, at) =>
      face ? [{ at, face, shows, isBetween }] : [],
    );
    return species === 'clip' ? ofClip(name, seen) : ofAttack(name, species, seen);
  },
);
for (const [name, change] of Object.entries({ ...withoutOne, ...tried })) report(name, change);
await engine.close();

function report(name: string, change: RuleChange): void {
  console.log(`\n${name}`);
  for (const species of ['clip', ...mixes]) {
    const random = createSeededRandom('real heads');
    const outcomes = materials
      .filter((material) => material.species === species)
      .map((material) => {
        const count = species === 'clip' ? sessionsOf.clip : sessionsOf.attack;
        const judged = Array.from({ length: count }, () => judgeOne(material, random, change)).filter(
          (one) => one !== undefined,
        );
        return { name: material.name, judged };
      });
    const all = outcomes.flatMap(({ judged }) => judged);
    const passed = all.filter(hasPassed).length;
    const late = all.filter((one) => hasPassed(one) && one.isLonger).length;
    const asked = all.filter(({ isLonger }) => isLonger).length;
    const rate = wilson(passed, all.length);
    const percent = (share: number) => (share * 100).toFixed(1);
    const reasons = all.flatMap((one) => one.reasons);
    const by = Object.entries(Object.groupBy(reasons, (reason) => reason)).map(
      ([key, of]) => `${key} ${of.length}`,
    );
    console.log(
      `  ${species}: ${passed} of ${all.length} sessions pass${rate ? `, ${percent(rate.share)} % (${percent(rate.low)} to ${percent(rate.high)})` : ''}; ${asked} asked for a movement again, ${late} pass then; ${by.join(', ')}`,
    );
    if (species !== 'clip') continue;
    for (const { name: clip, judged } of outcomes) {
      console.log(`    ${clip}: ${judged.filter(hasPassed).length} of ${judged.length}`);
    }
  }
}

type Judged = {
  readonly reasons: readonly LivenessReason[];
  /** A movement was asked for again. */
  readonly isLonger: boolean;
};

function hasPassed({ reasons }: Judged): boolean {
  return reasons.length === 0;
}

/** Undefined where the material answers no turn to a side. */
function judgeOne(
  { name, ahead, turns }: Material,
  random: () => number,
  { rules, isRefused }: RuleChange,
): Judged | undefined {
  const possible = kinds.filter((kind) => (turns[kind]?.length ?? 0) > 0);
  if (!possible.includes('left') && !possible.includes('right')) return undefined;
  const isPossible = ({ kind }: LivenessStep) =>
    kind === 'center' || kind === 'light' || possible.includes(kind);
  let asked = drawAskedSteps(random);
  while (!asked.every(isPossible)) asked = drawAskedSteps(random);
  const choose = ({ kind }: LivenessStep, draw: () => number) => {
    if (kind === 'center' || kind === 'light') return undefined;
    const of = turns[kind]!;
    return of[Math.floor(draw() * of.length)];
  };
  const chosen = asked.map((step) => choose(step, random));
  // Of its own, so that the sessions after it are the same with and without.
  const again = createSeededRandom(`again ${name}`);
  const near = (index: number) =>
    chosen[index]?.pose[0]?.at ?? chosen[index - 1]?.pose[0]?.at ?? chosen[index + 1]?.pose[0]?.at ?? 0;
  const answer = (kind: LivenessStep['kind'], index: number, step: number, isBetween: boolean) => {
    const times = Math.max(0, step - asked.length + 1);
    if (isBetween) return chosen[step]?.way.at(Math.min(times, chosen[step].way.length - 1))?.face;
    const from = kind === 'center' ? ahead : chosen[step]?.pose;
    const close = from?.toSorted((a, b) => Math.abs(a.at - near(step)) - Math.abs(b.at - near(step)));
    return close?.[(index + times) % Math.max(1, Math.min(close.length, 3))]?.face;
  };
  for (let all: readonly LivenessStep[] = asked; ; ) {
    const session = makeSession(all, answer, { ...judge, random });
    const [steps, frames, options] = session;
    const verdict = judgeFrames(steps, frames, { ...options, rules });
    const reasons = verdict.isAlive && isRefused(session, verdict) ? (['flat'] as const) : verdict.reasons;
    const more = askAgain(all, reasons, (count) => Math.floor(again() * count));
    if (more === undefined) return { reasons, isLonger: all.length > asked.length };
    all = more;
    chosen.push(...more.slice(chosen.length).map((step) => choose(step, again)));
  }
}

function ofClip(name: string, seen: readonly Seen[]): Material {
  const least = Math.min(...seen.map(({ face }) => Math.abs(face.quality.yawDegrees)));
  const ahead = seen.filter(({ face }) => Math.abs(face.quality.yawDegrees) <= least + 4);
  const pitches = ahead.map(({ face }) => face.quality.pitchDegrees).sort((a, b) => a - b);
  const level = pitches[Math.floor(pitches.length / 2)] ?? 0;
  const straight = ahead.filter(({ face }) => Math.abs(face.quality.pitchDegrees - level) <= 4);
  const reference = straight[Math.floor(straight.length / 2)]!;
  const along = (kind: Turned, face: SeenFace) => {
    const { yaw, pitch } = turnBetween(reference.face, face);
    return kind === 'up' ? pitch : kind === 'left' ? yaw : -yaw;
  };
  const isPose = (kind: Turned, face: SeenFace) => {
    const { yaw, pitch } = turnBetween(reference.face, face);
    const degrees = along(kind, face);
    if (kind === 'up') return degrees >= 10 && Math.abs(yaw) <= challengeRules.mostAsideDegrees;
    return degrees >= 14 && degrees <= 45 && Math.abs(pitch) <= degrees * challengeRules.mostTilt;
  };
  const turns = Object.fromEntries(
    kinds.map((kind) => {
      const poses = seen.filter(({ face }) => isPose(kind, face));
      const [from, to] = kind === 'up' ? [4, 9] : [6, 13];
      const way = seen.filter(({ face }) => along(kind, face) >= from && along(kind, face) <= to);
      const byTime = (pose: Seen) => (a: Seen, b: Seen) =>
        Math.abs(a.at - pose.at) - Math.abs(b.at - pose.at);
      return [
        kind,
        poses.map((pose) => ({
          pose: poses.toSorted(byTime(pose)).slice(0, 3),
          way: way.toSorted(byTime(pose)).slice(0, 1 + mostAskedAgain),
        })),
      ];
    }),
  );
  return { name, species: 'clip', ahead: straight, turns };
}

type Marked = Seen & { readonly shows: Movement; readonly isBetween: boolean };

/** Of several pictures on the way the attacker takes the one nearest to the middle of the turn. */
function ofAttack(name: string, species: string, seen: readonly Marked[]): Material {
  const ahead = seen.filter(({ shows }) => shows === 'center');
  const front = ahead[0]?.face;
  const turns = Object.fromEntries(
    kinds.map((kind) => {
      const pose = seen.filter((one) => one.shows === kind && !one.isBetween);
      const [first] = pose;
      if (first === undefined || front === undefined) return [kind, []];
      const along = (face: SeenFace) => turnBetween(front, face)[kind === 'up' ? 'pitch' : 'yaw'];
      const away = ({ face }: Seen) => Math.abs(along(face) / along(first.face) - 0.5);
      const way = seen
        .filter((one) => one.shows === kind && one.isBetween)
        .toSorted((a, b) => away(a) - away(b));
      return [kind, [{ pose, way: way.slice(0, 1 + mostAskedAgain) }]];
    }),
  );
  return { name, species, ahead, turns };
}

async function collect(faces: FaceEngine, file: string): Promise<void> {
  const lines: string[] = [];
  const look = async (bytes: Uint8Array) => await faces.observe(bytes).catch(() => undefined);
  for (const clip of (await readdir(clips!, { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  )) {
    for (const frame of (await readdir(join(clips!, clip.name))).sort()) {
      const face = await look(await readFile(join(clips!, clip.name, frame)));
      lines.push(writeFrame({ person: clip.name, species: 'clip', shows: 'center', face }));
    }
  }
  const files = (await readdir(photos!)).filter((name) => name.endsWith('.jpg')).sort();
  for (const [person, own] of Map.groupBy(files, (name) => name.replace(/_\d+\.jpg$/, ''))) {
    if (own.length >= 3) await collectMixes(person, own.slice(0, 12));
  }
  writeFileSync(file, lines.join(''));

  async function collectMixes(person: string, own: readonly string[]): Promise<void> {
    const all = await Promise.all(
      own.map(async (name) => {
        const bytes = await readFile(join(photos!, name));
        return { bytes, face: await look(bytes) };
      }),
    );
    const seen = all.flatMap(({ bytes, face }) => (face === undefined ? [] : [{ bytes, face }]));
    const yawOf = ({ face }: (typeof seen)[0]) => Math.abs(face.quality.yawDegrees);
    const front = seen.toSorted((a, b) => yawOf(a) - yawOf(b))[0];
    if (front === undefined || yawOf(front) > 8) return;
    const picture = await readPicture(front.bytes);
    for (const kind of kinds) {
      const most = seen
        .filter(({ face }) => face !== front.face)
        .toSorted((a, b) => showsOf(kind, front.face, b.face) - showsOf(kind, front.face, a.face))[0];
      if (most === undefined || showsOf(kind, front.face, most.face) < (kind === 'up' ? 8 : 12)) continue;
      const other = await readPicture(most.bytes);
      const [a, b] = [front.face.points, most.face.points];
      const write = (species: string, isBetween: boolean, face: SeenFace | undefined) =>
        lines.push(writeFrame({ person, species, shows: kind, isBetween, face }));
      for (const species of mixes.slice(0, 3)) write(species, false, most.face);
      for (const { face } of seen)
        if (face !== front.face && face !== most.face) write('photos swapped', true, face);
      const there = placeOver(a, b);
      const over = async (from: Picture, points: Float32Array, share: number) => {
        const place = a.map((value, i) => value * (1 - share) + there[i]! * share);
        return await look(await writePicture(paste(from, points, picture, place)));
      };
      write('face pasted on a still photo', false, await over(other, b, 1));
      for (const share of [0.3, 0.5, 0.7]) {
        const mixed = morph(picture, a, other, b, share);
        const points = a.map((value, i) => value * (1 - share) + b[i]! * share);
        write('photos faded', true, await look(await writePicture(fade(picture, other, share))));
        write('photos morphed', true, await look(await writePicture(mixed)));
        write('face pasted on a still photo', true, await over(mixed, points, share));
      }
    }
    for (const species of mixes)
      lines.push(writeFrame({ person, species, shows: 'center', face: front.face }));
  }
}

/** By how many degrees a face is turned as a movement asks; negative when it is askew. */
function showsOf(kind: Turned, front: SeenFace, face: SeenFace): number {
  const { yaw, pitch } = turnBetween(front, face);
  if (kind === 'up') return Math.abs(yaw) <= challengeRules.mostAsideDegrees ? pitch : -1;
  const degrees = kind === 'left' ? yaw : -yaw;
  return Math.abs(pitch) <= degrees * challengeRules.mostTilt ? degrees : -1;
}
