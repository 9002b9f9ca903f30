import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { createDefaultRecognition } from '../../src/engine/recognition.ts';
import { createShardServer, openShards } from '../../src/faces/duplicates/index.ts';
import { IndexThread } from '../../src/faces/duplicates/index-thread.ts';
import type { IndexedFace } from '../../src/faces/duplicates/index-worker.ts';
import { nameShard } from '../../src/faces/duplicates/shards/shard.ts';

/**
 * `node --expose-gc bench/duplicates/shards.ts [--templates 10000000] [--shards 2] [--searches 1000]`: memory and time
 * of the search for duplicates among generated templates, in processes that hold a part each and answer over HTTP. Each
 * search looks for a template like a held one; those that reach the score of the default settings must be found. With
 * few templates the memory of a process itself weighs in `bytesEach` and `hundredMillionGb`.
 */
const { values: flags } = parseArgs({
  options: {
    templates: { type: 'string', default: '10000000' },
    shards: { type: 'string', default: '2' },
    searches: { type: 'string', default: '1000' },
    part: { type: 'string' },
  },
});
const [count, shardCount] = [Number(flags.templates), Number(flags.shards)];
const recognition = createDefaultRecognition(1e-4);
const { templateModel } = recognition;
const length = 512;
const minScore = recognition.scoreAt(0.9);
const secret = 'a secret of thirty-two characters or more';
/** Templates handed to the index at a time, as a shard does that reads its faces. */
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

async function holdPart(number: number): Promise<void> {
  const shard = { number, count: shardCount };
  const thread = new IndexThread();
  let sizes: Readonly<Record<string, number>> = {};
  let faces: IndexedFace[] = [];
  const put = async () => {
    ({ sizes } = await thread.ask({ kind: 'put', faces }));
    faces = [];
  };
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const started = performance.now();
  // Dealt out in turn: hashing all ids in each process would take longer than what is measured.
  for (let at = number - 1; at < count; at += shardCount) {
    faces.push({ id: idOf(at), template: { values: makeTemplate(at), offset: 0, templateModel } });
    if (faces.length === pageSize) await put();
  }
  await put();
  const fillSeconds = (performance.now() - started) / 1_000;
  globalThis.gc?.();
  const server = createShardServer({
    shard,
    index: {
      isLoaded: () => true,
      models: () => [templateModel],
      sizes: () => sizes,
      async search(queries, limit) {
        const answer = await thread.ask({ kind: 'search', queries, limit });
        return { ...answer, models: Object.keys(answer.sizes), missingShards: [] };
      },
    },
    templateModels: () => [templateModel],
    secret,
    requestTimeoutMs: 60_000,
    onError: (error) => console.error(error),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { rss } = process.memoryUsage();
  process.send?.({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shard: nameShard(shard),
    templates: sizes[templateModel],
    fillSeconds: Math.round(fillSeconds),
    memoryMb: Math.round(rss / 1e6),
    bytesEach: Math.round((rss - before) / (sizes[templateModel] ?? 1)),
  });
}

type Held = { readonly url: string; readonly templates: number; readonly bytesEach: number };

async function measure(): Promise<void> {
  const children = Array.from({ length: shardCount }, (_, index) =>
    fork(import.meta.filename, [...process.argv.slice(2), '--part', String(index + 1)], {
      execArgv: ['--expose-gc'],
    }),
  );
  try {
    const held = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0] as Held));
    for (const one of held) console.log(JSON.stringify(one));
    const shards = openShards({
      urls: held.map(({ url }) => url),
      secret,
      timeoutMs: 60_000,
      breaker: { timeouts: 1, pauseMs: 60_000 },
      templateModels: () => [templateModel],
    });
    const times: number[] = [];
    let [wanted, found, candidates] = [0, 0, 0];
    for (let round = 0; round < Number(flags.searches); round++) {
      const number = Math.imul(round + 1, 2654435761) >>> 0;
      const target = number % count;
      // From below the score to nearly the same template.
      const likeness = minScore - 0.05 + (round / Number(flags.searches)) * (0.99 - minScore);
      const values = likeTemplate(makeTemplate(target), likeness, number);
      const at = performance.now();
      const answer = await shards.search([{ values, offset: 0, templateModel, minScore }], 1_000);
      times.push(performance.now() - at);
      if (answer === 'loading' || answer.missingShards.length > 0) throw new Error('A shard is missing');
      candidates += answer.candidates.length;
      if (likeness < minScore) continue;
      wanted += 1;
      if (answer.candidates.some(({ id }) => idOf(target).equals(id))) found += 1;
    }
    await shards.close();
    times.sort((a, b) => a - b);
    const quantile = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))] as number);
    const bytesEach = held.reduce((sum, one) => sum + one.bytesEach, 0) / held.length;
    console.log(
      JSON.stringify({
        templates: held.reduce((sum, one) => sum + one.templates, 0),
        minScore,
        searches: times.length,
        searchMsMedian: quantile(0.5),
        searchMs99: quantile(0.99),
        searchMsMost: quantile(1),
        candidatesEach: candidates / times.length,
        wanted,
        found,
        hundredMillionGb: Math.round(bytesEach) / 10,
      }),
    );
  } finally {
    for (const child of children) child.kill();
  }
}

await (flags.part === undefined ? measure() : holdPart(Number(flags.part)));
