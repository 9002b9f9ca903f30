import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import { accuracyByFold, type ScoredPair } from '../../src/engine/evaluation/error-rates.ts';

/** Name in the report and what `peer-process.mjs` calls it. */
const peers = ['human', 'face-api'] as const;

export type PeerFigures = {
  readonly name: string;
  /** Median milliseconds of one photo, decoding included, on one thread. */
  readonly medianMs: number;
  /** How many times as long as ours on the same photos: the median of the ratios of single photos. */
  readonly timesOurs: number;
  /** Photos a second when all of them are to be done, each engine as it comes: ours in a worker for each core. */
  readonly perSecond: number;
  readonly withoutFace: number;
  /** Mean over ten folds; absent without labelled photos. */
  readonly accuracy?: number;
};

export type PeerReport = {
  readonly photos: number;
  readonly pairs: number;
  readonly engines: readonly PeerFigures[];
};

/** What one engine says of a photo. */
type Reading = { readonly ms: number; readonly embedding: Float64Array | undefined };
type Asker = {
  ask(path: string): Promise<Reading>;
  /** How many photos it takes at a time when there are many. */
  readonly lanes: number;
  /** Larger is more alike. */
  score(a: Float64Array, b: Float64Array): number;
  close(): Promise<void>;
};

/** Photos that each engine sees before it is measured: compiled code and memory are there then, as in a service. */
const warmUpPhotos = 60;

/**
 * Ours, `@vladmandic/human` and `@vladmandic/face-api` in turns on the same photos, each in one thread of its own; then
 * each alone on all photos, as it comes. With a folder of photos named `<person>_<number>.jpg`, also how many pairs each decides rightly.
 */
export async function measurePeers(options: {
  readonly photos?: string;
  readonly most: number;
  readonly say: (text: string) => void;
}): Promise<PeerReport> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  if (!existsSync(join(folder, 'node_modules'))) {
    throw new Error('The peers are not installed: npm ci --prefix bench/peers --ignore-scripts');
  }
  const temporary = await mkdtemp(join(tmpdir(), 'confere-peers-'));
  const askers: [string, Asker][] = [['confere', await openOurs(1)]];
  try {
    for (const peer of peers) askers.push([peer, await openPeer(folder, peer)]);
    const { paths, pairs } = await choosePhotos(options.photos, options.most, temporary);
    const readings = new Map(askers.map(([name]) => [name, new Map<string, Reading>()]));
    options.say('warming up');
    for (const path of warmUp(paths)) for (const [, asker] of askers) await asker.ask(path);
    for (const [index, path] of paths.entries()) {
      if (index % 50 === 0) options.say(`${index} of ${paths.length} photos by all engines`);
      for (const [name, asker] of askers) readings.get(name)?.set(path, await asker.ask(path));
    }
    const ours = readings.get('confere') as Map<string, Reading>;
    const perSecond = new Map<string, number>();
    for (const [name, asker] of askers) {
      options.say(`all photos by ${name} alone`);
      perSecond.set(name, await (name === 'confere' ? measureAllCores(paths) : measureRate(asker, paths)));
    }
    const engines = askers.map(([name, asker]): PeerFigures => {
      const own = readings.get(name) as Map<string, Reading>;
      const all = [...own];
      const scored = pairs.map(({ a, b, same }, index): ScoredPair => {
        const [first, second] = [own.get(a)?.embedding, own.get(b)?.embedding];
        const score = first && second ? asker.score(first, second) : Number.NEGATIVE_INFINITY;
        return { same, score, fold: String(index % 10) };
      });
      return {
        name,
        medianMs: median(all.map(([, { ms }]) => ms)),
        timesOurs: median(all.map(([path, { ms }]) => ms / (ours.get(path) as Reading).ms)),
        perSecond: perSecond.get(name) as number,
        withoutFace: all.filter(([, { embedding }]) => embedding === undefined).length,
        ...(pairs.length > 0 && { accuracy: mean(accuracyByFold(scored)) }),
      };
    });
    return { photos: paths.length, pairs: pairs.length, engines };
  } finally {
    for (const [, asker] of askers) await asker.close();
    await rm(temporary, { recursive: true });
  }
}

