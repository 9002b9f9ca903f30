import type { Cpf } from '../platform/documents.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import { createOutboundClient } from '../platform/outbound/index.ts';
import {
  type Consultation,
  type DataDay,
  longestConsultationMs,
  type Source,
  unguarded,
} from '../profiles/index.ts';
import { PeopleError } from './errors.ts';
import type { CpfIndex, ListIndex } from './keyed-indexes.ts';
import { type AgeLimits, createAgeJudge } from './lists/list-ages.ts';
import { createScreeningLoader } from './lists/load-screening-index.ts';
import { createAnswerMapper } from './providers/compile-mapping.ts';
import { createProvider, type ProviderDeps } from './providers/create-provider.ts';
import { loadProviders } from './providers/load-providers.ts';
import { purgeProviderAnswers } from './providers/provider-answers-store.ts';
import type { KnownProvider } from './source-states.ts';
import { combineAddresses } from './sources/combine-addresses.ts';
import { createCompanyDebts, createPersonDebts } from './sources/debts.ts';
import {
  createInternationalListsOfCompanies,
  createInternationalListsOfPeople,
  findCompanyNames,
} from './sources/international-lists.ts';
import { createListExposure } from './sources/pf-media-profile-and-exposure.ts';
import { createDataSetAddresses, createDataSetBasicData } from './sources/pf-records.ts';
import { createCompanySanctions } from './sources/pj-sanctions.ts';

export type PeopleSourcesOptions = Pick<ProviderDeps, 'db' | 'cipher' | 'clock' | 'limiter' | 'onProblem'> & {
  readonly cpfIndex: CpfIndex;
  readonly listIndex: ListIndex;
  /** Years that an ended position counts; undefined for what the list says. */
  readonly graceYears: number | undefined;
  readonly providersFile: string | undefined;
  /** Hosts and ranges that providers may be reached at although they are not public. */
  readonly fetchAllow: readonly string[];
  /** Days after which data count as old, where they are not the usual ones. */
  readonly ageLimits: AgeLimits;
};

export type PeopleSources = {
  readonly providers: readonly KnownProvider[];
  /** True for data of a day that is longer ago than its source may be old. */
  readonly isDataOld: (day: DataDay, now: Date) => boolean;
  readonly sources: readonly Source[];
  /** Forgets what providers answered once its time is over. A job. */
  purgeAnswers(): Promise<JobOutcome>;
  /** Reads the international lists into memory, so that the first execution does not wait for them. */
  warmUp(): Promise<void>;
  close(): void;
};

/** Sources that another part of the service has; a provider cannot stand in for them. */
const takenNames = new Set([
  'pfMediaProfileAndExposure',
  'pfInternationalLists',
  'pjInternationalLists',
  'pjSanctions',
  'pfDebts',
  'pjDebts',
  'pjData',
  'pjSimples',
]);

/**
 * The sources about people, and those about companies that come with public lists and providers. A provider of basic
 * data is asked where the operator's data sets know nothing; addresses of all sources are merged.
 *
 * Rejects with `source_providers_invalid`.
 */
