import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';
import { compareStillness, compareSurroundings, measureRelief, wilson } from '../../../src/engine/index.ts';
import { judgeFrames } from '../../../src/liveness/judge-frames.ts';
import type { LivenessVerdict } from '../../../src/liveness/types.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { type CollectedFrame, readFrame } from './frames.ts';
import { genuine, keepPairs, listAttacks, type MakeSession, makeGenuine, swaps } from './list-attacks.ts';
import type { JudgeWith, MadeSession, Person } from './make-sessions.ts';
import { tried, withoutOne } from './rule-changes.ts';

// node bench/liveness/challenge/report.ts frames.jsonl [--sessions 3] [--photos photos.jsonl]
// Judges sessions of the people and prints the error rates by species. `--photos`: collected with `--species none`, the
// people whose photos are swapped. Then the same with each rule left out once, and with rules that were tried.
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

const engine = createOnnxFaceEngine({ workers: 1 });
await engine.ready();
const judge: JudgeWith = {
  compare: keepPairs((a: Uint8Array, b: Uint8Array) => engine.compare(a, b).similarity),
  compareSurroundings: keepPairs(compareSurroundings),
  compareStillness: keepPairs(compareStillness),
  measureRelief: keepPairs(measureRelief),
  random: createSeededRandom('challenge'),
};
const injection = 'drawn head that follows (injected)';

console.log(`\n${people.length} people, ${values.sessions} sessions each; intervals of 95 % (Wilson)\n`);
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
    const own = people.filter((person) => person.frames.some((frame) => frame.species === species));
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
printChanges();
await engine.close();

/** Sheets, videos and heads with each change of the rules: the same sessions for each. */
function printChanges(): void {
  const shown = rows.filter(([name]) => /^photo(,| with| bent)|^video|other steps$/.test(name));
  const others = rows.filter(([name]) => name.startsWith('another person'));
  const species = [...shown, [injection, makeGenuine(judge)] as const, ...others];
  const made = species.map(([name, make]) => [name, listSessions(make)] as const);
  console.log(
    `\n| sessions that pass | ${made.map(([name, all]) => `${name} (${all.length})`).join(' | ')} |`,
  );
  for (const [name, { rules, isRefused }] of Object.entries({ ...withoutOne, ...tried })) {
    const passed = made.map(([, sessions]) => {
      const verdicts = sessions.map((session) => {
        const [steps, frames, options] = session;
        // Videos are judged without the passive engine.
        const passiveShare = options.rules?.passiveShare ?? rules.passiveShare;
        const verdict = judgeFrames(steps, frames, { ...options, rules: { ...rules, passiveShare } });
        return verdict.isAlive && !isRefused(session, verdict);
      });
      return verdicts.filter((isAlive) => isAlive).length;
    });
    console.log(`| ${name} | ${passed.join(' | ')} |`);
  }
}

function listSessions(make: MakeSession, of: readonly Person[] = people): readonly MadeSession[] {
  return of
    .flatMap((person) => Array.from({ length: Number(values.sessions) }, () => make(person)))
    .filter((session) => session !== undefined);
}

function read(path: string): readonly CollectedFrame[] {
  return readFileSync(path, 'utf8').trim().split('\n').map(readFrame);
}

function listPeople(all: readonly CollectedFrame[]): readonly Person[] {
  return [...Map.groupBy(all, ({ person }) => person)].map(([name, own]) => ({ name, frames: own }));
}

function collect(make: MakeSession, of: readonly Person[] = people): readonly LivenessVerdict[] {
  return listSessions(make, of).map((session) => judgeFrames(...session));
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
