import { readFileSync } from 'node:fs';
import { measureRelief } from '../../../src/engine/index.ts';
import { challengeRules } from '../../../src/liveness/judge-frames.ts';
import { turnBetween } from '../../../src/liveness/measure-turn.ts';
import { readFrame } from './frames.ts';

// node bench/liveness/challenge/relief.ts frames.jsonl...
// The relief of faces in pairs of a frame that looks ahead and one turned to a side, by species; in % of the height of
// the face for each degree. Frames of clips (kept by real-heads.ts) look ahead within 8 degrees.
const files = process.argv.slice(2);
if (files.length === 0) throw new Error('Name files of frames');
const rows = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => readFrame(line)),
);
const { leastTurnDegrees, mostReliefDegrees, mostTilt } = challengeRules;
const pairs = new Map<string, { found: number[]; count: number }>();
for (const own of Map.groupBy(rows, ({ person, species }) => `${person}|${species}`).values()) {
  const [{ person, species }] = own as [(typeof own)[0]];
  const name = species === 'clip' ? `clip ${person}` : species;
  const of = pairs.get(name) ?? { found: [], count: 0 };
  pairs.set(name, of);
  const faces = own.flatMap(({ face, shows }) => (face === undefined ? [] : [{ face, shows }]));
  const ahead = faces.filter(({ face, shows }) =>
    species === 'clip' ? Math.abs(face.quality.yawDegrees) <= 8 : shows === 'center',
  );
  for (const { face: from } of ahead) {
    for (const { face: to } of faces) {
      const { yaw, pitch } = turnBetween(from, to);
      const degrees = Math.abs(yaw);
      if (degrees < leastTurnDegrees || degrees > mostReliefDegrees) continue;
      if (Math.abs(pitch) > degrees * mostTilt) continue;
      of.count += 1;
      const relief = measureRelief(from.midline, to.midline);
      if (relief !== undefined) of.found.push((100 * relief) / yaw);
    }
  }
}
console.log('| species | pairs | measured | lowest | 5 % | 50 % | 95 % | highest | below the limit |');
console.log('|---|---|---|---|---|---|---|---|---|');
for (const [name, { found, count }] of pairs) {
  if (count === 0) continue;
  const sorted = found.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.toFixed(2) ?? '';
  const low = sorted.filter((relief) => relief < 100 * challengeRules.leastRelief).length;
  const values = [0, 0.05, 0.5, 0.95, 1].map(at).join(' | ');
  console.log(`| ${name} | ${count} | ${sorted.length} | ${values} | ${low} |`);
}
