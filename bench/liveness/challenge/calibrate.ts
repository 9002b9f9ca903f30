import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  compareTurnedFaces,
  createOnnxFaceEngine,
  followTurnedFace,
  wilson,
} from '../../../src/engine/index.ts';
import { boundSignals, signalNames } from '../../../src/liveness/estimate-probability.ts';
import { examineFrames, judgeFrames } from '../../../src/liveness/judge-frames.ts';
import { type Example, fitLogistic } from '../../quality/fit-logistic.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { readFrame } from './frames.ts';
import { genuine, keepPairs, late, listAttacks, makeGenuine } from './list-attacks.ts';
import type { JudgeWith, MadeSession, Person } from './make-sessions.ts';

// node bench/liveness/challenge/calibrate.ts --learn frames.jsonl --measure other.jsonl [--measure more.jsonl]
//   [--sessions 6]
// Learns the probability of a verdict on the people of some files and prints how reliable it is on those of others.
// Of a file that is named twice, the first half of the people is learnt from and the others are measured.
const { values } = parseArgs({
  options: {
    learn: { type: 'string', multiple: true, default: [] },
    measure: { type: 'string', multiple: true, default: [] },
    sessions: { type: 'string', default: '6' },
  },
});
const isInBoth = (file: string) => values.learn.includes(file) && values.measure.includes(file);
const halves = readPeople(values.learn.filter(isInBoth));
const middle = Math.ceil(halves.length / 2);
const learnt = [...readPeople(values.learn.filter((file) => !isInBoth(file))), ...halves.slice(0, middle)];
const names = new Set(learnt.map(({ name }) => name));
const measured = readPeople(values.measure).filter(
  ({ name, frames }) => !names.has(name) && frames.some(({ species }) => species === genuine),
);

const engine = createOnnxFaceEngine({ dataDir: join(tmpdir(), 'confere-calibration'), workers: 1 });
await engine.ready();
const judge: JudgeWith = {
  compare: keepPairs((a: Uint8Array, b: Uint8Array) => engine.compare(a, b).similarity),
  compareTurned: keepPairs(compareTurnedFaces),
  follow: keepPairs(followTurnedFace),
  random: createSeededRandom('calibration'),
};

type Session = {
  readonly species: string;
  readonly label: 0 | 1;
  readonly weight: number;
  readonly made: MadeSession;
};

const model = fitLogistic(makeSessions(learnt).flatMap(exampleOf), 1e-4, 4_000);
console.log(`learnt on ${learnt.length} people: bias ${model.bias.toFixed(2)}`);
for (const [i, name] of signalNames.entries()) console.log(`  ${name} ${model.weights[i]?.toFixed(2)}`);

const sessions = makeSessions(measured);
const judged = sessions.map((session) => ({ ...session, verdict: judgeFrames(...session.made) }));
console.log(
  `\n${measured.length} other people, ${judged.length} sessions; the model in src, not the one above`,
);
const total = judged.reduce((sum, { weight }) => sum + weight, 0);
const brier =
  judged.reduce((sum, { weight, label, verdict }) => sum + weight * (verdict.probability - label) ** 2, 0) /
  total;
console.log(`Brier score ${brier.toFixed(3)} (0.25: always 0.5)`);
const edges = [0, 0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 1.01];
let error = 0;
console.log('\n| probability | sessions | mean | genuine, at equal odds | interval |\n|---|---|---|---|---|');
for (const [i, low] of edges.slice(0, -1).entries()) {
  const own = judged.filter(
    ({ verdict }) => verdict.probability >= low && verdict.probability < edges[i + 1]!,
  );
  const weight = own.reduce((sum, session) => sum + session.weight, 0);
  if (weight === 0) continue;
  const mean = own.reduce((sum, session) => sum + session.weight * session.verdict.probability, 0) / weight;
  const share = own.reduce((sum, session) => sum + session.weight * session.label, 0) / weight;
  // Weighted sessions stand for fewer independent ones.
  const effective = weight ** 2 / own.reduce((sum, session) => sum + session.weight ** 2, 0);
  const rate = wilson(Math.round(share * effective), Math.round(effective));
  error += (weight / total) * Math.abs(mean - share);
  console.log(
    `| ${low} to ${Math.min(1, edges[i + 1]!)} | ${own.length} | ${mean.toFixed(3)} | ${share.toFixed(3)} | ${rate?.low.toFixed(2)} to ${rate?.high.toFixed(2)} |`,
  );
}
console.log(`\nexpected calibration error ${error.toFixed(3)}`);
console.log('\n| species | sessions | mean probability | median |\n|---|---|---|---|');
for (const [species, own] of Map.groupBy(judged, (session) => session.species)) {
  const all = own.map(({ verdict }) => verdict.probability).sort((a, b) => a - b);
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  console.log(
    `| ${species} | ${all.length} | ${mean.toFixed(3)} | ${all[Math.floor(all.length / 2)]?.toFixed(3)} |`,
  );
}
await engine.close();

/** The people of files; a person of several files is one. */
function readPeople(files: readonly string[]): readonly Person[] {
  const frames = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').map(readFrame));
  return [...Map.groupBy(frames, ({ person }) => person)].map(([name, own]) => ({ name, frames: own }));
}

/** Genuine sessions and attacks weigh alike, and within each every camera and every species does. */
function makeSessions(people: readonly Person[]): readonly Session[] {
  const cameras = [...new Set(people.flatMap(({ frames }) => frames.map(({ species }) => species)))].filter(
    (one) => one.startsWith(genuine),
  );
  const kinds = [
    ...cameras.map((species) => ({ species, label: 1 as const, make: makeGenuine(judge, species) })),
    ...listAttacks(people, judge)
      .filter(([species]) => species !== late)
      .map(([species, make]) => ({ species, label: 0 as const, make })),
  ];
  return kinds.flatMap(({ species, label, make }) => {
    const own =
      label === 1 ? people.filter(({ frames }) => frames.some((frame) => frame.species === species)) : people;
    const made = own.flatMap((person) =>
      Array.from({ length: Number(values.sessions) }, () => make(person)).filter(
        (session) => session !== undefined,
      ),
    );
    const share = 1 / (label === 1 ? cameras.length : kinds.length - cameras.length);
    return made.map((session) => ({ species, label, weight: share / made.length, made: session }));
  });
}

function exampleOf({ made, label, weight }: Session): Example[] {
  const { signals, reasons } = examineFrames(...made);
  // Such frames are judged by what is known of them, not by what they show.
  const isKnown = reasons.some((reason) =>
    ['frames_repeated', 'frames_seen_before', 'too_late'].includes(reason),
  );
  return signals === undefined || isKnown ? [] : [{ features: boundSignals(signals), label, weight }];
}
