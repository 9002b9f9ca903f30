import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createCpfIndex } from '../../src/people/index.ts';
import { createPartnerIndex } from '../../src/people/keyed-indexes.ts';
import { createAgeJudge } from '../../src/people/lists/list-ages.ts';
import { createPartnerPeople } from '../../src/people/lock-partner-person.ts';
import { selectPersonById } from '../../src/people/people-store.ts';
import type { OpenDatabase } from '../../src/platform/db/index.ts';
import type { Cnpj, Cpf } from '../../src/platform/documents.ts';
import { createRecordCipher, parseMasterKey } from '../../src/platform/encryption/index.ts';
import { createRequestIdentities } from '../../src/platform/idempotency.ts';
import { createJobs } from '../../src/platform/jobs/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { type ExecutionReport, getExecution } from '../../src/profiles/executions/find-executions.ts';
import type { StartExecutionRequest } from '../../src/profiles/executions/start-execution.ts';
import {
  createNameIndex,
  createPersonReader,
  type Execution,
  type ExecutionEnded,
  type JsonObject,
  readCompanyDocument,
  type Source,
  type StartExecutionDeps,
  startExecution,
} from '../../src/profiles/index.ts';
import { registerProfileJobs } from '../../src/profiles/jobs.ts';
import { createCompanyIds, type ProfileLimits } from '../../src/profiles/profiles-deps.ts';
import type {
  QueryTemplate,
  QueryTemplateDefinition,
} from '../../src/profiles/query-templates/query-template-definition.ts';
import { createQueryTemplate } from '../../src/profiles/query-templates/save-query-template.ts';
import { createRulesEngine } from '../../src/profiles/rules/rules-engine.ts';
import { createSourceDesk } from '../../src/profiles/sources/source-desk.ts';
import { openTestDatabase, type TestDatabaseKind } from '../support/database.ts';

export type TestProfiles = StartExecutionDeps & {
  readonly database: OpenDatabase;
  readonly cpfIndex: ReturnType<typeof createCpfIndex>;
  /** Told of executions that end; a test may add to them. */
  readonly ended: ExecutionEnded[];
  /** A query template of these parts. */
  template(definition: Partial<QueryTemplateDefinition>): Promise<QueryTemplate>;
  start(
    document: { cpf: Cpf } | { cnpj: Cnpj },
    templateId: string,
    request?: Partial<StartExecutionRequest>,
  ): Promise<string>;
  /** The execution once it stands so; by default once it has ended. */
  until(id: string, stands?: (report: ExecutionReport) => boolean): Promise<ExecutionReport>;
  /** Starts one and waits for its end. */
  run(
    document: { cpf: Cpf } | { cnpj: Cnpj },
    templateId: string,
    attributes?: JsonObject,
  ): Promise<ExecutionReport>;
  /** The profile as it is answered. */
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is for the tests to say
  read(document: { cpf: Cpf } | { cnpj: Cnpj } | { id: string }): Promise<any>;
  /** Does the work that much later by the clock, which then goes back: jobs go by the database's. */
  later<T>(ms: number, work: () => Promise<T>): Promise<T>;
};

const limits: ProfileLimits = {
  maxAttempts: 4,
  retryDelayMs: 50,
  maxRetryDelayMs: 500,
  maxPartners: 50,
  shownExecutions: 3,
};