function warmUp(paths: readonly string[]): readonly string[] {
  return Array.from({ length: warmUpPhotos }, (_, index) => paths[index % paths.length] as string);
}

async function measureAllCores(paths: readonly string[]): Promise<number> {
  const workers = availableParallelism();
  const ours = await openOurs(workers);
  try {
    for (let worker = 0; worker < workers; worker++) await measureRate(ours, warmUp(paths));
    return await measureRate(ours, paths);
  } finally {
    await ours.close();
  }
}

async function measureRate(asker: Asker, paths: readonly string[]): Promise<number> {
  const left = [...paths];
  const lane = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await asker.ask(path);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: asker.lanes }, lane));
  return (paths.length / (performance.now() - started)) * 1000;
}

/** As an authentication analyses a photo, but for the checks that would refuse one. */
async function openOurs(workers: number): Promise<Asker> {
  const engine = createOnnxFaceEngine({
    workers,
    limits: { secondFaceRatio: Number.POSITIVE_INFINITY, minEyeDistancePx: 0, minSharpness: 0 },
    timeoutMs: 60_000,
  });
  await engine.ready();
  const bytesOf = (values: Float64Array) => new Uint8Array(Float32Array.from(values).buffer);
  return {
    lanes: workers,
    async ask(path) {
      const bytes = await readFile(path);
      const started = performance.now();
      const analysis = await engine.analyse(bytes, { isReceived: true }).catch(() => undefined);
      const ms = performance.now() - started;
      const template = analysis && new Float32Array(analysis.template.slice().buffer);
      return { ms, embedding: template && Float64Array.from(template) };
    },
    score: (a, b) => engine.compare(bytesOf(a), bytesOf(b)).score,
    close: () => engine.close(),
  };
}

async function openPeer(folder: string, peer: (typeof peers)[number]): Promise<Asker> {
  const child = spawn(process.execPath, [join(folder, 'peer-process.mjs'), folder, peer], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${peer} has ended`);
    return JSON.parse(value) as { ms: number; embedding?: readonly number[] };
  };
  await answer();
  return {
    lanes: 1,
    async ask(path) {
      child.stdin.write(`${path}\n`);
      const { ms, embedding } = await answer();
      return { ms, embedding: embedding && Float64Array.from(embedding) };
    },
    // Both compare by Euclidean distance, human over a curve of it that keeps the order.
    score: (a, b) => -Math.sqrt(a.reduce((sum, value, i) => sum + (value - (b[i] as number)) ** 2, 0)),
    async close() {
      child.kill();
    },
  };
}

type Pair = { readonly a: string; readonly b: string; readonly same: boolean };

/** Pairs of one person, and as many of a person and the next one; or, without a folder, sample photos alone. */
async function choosePhotos(
  folder: string | undefined,
  most: number,
  temporary: string,
): Promise<{ paths: readonly string[]; pairs: readonly Pair[] }> {
  if (folder === undefined) {
    const { sameWoman, otherWomen } = await cutDemoPhotos();
    const paths = await Promise.all(
      [...sameWoman, ...otherWomen].map(async (photo, index) => {
        const path = join(temporary, `sample-${index}.jpg`);
        await writeFile(path, photo);
        return path;
      }),
    );
    return { paths: [...paths, ...paths, ...paths], pairs: [] };
  }
  const people = new Map<string, string[]>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.jpg')).sort()) {
    const person = file.replace(/_?\d*\.jpg$/, '');
    people.set(person, [...(people.get(person) ?? []), join(folder, file)]);
  }
  const chosen = [...people.values()].filter((photos) => photos.length > 1).slice(0, Math.floor(most / 2));
  const pairs = chosen.flatMap(([a = '', b = ''], index): Pair[] => {
    const next = chosen[(index + 1) % chosen.length]?.[1] ?? '';
    return [
      { a, b, same: true },
      { a, b: next, same: false },
    ];
  });
  return { paths: chosen.flatMap((photos) => photos.slice(0, 2)), pairs };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
