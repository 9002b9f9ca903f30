import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '../../bench/seeded-random.ts';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import { analyseMutated } from './analyse-mutated.ts';
import { createSoundPhotos, mutatePhoto } from './mutate-photo.ts';

/*
 * Sends mutated photos through the intake and the whole engine, its workers included. Ends with status 1 when one
 * ends without a documented code, takes longer than allowed, kills a worker or leaves memory behind. See
 * docs/decisions/0010.
 */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    workers: { type: 'string', default: '2' },
    'within-ms': { type: 'string', default: '5000' },
    'growth-mb': { type: 'string', default: '150' },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
const workers = Number(values.workers);
const withinMs = Number(values['within-ms']);
/**
 * From half of the way to the end. The allocators of libvips and ONNX Runtime keep blocks of every size they met, and
 * it takes some two thousand photos until they have met them all: a shorter run says little about memory.
 */
const growthAtMostMb = Number(values['growth-mb']);
const maxPixels = 40_000_000;

const directory = await mkdtemp(join(tmpdir(), 'confere-images-'));
const engine = createOnnxFaceEngine({ workers, limits: { maxPixels }, timeoutMs: 60_000 });
const codes = new Map<string, number>();
const problems: string[] = [];
const slowest: [number, string][] = [];
const memoryMb: number[] = [];
const started = performance.now();
let done = 0;

async function work(): Promise<void> {
  while (done < count) {
    const index = done++;
    if (index % Math.ceil(count / 20) === 0) memoryMb.push(Math.round(process.memoryUsage.rss() / 1e6));
    const photo = mutatePhoto(sound, createSeededRandom(seed + index));
    try {
      const { intake, engine: analysis, ms } = await analyseMutated(engine, photo, maxPixels);
      for (const label of [`intake ${intake}`, `engine ${analysis}`])
        codes.set(label, (codes.get(label) ?? 0) + 1);
      slowest.push([ms, photo.name]);
      slowest.sort((a, b) => b[0] - a[0]).splice(5);
      if (ms > withinMs) await report(index, photo, `took ${Math.round(ms)} ms`);
    } catch (error) {
      await report(index, photo, String(error));
    }
  }
}

/** Keeps the photo beside the report: the seed and the index make it again, a look at it is quicker. */
async function report(index: number, photo: { name: string; bytes: Buffer }, what: string): Promise<void> {
  const file = join(tmpdir(), `confere-mutated-${seed}-${index}`);
  await writeFile(file, photo.bytes);
  problems.push(`${index}, ${photo.name}: ${what} (${file})`);
}

const sound = await createSoundPhotos((await cutDemoPhotos()).sameWoman[0]);
try {
  await engine.ready();
  await Promise.all(Array.from({ length: workers }, work));
  const good = await engine.analyse((await cutDemoPhotos()).sameWoman[1]);
  if (good.template.length === 0) problems.push('a sound photo is not analysed at the end');
  globalThis.gc?.();
  const endMb = Math.round(process.memoryUsage.rss() / 1e6);
  const warmMb = Math.max(...memoryMb.slice(0, Math.max(1, Math.ceil(memoryMb.length / 2))));
  if (endMb - warmMb > growthAtMostMb) problems.push(`memory grew from ${warmMb} to ${endMb} MB`);
  const summary = {
    seed,
    count,
    seconds: Math.round((performance.now() - started) / 1000),
    codes: Object.fromEntries([...codes].sort()),
    slowest: slowest.map(([ms, name]) => `${Math.round(ms)} ms ${name}`),
    memoryMb: { course: memoryMb, warm: warmMb, end: endMb, growthAtMost: growthAtMostMb },
    problems,
  };
  console.log(values.json ? JSON.stringify(summary) : JSON.stringify(summary, null, 2));
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await engine.close();
  await rm(directory, { recursive: true });
}