export async function createPeopleSources(options: PeopleSourcesOptions): Promise<PeopleSources> {
  const { cipher, cpfIndex, listIndex, graceYears, providersFile, ageLimits } = options;
  // Connections are kept: a provider is asked again and again.
  const screening = createScreeningLoader({ cipher });
  const client = createOutboundClient({
    peer: 'sources',
    allow: options.fetchAllow,
    keepAlive: true,
    maxConnectionsPerHost: 64,
  });
  const mapper = createAnswerMapper();
  const clients = [client];
  const deps: ProviderDeps = { ...options, client, mapper, subjectIndex: (text) => cpfIndex(text as Cpf) };
  const loaded = providersFile === undefined ? [] : await loadProviders(providersFile);
  const problems = loaded.flatMap(({ description }, index) =>
    takenNames.has(description.source)
      ? [{ path: `providers/${index}/source`, message: 'is a source that needs no provider' }]
      : [],
  );
  if (problems.length > 0) throw new PeopleError('source_providers_invalid', { problems });
  const providers = loaded.map(({ description, secrets, clientCertificate }) => {
    if (clientCertificate === undefined) return createProvider(description, secrets, deps);
    // A client of its own: nobody else is shown the certificate.
    const own = createOutboundClient({
      peer: 'sources',
      allow: options.fetchAllow,
      keepAlive: true,
      clientCertificate,
    });
    clients.push(own);
    return createProvider(description, secrets, { ...deps, client: own });
  });
  const of = (name: string) => providers.filter((provider) => provider.name === name);

  const basicData = combineSources([createDataSetBasicData({ cipher, cpfIndex }), ...of('pfBasicData')]);
  const addresses = combineAddresses([
    { origin: 'data_sets', source: createDataSetAddresses({ cipher, cpfIndex }), isBilled: false },
    ...loaded.flatMap(({ description: { name, source, costClass } }, index) =>
      source === 'pfAddresses'
        ? [{ origin: name, source: providers[index]!, isBilled: costClass === 'billed' }]
        : [],
    ),
  ]);
  const international = { screening, basicData, companyNames: findCompanyNames, ageLimits };
  const { pfBasicData: _, pfAddresses: __, ...others } = Object.groupBy(providers, ({ name }) => name);
  const descriptions = loaded.map(({ description }) => description);
  const providerLimits = new Map(
    descriptions.flatMap(({ name, maxAgeDays }) =>
      maxAgeDays === undefined ? [] : [[name, maxAgeDays] as const],
    ),
  );
  return {
    providers: descriptions,
    isDataOld: createAgeJudge(ageLimits, providerLimits),
    sources: [
      basicData,
      addresses,
      createListExposure({ cipher, cpfIndex, listIndex, basicData, graceYears, ageLimits }),
      createCompanySanctions({ cipher, ageLimits }),
      createPersonDebts({ cipher, cpfIndex, listIndex, basicData, ageLimits }),
      createCompanyDebts({ cipher, ageLimits }),
      createInternationalListsOfPeople(international),
      createInternationalListsOfCompanies(international),
      ...Object.values(others).map((same = []) => combineSources(same)),
    ],
    warmUp: async () => void (await screening.load(options.db)),
    purgeAnswers: () => purgeProviderAnswers(options, descriptions),
    async close() {
      await mapper[Symbol.asyncDispose]();
      for (const each of clients) each.close();
    },
  };
}

/**
 * One source of several that know the same: they are asked in their order until one has something. Nothing is known
 * only when all of them could be asked; while one cannot, the answer is not sure to be "nothing".
 */
export function combineSources(sources: readonly Source[]): Source {
  const first = sources[0]!;
  if (sources.length === 1) return first;
  const local = sources.filter(({ isLocal }) => isLocal);
  const reasonsToLook = sources.find((source) => source.reasonsToLook !== undefined)?.reasonsToLook;
  const hitsOf = sources.find((source) => source.hitsOf !== undefined)?.hitsOf;
  const isMixed = local.length > 0 && local.length < sources.length;
  return {
    name: first.name,
    subject: first.subject,
    dataSchema: first.dataSchema,
    timeoutMs: sources.reduce((sum, source) => sum + longestConsultationMs(source), 0),
    policy: unguarded,
    isLocal: local.length === sources.length,
    asksBy: sources.flatMap(({ asksBy = [] }) => asksBy),
    ...(hitsOf === undefined ? {} : { hitsOf }),
    ...(reasonsToLook === undefined ? {} : { reasonsToLook }),
    ...(isMixed && { localPart: combineSources(local) }),
    async consult(subject, context) {
      let nothing: Consultation | undefined;
      for (const source of sources) {
        const answer = await context.ask(source, subject);
        if (answer.outcome === 'found') return answer;
        if (nothing === undefined || answer.outcome === 'unavailable') nothing = answer;
      }
      return nothing!;
    },
  };
}
