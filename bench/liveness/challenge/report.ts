import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareSurroundings, createOnnxFaceEngine, wilson } from '../../../src/engine/index.ts';
import { judgeFrames } from '../../../src/liveness/judge-frames.ts';
import { measureTurn } from '../../../src/liveness/measure-turn.ts';
import type { LivenessVerdict } from '../../../src/liveness/types.ts';
import { fitLogistic } from '../../quality/fit-logistic.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { type CollectedFrame, readFrame } from './frames.ts';
import { genuine, keepPairs, listAttacks, type MakeSession, makeGenuine, swaps } from './list-attacks.ts';
import type { JudgeWith, Person } from './make-sessions.ts';

// node bench/liveness/challenge/report.ts frames.jsonl [--sessions 3] [--photos photos.jsonl]
// Judges sessions of two thirds of the people and prints the error rates by species. The bounds of heads and sheets are
// printed for the others. `--photos`: collected with `--species none`, the people whose photos are swapped.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sessions: { type: 'string', default: '3' }, photos: { type: 'string' } },
});
const [file] = positionals;
if (file === undefined) throw new Error('Name the file that collect.ts wrote');

const frames = read(file);
const people = listPeople(frames).filter((person) =>
  person.frames.some(({ species }) => species.startsWith(genuine)),
);
const photographed = values.photos === undefined ? undefined : listPeople(read(values.photos));
const learnt = people.filter((_, index) => index % 3 === 0);
const measured = people.filter((_, index) => index % 3 !== 0);

const engine = createOnnxFaceEngine({ workers: 1 });
await engine.ready();
const judge: JudgeWith = {
  compare: keepPairs((a: Uint8Array, b: Uint8Array) => engine.compare(a, b).similarity),
  compareSurroundings: keepPairs(compareSurroundings),
  random: createSeededRandom('challenge'),
};
const injection = 'drawn head that follows (injected)';

learn();
console.log(`\n${measured.length} people, ${values.sessions} sessions each; intervals of 95 % (Wilson)\n`);
const rows = listAttacks(people, judge);
console.log('| species | sessions | passed | APCER |\n|---|---|---|---|');
for (const [name, make] of [...rows, [injection, makeGenuine(judge)] as const]) {
  const of = swaps.some(([one]) => one === name) ? photographed : undefined;
  printRate(name, collect(make, of), (verdict) => verdict.isAlive);
}

console.log('\n| drawn heads | sessions | refused | BPCER |\n|---|---|---|---|');
const cameras = [...new Set(frames.map(({ species }) => species))].filter((one) => one.startsWith(genuine));
for (const withoutPassive of [false, true]) {
  for (const species of cameras) {
    const own = measured.filter((person) => person.frames.some((frame) => frame.species === species));
    const verdicts = collect(makeGenuine({ ...judge, withoutPassive }, species), own);
    const name = withoutPassive ? `${species}, without the passive engine` : species;
    printRate(name, verdicts, (verdict) => !verdict.isAlive);
    if (withoutPassive) printReasons(verdicts);
  }
}
// Slow cameras miss the way now and then.
for (const missed of [0.2, 0.4, 0.6]) {
  const make = makeGenuine({ ...judge, withoutPassive: true }, genuine, () => judge.random() < missed);
  const name = `${genuine}, no frame on the way in ${missed * 100} % of the turns, without the passive engine`;
  printRate(name, collect(make), (verdict) => !verdict.isAlive);
}
await engine.close();

function read(path: string): readonly CollectedFrame[] {
  return readFileSync(path, 'utf8').trim().split('\n').map(readFrame);
}

function listPeople(all: readonly CollectedFrame[]): readonly Person[] {
  return [...Map.groupBy(all, ({ person }) => person)].map(([name, own]) => ({ name, frames: own }));
}

function collect(make: MakeSession, of: readonly Person[] = measured): readonly LivenessVerdict[] {
  return of.flatMap((person) =>
    Array.from({ length: Number(values.sessions) }, () => make(person)).flatMap((session) =>
      session === undefined ? [] : [judgeFrames(...session)],
    ),
  );
}

function printRate(
  name: string,
  verdicts: readonly LivenessVerdict[],
  isWrong: (verdict: LivenessVerdict) => boolean,
): void {
  const wrong = verdicts.filter(isWrong).length;
  const rate = wilson(wrong, verdicts.length);
  if (rate === undefined) return;
  const percent = (share: number) => (share * 100).toFixed(1);
  console.log(
    `| ${name} | ${verdicts.length} | ${wrong} | ${percent(rate.share)} % (${percent(rate.low)} to ${percent(rate.high)}) |`,
  );
}

function printReasons(verdicts: readonly LivenessVerdict[]): void {
  const counts = Map.groupBy(
    verdicts.flatMap(({ reasons }) => reasons),
    (reason) => reason,
  );
  if (counts.size > 0)
    console.error([...counts].map(([reason, all]) => `${reason} ${all.length}`).join(', '));
}

/** The bounds of heads and of sheets on other people than are judged, and how steeply a residual speaks for a head. */
function learn(): void {
  const turns = learnt.flatMap(({ frames: own }) =>
    [genuine, 'photo, turned and tilted'].flatMap((species) => {
      const seen = own.filter((frame) => frame.species === species);
      const ahead = seen.find(({ shows, face }) => shows === 'center' && face !== undefined)?.face;
      return ahead === undefined
        ? []
        : seen.flatMap(({ shows, face }) =>
            shows === 'center' || face === undefined
              ? []
              : [{ isHead: species === genuine, isLift: shows === 'up', ...measureTurn(ahead, face) }],
          );
    }),
  );
  console.log(`learnt on ${learnt.length} people`);
  for (const isLift of [false, true]) {
    const of = (isHead: boolean, pick: (turn: (typeof turns)[number]) => number) =>
      turns
        .filter((turn) => turn.isLift === isLift && turn.isHead === isHead)
        .map(pick)
        .sort((a, b) => a - b);
    const at = (sorted: readonly number[], share: number) =>
      sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(3);
    for (const name of ['residual', 'narrowing'] as const) {
      const [heads, sheets] = [of(true, (turn) => turn[name]), of(false, (turn) => turn[name])];
      console.log(
        `${isLift ? 'lifts' : 'turns'}, ${name}: heads 2 % ${at(heads, 0.02)}, 50 % ${at(heads, 0.5)}, 98 % ${at(heads, 0.98)}; sheets 2 % ${at(sheets, 0.02)}, 50 % ${at(sheets, 0.5)}, 98 % ${at(sheets, 0.98)}`,
      );
    }
  }
  const examples = turns
    .filter(({ isLift }) => !isLift)
    .map(({ isHead, residual }) => ({
      features: Float32Array.of(residual),
      label: isHead ? (1 as const) : (0 as const),
      weight: 1,
    }));
  const { weights, bias } = fitLogistic(examples, 1e-3);
  console.log(
    `logistic of the residual: ${weights[0]?.toFixed(1)} each, 0.5 at ${(-bias / (weights[0] ?? 1)).toFixed(3)}`,
  );
}
