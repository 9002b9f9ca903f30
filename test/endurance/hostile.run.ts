import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { createTestDatabase, type TestDatabaseKind } from '../support/database.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { type DocumentedRoutes, findFault, findRoute, readDocumentedRoutes } from './check-answer.ts';
import { authenticatePerson, createWorld, registerPerson } from './create-world.ts';
import { hostileRequest } from './generate-requests.ts';
import { exchange, type HostileAnswer } from './hostile-answer.ts';
import { fill, type HostileRequest, renderRequest, type World } from './hostile-request.ts';
import { createMasterKeyText, runService, type ServiceProcess } from './run-service.ts';
import { settledMemoryOptions, settleMemory } from './settle-memory.ts';
import { checkSlowConnections } from './slow-connections.ts';

/*
 * Sends requests that mean no good to a running service and holds each answer to what the service documents.
 * Ends with status 1 on any fault, with the smallest request found that shows it.
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: 'embedded' },
    'within-ms': { type: 'string', default: '15000' },
    'growth-mb': { type: 'string', default: '400' },
    'faults-at-most': { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
/** No request may wait longer: a photo's analysis is cut off after ten seconds. */
const withinMs = Number(values['within-ms']);
/**
 * How much more memory the process may hold at the end than after warming up. What it holds by then and not
 * before: freed blocks that the allocators of Node, libvips and ONNX Runtime keep for the next photo or body of
 * some size (a run of 4,000 requests ends no higher than one of 1,500), and compiled code.
 */
const growthAtMostMb = Number(values['growth-mb']);
/**
 * And how much more than half way, when all of that is there: this is what a leak would show in. One leaked
 * 36-megapixel photo is 108 MB, and every half decodes some.
 */
const lateGrowthAtMostMb = 150;
const faultsAtMost = Number(values['faults-at-most']);

type Finding = { readonly fault: string; readonly request: HostileRequest; readonly answer: string };

/** What came of the requests so far. */
type Tally = {
  readonly findings: Finding[];
  /** Faults that have been found, each once. */
  readonly known: Set<string>;
  readonly statuses: Map<string, number>;
  readonly slowest: [number, string][];
};

class Fault extends Error {}

/**
 * Sends as many requests as asked for, and those it takes to find the smallest that fails. A fault that is known
 * already does not end it, so that one hides no other.
 */
async function sendAll(
  service: ServiceProcess,
  world: World,
  routes: DocumentedRoutes,
  spell: { readonly requests: number; readonly seed: number },
  { findings, known, statuses, slowest }: Tally,
): Promise<void> {
  const port = Number(new URL(service.url).port);
  let tried = 0;

  const tryOne = async (request: HostileRequest): Promise<HostileAnswer> => {
    const bytes = renderRequest(request, world);
    const isCutShort = ['length too large', 'broken chunks'].includes(request.framing);
    const answer = await exchange(port, bytes, { withinMs, halfClose: isCutShort });
    const label = answer.kind === 'none' ? answer.reason : String(answer.status);
    statuses.set(label, (statuses.get(label) ?? 0) + 1);
    slowest.push([answer.ms, nameOf(request, world, routes)]);
    slowest.sort((a, b) => b[0] - a[0]).splice(5);
    if (
      request.method === 'DELETE' &&
      answer.kind === 'answer' &&
      (answer.status === 200 || answer.status === 204)
    ) {
      await registerPerson(service.url, world);
    }
    const target = fill(request.target, world);
    const fault = service.isRunning()
      ? findFault(request, { target, bytes: bytes.length }, answer, routes, world)
      : 'the process ended';
    if (fault === undefined) return answer;
    const signature = isOfNoRoute(fault) ? fault : `${nameOf(request, world, routes)}: ${fault}`;
    if (known.has(signature)) return answer;
    throw new Fault(signature);
  };

  for (
    let round = 0;
    tried < spell.requests && findings.length < faultsAtMost && service.isRunning();
    round += 1
  ) {
    const details = await fc.check(
      fc.asyncProperty(hostileRequest, async (request) => void (await tryOne(request))),
      { seed: spell.seed + round, numRuns: spell.requests - tried },
    );
    tried += details.numRuns;
    if (!details.failed) break;
    const error = details.errorInstance;
    if (!(error instanceof Fault) || details.counterexample === null) throw error;
    const [request] = details.counterexample;
    known.add(error.message);
    findings.push({ fault: error.message, request, answer: await describeAnswer(port, request, world) });
  }
}

/** Faults that come from before any route, so that one finding stands for all addresses. */
function isOfNoRoute(fault: string): boolean {
  return /417|is not there|does not have/.test(fault);
}

