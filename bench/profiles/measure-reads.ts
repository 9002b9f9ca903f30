import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateCpf } from '../../src/platform/documents.ts';
import { generateRegistry } from '../registry/generate-registry.ts';
import { headOfficeOf, makeCompany } from '../registry/make-company.ts';
import { createBenchDatabase } from '../service/bench-database.ts';
import { type Handlers, startProcess } from '../service/calls.ts';
import type { LoadHandlers } from '../service/load-process.ts';
import { median, percentile } from '../service/percentile.ts';
import type { BareRouteHandlers } from './bare-process.ts';
import type { ProfileHandlers } from './profile-process.ts';

export type ProfileReadFigures = {
  readonly database: 'embedded' | 'postgres';
  readonly reads: readonly ReadFigures[];
  /** Requests that were not answered with 200. */
  readonly failures: number;
};

export type ReadFigures = {
  readonly name: string;
  /** Bytes of an answer, median: the profiles of many are read in turn. */
  readonly bytes: number;
  /** Requests a second, and those of the bare route with a JSON of the same size. */
  readonly perSecond: number;
  readonly barePerSecond: number;
  /** Median over rounds, in each of which both take turns. */
  readonly ratioToBare: number;
  readonly p50Ms: number;
  readonly bareP50Ms: number;
  readonly p99Ms: number;
  /**
   * Processor time of the process for one request, in microseconds; what others do to the machine changes it least.
   * NaN where there is no /proc.
   */
  readonly cpuUs: number;
  readonly bareCpuUs: number;
};

type Credentials = { readonly clientId: string; readonly clientSecret: string };

const companies = 2_000;
/** How many profiles of a kind are read in turn. */
const profiles = 100;
/** At some thousand requests a second a shorter round gives the same ratio. */
const rounds = 4;
const roundSeconds = 0.75;
const warmUpSeconds = 0.5;
/** Looks for partners that are still being onboarded, a quarter of a second apart: a minute. */
const mostTries = 240;
/** Requests at a time while profiles are made. */
const makersAtATime = 8;

