import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createDefaultRecognition } from '../../src/engine/recognition.ts';
import { IndexThreads } from '../../src/faces/duplicates/index-threads.ts';
import type { IndexedFace } from '../../src/faces/duplicates/index-worker.ts';

/**
 * `node --expose-gc bench/duplicates/threads.ts [--templates 1000000] [--threads 2] [--searches 100]`: memory and time of
 * the search for duplicates among generated templates, in threads that hold a part each. Each search looks for a template
 * like a held one; those that reach the score of the default settings must be found.
 */
const { values: flags } = parseArgs({
  options: {
    templates: { type: 'string', default: '1000000' },
    threads: { type: 'string', default: String(availableParallelism()) },
    searches: { type: 'string', default: '100' },
  },
});
const [count, threadCount, searchCount] = [
  Number(flags.templates),
  Number(flags.threads),
  Number(flags.searches),
];
const recognition = createDefaultRecognition(1e-4);
const { templateModel } = recognition;
const length = 512;
const minScore = recognition.scoreAt(0.9);
/** Templates handed to the index at a time, as the service does that reads its faces. */
const pageSize = 50;
const common = direction(new Float32Array(length), 0xc0ffee);

/** A direction that only the seed decides, each value the sum of four bytes: nearly a bell. */
function direction(into: Float32Array, seed: number): Float32Array {
  let state = Math.imul(seed + 1, 2654435761) || 1;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    into[i] = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24) - 510;
  }
  return scale(into, 1);
}

function scale(values: Float32Array, to: number): Float32Array {
  let square = 0;
  for (const value of values) square += value * value;
  const factor = to / Math.sqrt(square);
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) * factor;
  return values;
}

/** The template of a number: about a common direction, so that the product of two strangers is about 0.2. */
function makeTemplate(number: number): Float32Array {
  const values = direction(new Float32Array(length), number);
  const [own, shared] = [Math.sqrt(0.8), Math.sqrt(0.2)];
  for (let i = 0; i < length; i++) values[i] = own * (values[i] as number) + shared * (common[i] as number);
  return scale(values, 1);
}

/** Sixteen bytes that only the number decides, the last ones spread evenly. */
function idOf(number: number): Buffer {
  const id = Buffer.alloc(16);
  id.writeUInt32BE(number, 4);
  id.writeUInt32BE(Math.imul(number, 40503) >>> 0, 8);
  id.writeUInt32BE(Math.imul(number, 2654435761) >>> 0, 12);
  return id;
}

/** A template whose product with another one is `likeness`. */
function likeTemplate(values: Float32Array, likeness: number, seed: number): Float32Array {
  const other = direction(new Float32Array(length), seed);
  let product = 0;
  for (let i = 0; i < length; i++) product += (values[i] as number) * (other[i] as number);
  for (let i = 0; i < length; i++) other[i] = (other[i] as number) - product * (values[i] as number);
  scale(other, Math.sqrt(1 - likeness * likeness));
  for (let i = 0; i < length; i++) other[i] = (other[i] as number) + likeness * (values[i] as number);
  return other;
}

globalThis.gc?.();
const before = process.memoryUsage().rss;
const started = performance.now();
const index = new IndexThreads(threadCount);
let faces: IndexedFace[] = [];
for (let at = 0; at < count; at += 1) {
  faces.push({ id: idOf(at), template: { values: makeTemplate(at), offset: 0, templateModel } });
  if (faces.length < pageSize && at < count - 1) continue;
  await index.put(faces);
  faces = [];
}
const fillSeconds = (performance.now() - started) / 1_000;
globalThis.gc?.();
const memoryMb = (process.memoryUsage().rss - before) / 1e6;

const times: number[] = [];
let [wanted, found, candidates] = [0, 0, 0];
const cpu = process.cpuUsage();
for (let round = 0; round < searchCount; round++) {
  const number = Math.imul(round + 1, 2654435761) >>> 0;
  const target = number % count;
  // From below the score to nearly the same template.
  const likeness = minScore - 0.05 + (round / searchCount) * (0.99 - minScore);
  const values = likeTemplate(makeTemplate(target), likeness, number);
  const at = performance.now();
  const answer = await index.search([{ values, offset: 0, templateModel, minScore }], 1_000);
  times.push(performance.now() - at);
  candidates += answer.candidates.length;
  if (likeness < minScore) continue;
  wanted += 1;
  if (answer.candidates.some(({ id }) => idOf(target).equals(id))) found += 1;
}
const { user } = process.cpuUsage(cpu);
await index.close();
times.sort((a, b) => a - b);
const quantile = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))] as number);
console.log(
  JSON.stringify({
    templates: count,
    threads: threadCount,
    fillSeconds: Math.round(fillSeconds),
    memoryMb: Math.round(memoryMb),
    bytesEach: Math.round((memoryMb * 1e6) / count),
    searches: times.length,
    searchMsMedian: quantile(0.5),
    searchMs99: quantile(0.99),
    searchMsMost: quantile(1),
    searchProcessorMs: Math.round(user / 1_000 / times.length),
    candidatesEach: candidates / times.length,
    wanted,
    found,
  }),
);