function nameOf(request: HostileRequest, world: World, routes: DocumentedRoutes): string {
  const path = fill(request.target, world).split(/[?#]/)[0]!;
  return `${request.method} ${findRoute(path, routes)?.path ?? 'elsewhere'}`;
}

/** The smallest request once more, for what it is answered now. Values that could be anybody's are left out. */
async function describeAnswer(port: number, request: HostileRequest, world: World): Promise<string> {
  const answer = await exchange(port, renderRequest(request, world), { withinMs, halfClose: false });
  if (answer.kind === 'none') return answer.reason;
  const text = answer.body.toString('latin1', 0, 400);
  return `${answer.status} ${answer.headers['content-type'] ?? ''} ${withoutValues(text, world)}`;
}

function withoutValues(text: string, world: World): string {
  let shown = text;
  for (const [name, value] of Object.entries(world.values)) shown = shown.replaceAll(value, `<${name}>`);
  return shown.replaceAll(/[^\x20-\x7e]/g, '?');
}

/**
 * What this run's heaviest requests do, done before the first reading: every worker decodes the largest photo,
 * and the largest body is read as JSON.
 */
async function warmUp(service: ServiceProcess, world: World): Promise<void> {
  const heavy = new Uint8Array(world.photos['png of 36 megapixels']);
  const send = async () => {
    const response = await fetch(`${service.url}/v1/people/${world.values.unregistered}/face`, {
      method: 'PUT',
      headers: { authorization: world.tokens.customer!, 'content-type': 'image/png' },
      body: heavy,
    });
    await response.arrayBuffer();
  };
  await Promise.all([send(), send(), send(), send()]);
  const sendLargeBody = async () => {
    const response = await fetch(`${service.url}/v1/face-authentications`, {
      method: 'POST',
      headers: { authorization: world.tokens.mobile!, 'content-type': 'application/json' },
      body: `{"peopleId":"${world.values.registered}","imageUrl":"data:image/jpeg;base64,${'A'.repeat(13_000_000)}"}`,
    });
    await response.arrayBuffer();
  };
  for (let turn = 0; turn < 5; turn += 1) await sendLargeBody();
  for (let turn = 0; turn < 20; turn += 1) await authenticatePerson(service.url, world);
}

async function readDocument(url: string): Promise<DocumentedRoutes> {
  const response = await fetch(`${url}/openapi.json`);
  if (response.status !== 200) throw new Error(`/openapi.json is answered ${response.status}`);
  return readDocumentedRoutes((await response.json()) as Parameters<typeof readDocumentedRoutes>[0]);
}

const endings: (() => unknown)[] = [];
try {
  const kind = values.database as TestDatabaseKind;
  const address = await createTestDatabase(
    { after: (ending) => endings.push(ending as () => unknown) },
    kind,
  );
  const service = await runService({
    address,
    port: await findFreePort(),
    masterKey: createMasterKeyText(),
    nodeOptions: settledMemoryOptions,
    // No lock: the person whom all requests ask for is to authenticate in the end.
    variables: { ACCESS_TOKEN_LIFETIME_SECONDS: '3600', FACE_LOCK_AFTER_FAILURES: '0' },
  });
  endings.unshift(() => service.end('SIGKILL'));
  if (!values.json) console.log(`${runs} requests, seed ${seed}, ${kind} database`);
  const world = await createWorld(service);
  const routes = await readDocument(service.url);
  await warmUp(service, world);
  const warmMb = await settleMemory(service);

  const slow = checkSlowConnections(Number(new URL(service.url).port));
  const started = performance.now();
  const tally: Tally = { findings: [], known: new Set(), statuses: new Map(), slowest: [] };
  const { findings, statuses, slowest } = tally;
  const half = Math.ceil(runs / 2);
  await sendAll(service, world, routes, { requests: half, seed }, tally);
  const halfMb = service.isRunning() ? await settleMemory(service) : Number.NaN;
  await sendAll(service, world, routes, { requests: runs - half, seed: seed + 1_000_000 }, tally);
  const seconds = (performance.now() - started) / 1000;
  const problems = findings.map(
    ({ fault, request, answer }) =>
      `${fault}\n  smallest request: ${JSON.stringify(request)}\n  answer: ${answer}`,
  );
  problems.push(...(await slow));

  // Alive, and still right: the person's photo is put back, since requests may have changed it.
  if (!service.isRunning()) problems.push('the process has ended');
  else {
    await registerPerson(service.url, world);
    await authenticatePerson(service.url, world);
    const endMb = await settleMemory(service);
    const growth = `memory grew from ${warmMb.toFixed(0)} over ${halfMb.toFixed(0)} to ${endMb.toFixed(0)} MB`;
    if (endMb - warmMb > growthAtMostMb) problems.push(`${growth}, more than ${growthAtMostMb} MB`);
    if (endMb - halfMb > lateGrowthAtMostMb) {
      problems.push(`${growth}, more than ${lateGrowthAtMostMb} MB in its second half`);
    }
    const errors = service.readErrors();
    if (/"level":"(error|fatal)"|Unhandled|Warning:/.test(errors)) {
      problems.push(`logged: ${withoutValues(errors, world).slice(-2_000)}`);
    }
    const summary = {
      seed,
      requests: [...statuses.values()].reduce((sum, n) => sum + n, 0),
      seconds: Math.round(seconds),
      statuses: Object.fromEntries([...statuses].sort()),
      slowest: slowest.map(([ms, name]) => `${Math.round(ms)} ms ${name}`),
      memoryMb: {
        warm: Math.round(warmMb),
        half: Math.round(halfMb),
        end: Math.round(endMb),
        growthAtMost: growthAtMostMb,
        lateGrowthAtMost: lateGrowthAtMostMb,
      },
      problems,
    };
    console.log(values.json ? JSON.stringify(summary) : JSON.stringify(summary, null, 2));
  }
  if (!service.isRunning()) console.log(JSON.stringify({ seed, problems }, null, 2));
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  for (const ending of endings) await ending();
}
