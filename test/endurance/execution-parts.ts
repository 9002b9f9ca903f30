import Type from 'typebox';
import { loadAppConfig } from '../../src/app.ts';
import { findFaceState } from '../../src/faces/face-state-store.ts';
import { createCpfIndex } from '../../src/people/index.ts';
import { createPartnerIndex } from '../../src/people/keyed-indexes.ts';
import { createPartnerPeople } from '../../src/people/lock-partner-person.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/index.ts';
import { createRecordCipher, loadNamedKey, parseMasterKey } from '../../src/platform/encryption/index.ts';
import { createRequestIdentities } from '../../src/platform/idempotency.ts';
import { createJobs, type Jobs } from '../../src/platform/jobs/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createProfiles } from '../../src/profiles/create-profiles.ts';
import {
  type Consultation,
  createNameIndex,
  type Partner,
  type Source,
  type StartExecutionDeps,
} from '../../src/profiles/index.ts';
import { registerProfileJobs } from '../../src/profiles/jobs.ts';
import { createCompanyIds } from '../../src/profiles/profiles-deps.ts';
import { createRulesEngine } from '../../src/profiles/rules/rules-engine.ts';
import { findRegistrySummary } from '../../src/registry/index.ts';

/** What the processes of one run share. */
export type RunAddress = {
  readonly databaseUrl: string;
  readonly masterKey: string;
  readonly providerUrl: string;
};

export type ExecutionParts = {
  readonly open: OpenDatabase;
  readonly jobs: Jobs;
  readonly profiles: StartExecutionDeps;
};

/** Executions as the service makes them, with sources that ask the provider of the run, and no faces. */
export async function openExecutions(address: RunAddress, concurrency: number): Promise<ExecutionParts> {
  const config = loadAppConfig({
    DATABASE_URL: address.databaseUrl,
    MASTER_KEY: address.masterKey,
  });
  const log = createLogger({ level: 'silent' });
  const open = await openDatabase({
    databaseUrl: address.databaseUrl,
    dataDir: 'unused',
    poolSize: concurrency + 4,
    logger: log,
  });
  const cipher = createRecordCipher({ current: parseMasterKey(address.masterKey), previous: [] });
  const jobs = createJobs(open, log, { pollIntervalMs: 500 });
  const partnerIndex = createPartnerIndex(await loadNamedKey(open.db, cipher, 'partner-index'));
  const profiles = createProfiles({
    settings: { ...config.executions, retryDelayMs: 500, maxAttempts: 50 },
    executionLimits: {
      maxRetryDelayMs: 5_000,
      sourcePolicy: { retries: 2, retryDelayMs: 20, breakerFailures: 10, breakerPauseMs: 500 },
    },
    db: open.db,
    cipher,
    nameIndex: createNameIndex(Buffer.alloc(32, 4)),
    clock: systemClock,
    jobs,
    log,
    people: createPartnerPeople({ cipher, cpfIndex: createCpfIndex(Buffer.alloc(32, 1)), partnerIndex }),
    companyIds: createCompanyIds(await loadNamedKey(open.db, cipher, 'company-ids')),
    faces: findFaceState,
    registry: findRegistrySummary,
    requests: createRequestIdentities(Buffer.alloc(32, 3)),
    rules: createRulesEngine({ timeoutMs: config.executions.rulesTimeoutMs }),
    sources: [
      createProviderSource('person', address.providerUrl),
      createProviderSource('company', address.providerUrl),
    ],
  });
  registerProfileJobs(jobs, profiles, { concurrency, runTimeoutSeconds: 60 });
  return { open, jobs, profiles };
}

/** The sources are named by their subject. A company's partners follow from its number: see `partnersOf`. */
function createProviderSource(subject: 'person' | 'company', url: string): Source {
  return {
    name: subject,
    subject,
    dataSchema: Type.Object({ isFine: Type.Boolean() }),
    timeoutMs: 1_000,
    isLocal: false,
    async consult(asked, { signal }): Promise<Consultation> {
      const key = asked.kind === 'company' ? asked.cnpj : (asked.cpf ?? asked.name!);
      const response = await fetch(`${url}/${encodeURIComponent(key)}`, { signal });
      if (!response.ok) return { outcome: 'unavailable', reason: `status_${response.status}` };
      const data = (await response.json()) as { isFine: boolean };
      if (asked.kind === 'person') return { outcome: 'found', data };
      return { outcome: 'found', data, partners: partnersOf(asked.cnpj) };
    },
  };
}

/** Three people, two of them the same for every company of the same first digit, so that companies share partners. */
function partnersOf(cnpj: string): readonly Partner[] {
  const shared = cnpj[0]!;
  return [
    toPartner(`SHARED ONE ${shared}`, `***11111${shared}**`),
    toPartner(`SHARED TWO ${shared}`, `***22222${shared}**`),
    toPartner(`OWNER OF ${cnpj}`, `***${cnpj.slice(0, 6)}**`),
  ];
}

function toPartner(name: string, document: string): Partner {
  return {
    kind: 'person',
    name,
    document,
    functionCode: '49',
    function: 'Sócio-Administrador',
    isLegalRepresentative: true,
  };
}
