import { parseArgs } from 'node:util';
import type { SearchVector } from '../../src/engine/face-engine.ts';
import { FaceTemplateIndex } from '../../src/faces/duplicates/face-template-index.ts';

/**
 * `node bench/duplicates/search.ts [--templates 1000000] [--values 512]`: memory and time of the search for
 * duplicates among generated templates, on one thread.
 */
const { values: flags } = parseArgs({
  options: {
    templates: { type: 'string', default: '1000000' },
    values: { type: 'string', default: '512' },
    threshold: { type: 'string', default: '0.6' },
  },
});
const [count, length, minScore] = [Number(flags.templates), Number(flags.values), Number(flags.threshold)];

let state = 88172645;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

function bell(): number {
  return random() + random() + random() + random() - 2;
}

/** Directions about a common one, as face templates have: two strangers' product is about 0.2. */
const common = Float32Array.from({ length }, bell);
scale(common, Math.sqrt(0.2));

function makeFace(): SearchVector {
  const values = Float32Array.from({ length }, bell);
  scale(values, Math.sqrt(0.8));
  for (let i = 0; i < length; i++) values[i] = (values[i] as number) + (common[i] as number);
  scale(values, 1);
  return { values, offset: 0 };
}

function scale(values: Float32Array, to: number): void {
  let square = 0;
  for (const value of values) square += value * value;
  const factor = to / Math.sqrt(square);
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) * factor;
}

/** Filled by a cheap rule: what a search costs depends on no value, and a million bells take minutes. */
function perturb({ values }: SearchVector, seed: number): SearchVector {
  const shift = (seed * 31) % length;
  const turned = new Float32Array(length);
  turned.set(values.subarray(shift));
  turned.set(values.subarray(0, shift), length - shift);
  for (let i = seed % 7; i < length; i += 7) turned[i] = -(turned[i] as number);
  return { values: turned, offset: 0 };
}

const idOf = (number: number) => {
  const id = Buffer.alloc(16);
  id.writeUInt32BE(number, 4);
  id.writeUInt32BE(Math.imul(number, 2654435761) >>> 0, 12);
  return id;
};

globalThis.gc?.();
const before = process.memoryUsage().rss;
const index = new FaceTemplateIndex(length);
const bases = Array.from({ length: 512 }, makeFace);
const started = performance.now();
for (let i = 0; i < count; i++) {
  const base = bases[i % bases.length] as SearchVector;
  index.put(idOf(i), i < bases.length ? base : perturb(base, i));
}
const filledMs = performance.now() - started;
globalThis.gc?.();
const memoryMb = (process.memoryUsage().rss - before) / 1e6;

const times: number[] = [];
const cpuTimes: number[] = [];
let candidates = 0;
let missed = 0;
for (let round = 0; round < 20; round++) {
  const query = bases[round] as SearchVector;
  const at = performance.now();
  const cpu = process.cpuUsage();
  const found = index.search(query, minScore);
  times.push(performance.now() - at);
  cpuTimes.push(process.cpuUsage(cpu).user / 1000);
  candidates += found.length;
  if (!found.some(({ id }) => Buffer.compare(id, idOf(round)) === 0)) missed += 1;
}
times.sort((a, b) => a - b);
cpuTimes.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    templates: count,
    values: length,
    memoryMb: Math.round(memoryMb),
    fillMicrosecondsEach: Math.round((filledMs * 1000) / count),
    searchMsMedian: Math.round(times[10] as number),
    searchMsMost: Math.round(times[19] as number),
    searchProcessorMsMedian: Math.round(cpuTimes[10] as number),
    candidatesEach: candidates / 20,
    missed,
  }),
);
