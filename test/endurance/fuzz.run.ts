import { Agent, request as httpRequest } from 'node:http';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '../../bench/seeded-random.ts';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { createTestDatabase, type TestDatabaseKind } from '../support/database.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { createResponseCheck, type Received } from '../support/openapi/check-response.ts';
import { type OpenApiDocument, type Operation, readOperations } from '../support/openapi/read-operations.ts';
import { toDataAddress } from '../support/service-photos.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';
import { type FuzzedRequest, type FuzzWorld, fuzzRequest, kindOf } from './fuzz-requests.ts';
import { createMasterKeyText, runService, type ServiceProcess } from './run-service.ts';
import { settledMemoryOptions, settleMemory } from './settle-memory.ts';
import { captureOperations, createLivenessWalks } from './walk-liveness.ts';

/*
 * Requests made at random from the OpenAPI document of a running service. Each answer has to be one that is documented
 * and of its schema, and the memory of the process must not go on growing. Ends with status 1 otherwise.
 */

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: 'embedded' },
    concurrency: { type: 'string', default: '8' },
    'growth-mb': { type: 'string', default: '150' },
    'faults-at-most': { type: 'string', default: '30' },
  },
});
const requests = Number(options.requests);
const seed = Number(options.seed);
const faultsAtMost = Number(options['faults-at-most']);
/** What the process may hold more at the end than half way. */
const growthAtMostMb = Number(options['growth-mb']);

const knownAtMost = 50;
/** The service is flooded on purpose, and has no registry. */
const expectedUnavailable = /face_engine_busy|face_engine_timeout|registry_not_imported|server_overloaded/;

async function openWorld(service: ServiceProcess, document: OpenApiDocument): Promise<FuzzWorld> {
  const { url, firstAdmin } = service;
  if (firstAdmin === undefined) throw new Error('the first start shows no administrator');
  const operations = readOperations(document);
  const scopes = (product: string) => [
    ...new Set(
      operations
        .filter(({ products }) => products.includes(product as 'mobile'))
        .flatMap(({ scope }) => scope?.split(' ') ?? [])
        .filter((scope) => !impliedScopes.has(scope)),
    ),
  ];
  const mobile = await createClientOver(url, firstAdmin, { product: 'mobile', scopes: scopes('mobile') });
  const customer = await createClientOver(url, firstAdmin, {
    product: 'customer',
    scopes: scopes('customer'),
  });
  const tokens = {
    mobile: `Bearer ${await fetchToken(url, mobile)}`,
    customer: `Bearer ${await fetchToken(url, customer)}`,
  };
  const photos = await cutDemoPhotos();
  const photo = new Uint8Array(photos.sameWoman[0]);
  return {
    operations,
    values: { cpf: generateCpf(), cnpj: generateCnpj(), photo, photoAddress: toDataAddress(photo) },
    cpfs: Array.from({ length: 20 }, () => generateCpf()),
    photos: [photo, new Uint8Array(photos.sameWoman[1]), Buffer.from('no photo')],
    goodTokens: new Map(
      operations.flatMap(({ id, products }) =>
        products[0] === undefined ? [] : [[id, tokens[products[0]]]],
      ),
    ),
    otherTokens: [
      tokens.mobile,
      tokens.customer,
      'Bearer a.b.c',
      'x',
      `Bearer ${await fetchToken(url, mobile, { people_id: generateCpf() })}`,
    ],
    known: new Map(),
    walks: createLivenessWalks(),
  };
}

type Answer = Received & { readonly requestId: string | undefined };

function exchange(
  port: number,
  agent: Agent,
  { method, path, headers, body }: FuzzedRequest,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        timeout: 60_000,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            contentType: String(response.headers['content-type'] ?? ''),
            text: Buffer.concat(chunks).toString(),
            requestId: response.headers['x-request-id'] as string | undefined,
          }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in a minute')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Identifiers in an answer, for later requests. Clients that the run itself lives on are never among them. */
function learn(world: FuzzWorld, operation: Operation, answer: Answer): void {
  if (
    answer.status >= 300 ||
    !answer.contentType.startsWith('application/json') ||
    operation.id === 'listClients'
  )
    return;
  const note = (name: string, value: unknown): void => {
    if (
      typeof value === 'string' &&
      /Id$/.test(name) &&
      name !== 'requestId' &&
      name !== 'executionOriginId'
    ) {
      const list = world.known.get(kindOf(name)) ?? [];
      if (list.length >= knownAtMost) list.shift();
      list.push(value);
      world.known.set(kindOf(name), list);
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, member] of Object.entries(value)) note(inner, member);
    }
  };
  note('', JSON.parse(answer.text));
}

/** Another scope of the client includes each; a client has 20 scopes at most. */
const impliedScopes = new Set([
  'faces:read',
  'executions:read',
  'webhooks:read',
  'clients:read',
  'clients:write',
  'system:read',
]);
const livenessOperation = /^(create|begin|next|send|finish|upload|extend|handOver|cancel)Liveness/;
/** With so many requests every route of the capture page has to be passed. */
const enoughToPass = 25_000;

