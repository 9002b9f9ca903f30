import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ClientCredentials } from '../../src/access/index.ts';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createTestDatabase, type TestDatabaseKind } from '../support/database.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';
import { createMasterKeyText, runService, type ServiceProcess } from './run-service.ts';
import { settledMemoryOptions, settleMemory } from './settle-memory.ts';

/*
 * Authenticates again and again through a running service and watches its memory. Ends with status 1 when it grows
 * after warming up, or when an answer is not the right one.
 */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '4' },
    database: { type: 'string', default: 'embedded' },
    'growth-mb': { type: 'string', default: '50' },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const clients = Number(values.clients);
/** A twentieth of the way, and 200 at least: by then all code is compiled. */
const warmAfter = Math.min(Math.max(200, Math.ceil(count / 20)), Math.ceil(count / 2));
/**
 * From half of the way to the end. Before that the allocators and the embedded database's memory reach what they keep,
 * which they never give back: a shorter run says little.
 */
const growthAtMostMb = Number(values['growth-mb']);
/** Tokens live for fifteen minutes. */
const tokenLifetimeMs = 5 * 60_000;

const endings: (() => unknown)[] = [];
try {
  const address = await createTestDatabase(
    { after: (ending) => endings.push(ending as () => unknown) },
    values.database as TestDatabaseKind,
  );
  const service = await runService({
    address,
    port: await findFreePort(),
    masterKey: createMasterKeyText(),
    nodeOptions: settledMemoryOptions,
  });
  endings.unshift(() => service.end('SIGTERM'));
  const person = await registerPerson(service);
  const started = performance.now();
  await authenticate(service, person, warmAfter);
  const warmMb = await settleMemory(service);
  const courseMb: number[] = [];
  const rest = count - warmAfter;
  for (let part = 0; part < 10; part += 1) {
    await authenticate(
      service,
      person,
      Math.floor(((part + 1) * rest) / 10) - Math.floor((part * rest) / 10),
    );
    courseMb.push(await settleMemory(service));
  }
  const endMb = courseMb.at(-1) as number;
  const problems = [...person.problems];
  const halfWayMb = courseMb[courseMb.length / 2 - 1] as number;
  if (endMb - halfWayMb > growthAtMostMb) {
    problems.push(
      `memory grew from ${halfWayMb.toFixed(0)} to ${endMb.toFixed(0)} MB, more than ${growthAtMostMb} MB`,
    );
  }
  const seconds = (performance.now() - started) / 1000;
  const summary = {
    authentications: count,
    answeredBusy: person.busy,
    seconds: Math.round(seconds),
    memoryMb: {
      warmAfter,
      warm: Math.round(warmMb),
      course: courseMb.map(Math.round),
      end: Math.round(endMb),
      growthAtMost: growthAtMostMb,
    },
    problems,
  };
  console.log(values.json ? JSON.stringify(summary) : JSON.stringify(summary, null, 2));
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  for (const ending of endings) await ending();
}

type Person = {
  readonly cpf: string;
  readonly mobile: ClientCredentials;
  /** Another photo of the same person, as the body of a request. */
  readonly body: string;
  readonly problems: string[];
  /** Answers of 503, which were asked for again. */
  busy: number;
  token: { readonly text: string; readonly at: number } | undefined;
};

async function registerPerson({ url, firstAdmin }: ServiceProcess): Promise<Person> {
  if (firstAdmin === undefined) throw new Error('the first start shows no administrator');
  const { sameWoman } = await cutDemoPhotos();
  const customer = await createClientOver(url, firstAdmin, { product: 'customer', scopes: ['faces:write'] });
  const mobile = await createClientOver(url, firstAdmin, {
    product: 'mobile',
    scopes: ['faces:authenticate'],
  });
  const cpf = generateCpf();
  const response = await fetch(`${url}/v1/people/${cpf}/face`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await fetchToken(url, customer)}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(sameWoman[0]),
  });
  if (!response.ok)
    throw new Error(`the photo cannot be registered: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
  const imageUrl = `data:image/jpeg;base64,${Buffer.from(sameWoman[1]).toString('base64')}`;
  return {
    cpf,
    mobile,
    body: JSON.stringify({ peopleId: cpf, imageUrl }),
    problems: [],
    busy: 0,
    token: undefined,
  };
}

async function authenticate(service: ServiceProcess, person: Person, times: number): Promise<void> {
  let left = times;
  const work = async () => {
    while (left > 0 && person.problems.length < 10) {
      left -= 1;
      const response = await fetch(`${service.url}/v1/face-authentications`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await currentToken(service, person)}`,
          'content-type': 'application/json',
        },
        body: person.body,
      });
      const answer = (await response.json()) as { isMatch?: boolean };
      if (response.status === 503) {
        // A machine that is busy with other things: what was asked is asked again.
        person.busy += 1;
        left += 1;
        await delay(1_000 * Number(response.headers.get('retry-after') ?? 1));
        continue;
      }
      if (response.status !== 201 || answer.isMatch !== true) {
        person.problems.push(
          `an authentication is answered ${response.status} ${JSON.stringify(answer).slice(0, 300)}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
}

async function currentToken({ url }: ServiceProcess, person: Person): Promise<string> {
  if (person.token === undefined || Date.now() - person.token.at > tokenLifetimeMs) {
    person.token = { text: await fetchToken(url, person.mobile), at: Date.now() };
  }
  return person.token.text;
}
