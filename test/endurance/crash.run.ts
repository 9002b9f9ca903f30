import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '../../bench/seeded-random.ts';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createTestDatabase, type TestDatabaseKind, testDatabaseKinds } from '../support/database.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';
import { checkAttempts, checkPromises, register } from './check-promises.ts';
import { type LoadTarget, type Promised, sendLoad } from './crash-load.ts';
import { createMasterKeyText, readFirstAdmin, runAndKill, runService } from './run-service.ts';

/*
 * Kills the service under load, again and again, and looks for what it had answered for. Ends with status 1 when
 * anything is lost. kill -9 leaves the operating system's caches alone: a power cut is NOT simulated.
 */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
const kinds = values.database === undefined ? testDatabaseKinds() : [values.database as TestDatabaseKind];

/** Every so many kills the start that follows is killed too, before it is done. */
const killStartEvery = 4;

type Row = {
  readonly kill: number;
  readonly afterMs: number;
  readonly answered: string;
  readonly cutOff: number;
  readonly startKilledAfterMs: number | undefined;
  readonly startMs: number;
  readonly checked: number;
  readonly lost: number;
};

type Outcome = {
  readonly database: TestDatabaseKind;
  readonly rows: readonly Row[];
  readonly attempts: number;
  readonly registrations: number;
  readonly captures: number;
  readonly problems: readonly string[];
  readonly seconds: number;
};

async function crashOn(kind: TestDatabaseKind): Promise<Outcome> {
  const begun = performance.now();
  const endings: (() => unknown)[] = [];
  const random = createSeededRandom(seed);
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  try {
    const address = await createTestDatabase(
      { after: (ending) => endings.push(ending as () => unknown) },
      kind,
    );
    // The photo of a person's own registration never matches: a fast machine would lock everybody after thirty of them.
    const variables = { FACE_LOCK_AFTER_FAILURES: '0' };
    const options = { address, port: await findFreePort(), masterKey: createMasterKeyText(), variables };
    let service = await runService(options);
    endings.unshift(() => service.end('SIGKILL'));
    const { firstAdmin, url } = service;
    if (firstAdmin === undefined) throw new Error('the first start shows no administrator');
    const mobile = await createClientOver(url, firstAdmin, {
      product: 'mobile',
      scopes: ['faces:authenticate', 'attempts:read'],
    });
    const customer = await createClientOver(url, firstAdmin, {
      product: 'customer',
      scopes: ['faces:write'],
    });
    const { sameWoman, otherWomen } = await cutDemoPhotos();
    const photos = [...sameWoman, ...otherWomen];
    const people = photos.map((_, photo) => ({ cpf: generateCpf(), photo }));
    const fetchTokens = async () => ({
      mobileToken: await fetchToken(url, mobile),
      customerToken: await fetchToken(url, customer),
    });
    let target: LoadTarget = { url, photos, people, ...(await fetchTokens()) };
    const digests: string[] = [];
    for (const { cpf, photo } of people) digests.push(await register(target, cpf, photo));

    const problems: string[] = [];
    const rows: Row[] = [];
    const all: Promised['attempts'] = [];
    let registrations = 0;
    let captures = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const afterMs = between(200, 2_500);
      const stopping = new AbortController();
      const loading = sendLoad(target, stopping.signal);
      await delay(afterMs);
      stopping.abort();
      await service.end('SIGKILL');
      const load = await loading;
      problems.push(...load.unexpected.map((what) => `kill ${kill}: ${withoutNumbers(what)}`));

      const startKilledAfterMs = kill % killStartEvery === 0 ? between(100, service.startMs) : undefined;
      const outputs = startKilledAfterMs === undefined ? [] : [await runAndKill(options, startKilledAfterMs)];
      service = await runService(options);
      if (
        service.firstAdmin !== undefined ||
        outputs.some((output) => readFirstAdmin(output) !== undefined)
      ) {
        problems.push(`kill ${kill}: the first administrator is shown again`);
      }
      // Every second time the tokens of before the crash have to do.
      if (kill % 2 === 0) target = { ...target, ...(await fetchTokens()) };
      const { checked, lost } = await checkPromises(target, load, digests);
      problems.push(...lost.map((what) => `kill ${kill}: ${what}`));
      all.push(...load.attempts, ...load.idempotent);
      registrations += load.registrations.length;
      captures += load.captures.length;
      rows.push({
        kill,
        afterMs,
        answered: `${load.attempts.length + load.idempotent.length}/${load.registrations.length}/${load.captures.length}`,
        cutOff: load.cutOff,
        startKilledAfterMs,
        startMs: Math.round(service.startMs),
        checked,
        lost: lost.length,
      });
      show(rows.at(-1)!);
    }
    target = { ...target, ...(await fetchTokens()) };
    const { lost } = await checkAttempts(target, all, digests);
    problems.push(...lost.map((what) => `at the end: ${what}`));
    const errors = service.readErrors();
    if (errors !== '') problems.push(`the service logged: ${errors.slice(-1_000)}`);
    const seconds = (performance.now() - begun) / 1000;
    return { database: kind, rows, attempts: all.length, registrations, captures, problems, seconds };
  } finally {
    for (const ending of endings) await ending();
  }
}

/** A path without the CPF in it. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\d{11}/g, '{cpf}');
}

function show(row: Row): void {
  if (values.json) return;
  const start = row.startKilledAfterMs === undefined ? '-' : String(row.startKilledAfterMs);
  const cells = [row.kill, row.afterMs, row.answered, row.cutOff, start, row.startMs, row.checked, row.lost];
  console.log(cells.map((cell, i) => String(cell).padStart(headings[i]!.length)).join('  '));
}

const headings = [
  'kill',
  'after ms',
  'attempts/faces/captures answered',
  'cut off',
  'start killed after ms',
  'start ms',
  'checked',
  'lost',
];

const outcomes: Outcome[] = [];
for (const kind of kinds) {
  if (!values.json) console.log(`\n${kind} database, ${kills} kills, seed ${seed}\n${headings.join('  ')}`);
  const outcome = await crashOn(kind);
  outcomes.push(outcome);
  if (values.json) continue;
  const starts = outcome.rows.map(({ startMs }) => startMs).sort((a, b) => a - b);
  console.log(
    `${outcome.attempts} attempts, ${outcome.registrations} registered faces and ${outcome.captures} captures answered; ` +
      `${outcome.problems.length} problems; median start ${starts[Math.floor(starts.length / 2)]} ms; ${outcome.seconds.toFixed(0)} s`,
  );
  for (const problem of outcome.problems) console.log(`  ${problem}`);
}
if (values.json) console.log(JSON.stringify({ seed, outcomes }));
process.exitCode = outcomes.some(({ problems }) => problems.length > 0) ? 1 : 0;