/** Executions with these sources over a database of their own, jobs running, for all tests of a suite. */
export function useProfiles(
  kind: TestDatabaseKind,
  sources: readonly Source[],
  { rulesTimeoutMs = 5_000, ...changes }: Partial<ProfileLimits> & { readonly rulesTimeoutMs?: number } = {},
): () => TestProfiles {
  const endings: (() => unknown)[] = [];
  let profiles: TestProfiles | undefined;
  before(async () => {
    const open = await openTestDatabase(
      { after: (ending) => endings.unshift(ending as () => unknown) },
      kind,
    );
    const jobs = createJobs(open, createLogger({ level: 'silent' }), {
      pollIntervalMs: 100,
      // A run that comes by itself each minute would take a test's work from it.
      isScheduled: () => false,
    });
    const cipher = createRecordCipher({
      current: parseMasterKey(randomBytes(32).toString('base64')),
      previous: [],
    });
    const cpfIndex = createCpfIndex(Buffer.alloc(32, 1));
    const partnerIndex = createPartnerIndex(Buffer.alloc(32, 2));
    const rules = createRulesEngine({ timeoutMs: rulesTimeoutMs });
    endings.unshift(() => rules[Symbol.asyncDispose]());
    let offsetMs = 0;
    const ended: ExecutionEnded[] = [];
    const deps: StartExecutionDeps = {
      db: open.db,
      cipher,
      nameIndex: createNameIndex(Buffer.alloc(32, 5)),
      jobs,
      rules,
      clock: { now: () => new Date(Date.now() + offsetMs) },
      people: createPartnerPeople({ cipher, cpfIndex, partnerIndex }),
      companyIds: createCompanyIds(Buffer.alloc(32, 4)),
      faces: async () => ({ registered: false, references: 0 }),
      registry: async () => ({ imported: false }),
      requests: createRequestIdentities(Buffer.alloc(32, 3)),
      sources: createSourceDesk(sources, {
        usualPolicy: { retries: 1, retryDelayMs: 5, breakerFailures: 1_000, breakerPauseMs: 100 },
        onProblem: () => {},
      }),
      limits: { ...limits, ...changes },
      onEnded: () => ended,
      isDataOld: createAgeJudge(new Map(), new Map([['acme', 3]])),
    };
    registerProfileJobs(jobs, deps, { concurrency: 4, runTimeoutSeconds: 60 });
    endings.unshift(() => jobs.stop({ timeoutMs: 5_000 }));
    await jobs.start();
    profiles = {
      ...deps,
      database: open,
      cpfIndex,
      ended,
      ...operationsOf(deps),
      async later(ms, work) {
        offsetMs += ms;
        try {
          return await work();
        } finally {
          offsetMs -= ms;
        }
      },
    };
  });
  after(async () => {
    for (const ending of endings) await ending();
  });
  return () => {
    assert.ok(profiles, 'profiles are there in tests only');
    return profiles;
  };
}

const readPerson = createPersonReader(selectPersonById);

function operationsOf(deps: StartExecutionDeps) {
  const template: TestProfiles['template'] = (definition) =>
    createQueryTemplate(
      { ...deps, sources: deps.sources.sources },
      { name: 'test', subject: 'person', sources: [], rules: [], ...definition },
    );
  const start: TestProfiles['start'] = async (document, templateId, request = {}) => {
    const { execution } = await startExecution(deps, {
      document,
      templateId,
      origin: 'API',
      clientId: 'cli_test',
      attributes: {},
      metadata: undefined,
      referenceId: undefined,
      ...request,
    });
    return execution.id;
  };
  const until: TestProfiles['until'] = async (id, stands = hasEnded) => {
    const giveUpAt = Date.now() + 600_000;
    for (;;) {
      const report = await getExecution(deps, id);
      if (stands(report)) return report;
      if (Date.now() > giveUpAt) {
        const { state, status, reason, attempts }: Execution = report.execution;
        assert.fail(`${id} stands at ${JSON.stringify({ state, status, reason, attempts })}`);
      }
      await delay(20);
    }
  };
  return {
    template,
    start,
    until,
    run: async (document, templateId, attributes = {}) =>
      await until(await start(document, templateId, { attributes })),
    async read(document) {
      if ('cnpj' in document || ('id' in document && document.id.startsWith('com_'))) {
        const id = 'cnpj' in document ? deps.companyIds.idOf(document.cnpj) : document.id;
        const company = await readCompanyDocument(deps.db, id);
        return company && { ...JSON.parse(company.document), ...JSON.parse(company.structure!) };
      }
      const id =
        'cpf' in document
          ? await deps.people.findPersonId(deps.db, document.cpf)
          : (document as { id: string }).id;
      const person = id === undefined ? undefined : await readPerson(deps.db, deps.cipher, id);
      return person?.profile && JSON.parse(person.profile.document);
    },
  } satisfies Partial<TestProfiles>;
}

function hasEnded({ execution }: ExecutionReport): boolean {
  return execution.completedAt !== undefined;
}