const endings: (() => unknown)[] = [];
try {
  const address = await createTestDatabase(
    { after: (ending) => endings.push(ending as () => unknown) },
    options.database as TestDatabaseKind,
  );
  const service = await runService({
    address,
    port: await findFreePort(),
    masterKey: createMasterKeyText(),
    nodeOptions: settledMemoryOptions,
    variables: {
      ACCESS_TOKEN_LIFETIME_SECONDS: '3600',
      FACE_LOCK_AFTER_FAILURES: '0',
      LIVENESS_BEGIN_SECONDS: '86400',
      LIVENESS_FINISH_SECONDS: '3600',
      LIVENESS_LOCK_AFTER_FAILURES: '0',
      LIVENESS_LIGHT: 'offered',
    },
  });
  endings.unshift(() => service.end('SIGKILL'));
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApiDocument;
  const world = await openWorld(service, document);
  const check = createResponseCheck(document);
  const random = createSeededRandom(seed);
  const port = Number(new URL(service.url).port);
  const agent = new Agent({ keepAlive: true, maxSockets: Number(options.concurrency) });
  endings.unshift(() => agent.destroy());

  const faults = new Map<string, { count: number; readonly example: string }>();
  const statuses = new Map<number, number>();
  const perOperation = new Map<string, number>();
  /** What was answered with success. */
  const done = new Map<string, number>();
  const note = (request: FuzzedRequest, fault: string, answer: Answer | undefined) => {
    const name = `${request.operation.id}: ${fault}`;
    const known = faults.get(name);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    const body = typeof request.body === 'string' ? request.body.slice(0, 300) : request.body && '(bytes)';
    const { method, path, changes } = request;
    const example = JSON.stringify({
      method,
      path: path.slice(0, 200),
      changes,
      body,
      answer: answer?.text.slice(0, 300),
    });
    faults.set(name, { count: 1, example });
    console.error(`${name}\n  ${example}`);
  };

  async function sendOne(): Promise<void> {
    const request = fuzzRequest(world, random);
    perOperation.set(request.operation.id, (perOperation.get(request.operation.id) ?? 0) + 1);
    let answer: Answer;
    try {
      answer = await exchange(port, agent, request);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A refused body may still be on its way when the connection ends.
      if (code !== 'EPIPE' && code !== 'ECONNRESET')
        note(request, `no answer: ${code ?? (error as Error).message}`, undefined);
      return;
    }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    // Another method, or a parameter with a slash in it, makes it a request of another address.
    const isElsewhere =
      /"code":"(route_not_found|method_not_allowed)"/.test(answer.text) ||
      request.method !== request.operation.method;
    const fault = isElsewhere
      ? answer.status === 500
        ? 'status 500'
        : undefined
      : check(request.operation, answer);
    if (fault !== undefined) note(request, fault, answer);
    else if (!isElsewhere) {
      learn(world, request.operation, answer);
      if (answer.status < 300) {
        done.set(request.operation.id, (done.get(request.operation.id) ?? 0) + 1);
        if (livenessOperation.test(request.operation.id))
          world.walks.learn(request.operation.id, request.path, answer.text);
      }
    }
    if (answer.status === 503 && !expectedUnavailable.test(answer.text))
      note(request, 'status 503 without a cause', answer);
  }

  async function sendMany(count: number): Promise<void> {
    let left = count;
    await Promise.all(
      Array.from({ length: Number(options.concurrency) }, async () => {
        while (left > 0 && faults.size < faultsAtMost && service.isRunning()) {
          left -= 1;
          await sendOne();
        }
      }),
    );
  }

  const started = performance.now();
  // A tenth first, so that what is made once is there when the memory is read for the first time.
  const warmUp = Math.ceil(requests / 10);
  const half = Math.ceil((requests - warmUp) / 2);
  await sendMany(warmUp);
  const warmMb = await settleMemory(service);
  await sendMany(half);
  const halfMb = await settleMemory(service);
  await sendMany(requests - warmUp - half);
  const endMb = service.isRunning() ? await settleMemory(service) : Number.NaN;

  const problems = [...faults].map(([fault, { count }]) => `${fault} (${count} times)`);
  if (!service.isRunning()) problems.push(`the process ended: ${service.readErrors().slice(-2_000)}`);
  if (endMb - halfMb > growthAtMostMb)
    problems.push(`memory grew from ${halfMb} to ${endMb} MB in the second half`);
  const unheard = world.operations.filter(({ id }) => !perOperation.has(id)).map(({ id }) => id);
  const behindDoor = captureOperations.filter((id) => !done.has(id));
  if (requests >= enoughToPass && behindDoor.length > 0)
    problems.push(`never passed: ${behindDoor.join(', ')}`);
  console.log(
    JSON.stringify(
      {
        seed,
        requests: [...statuses.values()].reduce((sum, count) => sum + count, 0),
        seconds: Math.round((performance.now() - started) / 1000),
        statuses: Object.fromEntries([...statuses].sort(([a], [b]) => a - b)),
        operations: world.operations.length,
        unheard,
        capture: Object.fromEntries(captureOperations.map((id) => [id, done.get(id) ?? 0])),
        memoryMb: { warm: Math.round(warmMb), half: Math.round(halfMb), end: Math.round(endMb) },
        problems,
      },
      null,
      2,
    ),
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  for (const ending of endings) await ending();
}
