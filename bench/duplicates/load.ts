import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FaceEngine } from '../../src/engine/face-engine.ts';
import { defaultFaceTemplates, encodeFaceTemplate } from '../../src/engine/face-template.ts';
import { createDefaultRecognition } from '../../src/engine/recognition.ts';
import { faceIdKind, sealedFaceTemplate } from '../../src/faces/declarations.ts';
import { createDuplicateSearch } from '../../src/faces/duplicates/index.ts';
import { createLocalIndex } from '../../src/faces/index.ts';
import { imageIdKind } from '../../src/images/declarations.ts';
import { migrate, type OpenDatabase, openDatabase } from '../../src/platform/db/index.ts';
import {
  createMasterKey,
  createRecordCipher,
  type RecordCipher,
} from '../../src/platform/encryption/index.ts';
import { createId, personIdKind } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createBenchDatabase } from '../service/bench-database.ts';
import { percentile } from '../service/percentile.ts';

/**
 * `CONFERE_BENCH_DATABASE_URL=postgres://... node bench/duplicates/load.ts [--templates 1000000]`: how long a process takes
 * to read generated templates into its index of duplicates, and how it answers meanwhile. On the embedded database
 * without the address. A million templates take 6 GB of disk until the end.
 */
const { values: flags } = parseArgs({ options: { templates: { type: 'string', default: '1000000' } } });
const count = Number(flags.templates);
const batch = 500;
/** The histogram's timer; its own period is in every value and is taken off. */
const resolutionMs = 1;

await using opened = new AsyncDisposableStack();
const place = await createBenchDatabase(process.env.CONFERE_BENCH_DATABASE_URL);
opened.defer(place.remove);
const database = opened.use(
  await openDatabase({
    dataDir: place.dataDir,
    databaseUrl: place.variables.DATABASE_URL,
    logger: createLogger({ level: 'silent' }),
  }),
);
await migrate(database, fileURLToPath(new URL('../../migrations', import.meta.url)));
const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
const recognition = createDefaultRecognition(1e-4);
const filling = performance.now();
await fill(database, cipher);
const fillSeconds = (performance.now() - filling) / 1000;

const engine = {
  templateModels: () => [recognition.templateModel],
  searchVector: recognition.searchVector,
  compare: recognition.compare,
  scoreAt: recognition.scoreAt,
} as unknown as FaceEngine;
const { db } = database;
const index = createLocalIndex({ db, cipher, vectors: engine, onError: fail });
const search = createDuplicateSearch({ db, cipher, engine, index, minSimilarity: 0.9, onError: fail });
opened.adopt(search, (it) => it.close());

const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
const queryTimes: number[] = [];
const memoryBefore = process.memoryUsage.rss();
const cpuBefore = process.cpuUsage();
const started = performance.now();
histogram.enable();
search.start();
let isLoaded = false;
const loaded = search.loaded().then(() => {
  isLoaded = true;
});
// What an authentication asks of the database, again and again while the index is read.
while (!isLoaded) {
  const at = performance.now();
  await database.db.selectFrom('people').select('id').limit(1).execute();
  queryTimes.push(performance.now() - at);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 20))]);
}
histogram.disable();
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
const cpuMs = (user + system) / 1000;
const toMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);

const query = randomTemplate();
const times: number[] = [];
for (let i = 0; i < 20; i += 1) {
  const at = performance.now();
  const { status } = await search.search('nobody', [
    { template: query, templateModel: recognition.templateModel },
  ]);
  if (status !== 'complete') throw new Error(`the search says ${status}`);
  times.push(performance.now() - at);
}
console.log(
  JSON.stringify({
    database: database.kind,
    templates: count,
    fillSeconds: Math.round(fillSeconds),
    loadSeconds: round(seconds),
    loadMicrosecondsEach: Math.round((seconds * 1e6) / count),
    processorMicrosecondsEach: Math.round((cpuMs * 1000) / count),
    eventLoopDelayMs: {
      p50: round(toMs(histogram.percentile(50))),
      p99: round(toMs(histogram.percentile(99))),
      max: round(toMs(histogram.max)),
    },
    otherQueriesMs: {
      count: queryTimes.length,
      p50: round(percentile(queryTimes, 0.5)),
      p99: round(percentile(queryTimes, 0.99)),
    },
    memoryMb: Math.round((process.memoryUsage.rss() - memoryBefore) / 1e6),
    searchMs: { p50: round(percentile(times, 0.5)), max: round(percentile(times, 1)) },
  }),
);

/** Faces of one person and one photo: what is read of each is its own row. */
async function fill({ db }: OpenDatabase, records: RecordCipher): Promise<void> {
  const now = new Date();
  const [person, image] = [createId(personIdKind, now.getTime()), createId(imageIdKind, now.getTime())];
  const sealedNothing = records.seal(Buffer.alloc(1), person);
  const key = { key_id: sealedNothing.key_id, wrapped_key: sealedNothing.wrapped_key };
  await db
    .insertInto('people')
    .values({
      id: person,
      cpf_index: randomBytes(32),
      ...key,
      ciphertext: sealedNothing.ciphertext,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('images')
    .values({
      id: image,
      created_at: now,
      content_type: 'image/jpeg',
      width: 1,
      height: 1,
      size_bytes: 1,
      ...key,
    })
    .execute();
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, () => {
      const id = createId(faceIdKind, now.getTime());
      return {
        id,
        person_id: person,
        image_id: image,
        template_model: recognition.templateModel,
        ...sealedFaceTemplate.seal(records, id, randomTemplate()),
        quality: '{}' as never,
        legal_basis: null,
        created_at: now,
      };
    });
    await db.insertInto('faces').values(rows).execute();
    if (from % 50_000 === 0) process.stderr.write(`${from} of ${count} templates written\n`);
  }
}

function randomTemplate(): Uint8Array {
  const { embeddedValues } = defaultFaceTemplates;
  return encodeFaceTemplate(
    Float32Array.from({ length: embeddedValues }, () => Math.random() - 0.5),
    embeddedValues,
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function fail(error: unknown): void {
  console.error(error);
  process.exitCode = 1;
}