/** Reads profiles again and again, and the same JSON through a bare route, by turns: of companies and of people. */
export async function measureProfileReads(options: {
  readonly database: 'embedded' | 'postgres';
  readonly serverUrl: string | undefined;
  /** How many ask at a time, each again when it has its answer; 64 when absent. */
  readonly clients?: number;
  readonly say: (text: string) => void;
}): Promise<ProfileReadFigures> {
  const { clients = 64, say } = options;
  await using opened = new AsyncDisposableStack();
  const place = await createBenchDatabase(options.serverUrl);
  opened.defer(place.remove);
  const barePlace = await createBenchDatabase(options.serverUrl);
  opened.defer(barePlace.remove);
  const start = <H extends Handlers>(entry: string) =>
    opened.adopt(startProcess<H>(new URL(entry, import.meta.url), place.dataDir), (process) => process.end());

  say(`reads, ${options.database}: a month of ${companies} companies`);
  const directory = join(place.dataDir, 'month');
  await generateRegistry({ directory, companies });
  const service = start<ProfileHandlers>('./profile-process.ts');
  opened.defer(() => service.call('stop'));
  const { url, firstAdmin } = await service.call('start', {
    directory,
    variables: {
      ...place.variables,
      LISTEN: '127.0.0.1:0',
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
  });
  if (firstAdmin === undefined) throw new Error('the first start shows no administrator');
  const token = await createToken(url, firstAdmin);
  say(`reads, ${options.database}: ${profiles} profiles of each kind`);
  const cnpjs = findCompaniesWithPartners();
  await inTurns(cnpjs, (cnpj) => execute(url, token, { templateId: 'tpl_default_company', cnpj }));
  const companyPaths = cnpjs.map((cnpj) => `/v1/companies/${cnpj}`);
  const kinds: { name: string; answers: { path: string; body: string }[] }[] = [];
  for (const [name, paths] of Object.entries({
    company: companyPaths,
    'company with partners and sources': companyPaths.map((path) => `${path}?_includeOnboardingQsa=true`),
    person: await createPeople(url, token),
  })) {
    const answers = await inTurns(paths, async (path) => ({
      path,
      body: await readSettled(url + path, token),
    }));
    kinds.push({ name, answers });
  }

  const bare = start<BareRouteHandlers>('./bare-process.ts');
  opened.defer(() => bare.call('stop'));
  const { url: bareUrl } = await bare.call('start', {
    dataDir: barePlace.dataDir,
    databaseUrl: barePlace.variables.DATABASE_URL,
    rows: kinds.flatMap(({ answers }, kind) =>
      answers.map(({ body }, index) => ({ id: `${kind}-${index}`, body })),
    ),
  });
  const load = start<LoadHandlers>('../service/load-process.ts');

  let failures = 0;
  const measure = async (pid: number, base: string, paths: readonly string[], seconds: number) => {
    const { hostname, port, host } = new URL(base);
    const requestsBase64 = paths.map((path) =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`).toString(
        'base64',
      ),
    );
    await load.call('aim', { host: hostname, port: Number(port), requestsBase64 });
    const before = await readCpuUs(pid);
    const result = await load.call('closedLoop', { clients, seconds });
    const cpuUs = ((await readCpuUs(pid)) - before) / result.latenciesMs.length;
    failures += result.failures;
    const { latenciesMs } = result;
    return { perSecond: latenciesMs.length / result.seconds, latenciesMs, cpuUs };
  };
  const compare = async (index: number): Promise<ReadFigures> => {
    const { name, answers } = kinds[index]!;
    const bytes = median(answers.map(({ body }) => body.length));
    say(`reads, ${options.database}: ${name}, ${bytes} bytes`);
    const paths = answers.map(({ path }) => path);
    const barePaths = answers.map((_answer, answer) => `/bare/${index}-${answer}`);
    const measureOurs = (seconds: number) => measure(service.pid, url, paths, seconds);
    const measureBare = (seconds: number) => measure(bare.pid, bareUrl, barePaths, seconds);
    await measureOurs(warmUpSeconds);
    await measureBare(warmUpSeconds);
    const pairs: {
      ours: number;
      bare: number;
      p50Ms: number;
      bareP50Ms: number;
      p99Ms: number;
      cpuUs: number;
      bareCpuUs: number;
    }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bareResult = await measureBare(roundSeconds);
      const ours = await measureOurs(roundSeconds);
      pairs.push({
        ours: ours.perSecond,
        bare: bareResult.perSecond,
        p50Ms: percentile(ours.latenciesMs, 0.5),
        bareP50Ms: percentile(bareResult.latenciesMs, 0.5),
        p99Ms: percentile(ours.latenciesMs, 0.99),
        cpuUs: ours.cpuUs,
        bareCpuUs: bareResult.cpuUs,
      });
    }
    return {
      name,
      bytes,
      perSecond: median(pairs.map((pair) => pair.ours)),
      barePerSecond: median(pairs.map((pair) => pair.bare)),
      ratioToBare: median(pairs.map((pair) => pair.ours / pair.bare)),
      p50Ms: median(pairs.map((pair) => pair.p50Ms)),
      bareP50Ms: median(pairs.map((pair) => pair.bareP50Ms)),
      p99Ms: median(pairs.map((pair) => pair.p99Ms)),
      cpuUs: median(pairs.map((pair) => pair.cpuUs)),
      bareCpuUs: median(pairs.map((pair) => pair.bareCpuUs)),
    };
  };
  const reads: ReadFigures[] = [];
  for (const index of kinds.keys()) reads.push(await compare(index));
  return { database: options.database, reads, failures };
}

/** Processor time that a process has taken so far; the kernel counts in hundredths of a second. */
async function readCpuUs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)) * 10_000;
}

/** Generated companies that have partners: their answers are of usual size and hold no contacts to leave out. */
function findCompaniesWithPartners(): string[] {
  const found: string[] = [];
  for (let index = 0; index < companies && found.length < profiles; index += 1) {
    const made = makeCompany(1, index);
    if (made.partners.length > 1) found.push(headOfficeOf(made));
  }
  return found;
}

/** People with profiles that executions of the default template made; the addresses of their profiles. */
async function createPeople(url: string, token: string): Promise<string[]> {
  const cpfs = Array.from({ length: profiles }, () => generateCpf());
  await inTurns(cpfs, (cpf) => execute(url, token, { templateId: 'tpl_default_person', cpf }));
  return cpfs.map((cpf) => `/v1/people/${cpf}`);
}

async function execute(url: string, token: string, asked: object): Promise<void> {
  const response = await fetch(`${url}/v1/executions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'wait=20' },
    body: JSON.stringify(asked),
  });
  if (!response.ok) throw new Error(`no execution: ${response.status} ${await response.text()}`);
}

/** The results of the work on each item, in their order, some at a time. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const take = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: makersAtATime }, take));
  return results;
}

/** The answer once the partners are onboarded in the background, so that nothing changes it while it is measured. */
async function readSettled(address: string, token: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`no profile: ${response.status} ${text}`);
    const { onboarding } = JSON.parse(text) as { onboarding?: { qsa: { status: string }[] } };
    const isSettled = (onboarding?.qsa ?? []).every(({ status }) => status !== 'PROCESSING');
    if (isSettled && tries > 0) return text;
    if (tries === mostTries) return text;
    if (!isSettled) await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function createToken(url: string, admin: Credentials): Promise<string> {
  const response = await fetch(`${url}/v1/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await fetchToken(url, admin)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      product: 'customer',
      scopes: ['companies:read', 'people:read', 'executions:write'],
      name: 'bench',
    }),
  });
  if (response.status !== 201) throw new Error(`no client: ${response.status}`);
  const { id, clientSecret } = (await response.json()) as Record<'id' | 'clientSecret', string>;
  return fetchToken(url, { clientId: id, clientSecret });
}

async function fetchToken(url: string, { clientId, clientSecret }: Credentials): Promise<string> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  if (response.status !== 200) throw new Error(`no token: ${response.status}`);
  return ((await response.json()) as { access_token: string }).access_token;
}
