import Type, { type Static } from 'typebox';
import type { Db } from '../platform/db/index.ts';
import { toAnswer } from '../platform/to-answer.ts';
import { getRegistryStatus, lastDayOf, listTaxGenerations } from '../registry/index.ts';
import { listImports } from './data-sets/person-imports-store.ts';
import { type ListName, type ListSubject, listNames, worldListNames } from './list-entry.ts';
import { type AgeLimits, listMaxAgeDays, maxAgesDays } from './lists/list-ages.ts';
import { type ListGeneration, listListGenerations } from './lists/list-generations-store.ts';
import { listsThatName } from './lists/list-layouts.ts';
import type { ProviderDescription } from './providers/provider-description.ts';
import { listProviderHealth, type ProviderHealth } from './providers/provider-health-store.ts';

/** A place that data come from, and how it is, as properties of an answer. */
export const sourceStateProperties = {
  name: Type.String(),
  subject: Type.Enum(['person', 'company', 'both']),
  kind: Type.Enum(['list', 'data_set', 'registry', 'provider']),
  sources: Type.Array(Type.String(), { description: "Keys in a profile's sources that it fills." }),
  dataDate: Type.Optional(
    Type.String({ description: 'YYYY-MM-DD, YYYY-MM or YYYY: day that the data are of.' }),
  ),
  importedAt: Type.Optional(Type.String({ format: 'date-time' })),
  entries: Type.Optional(Type.Integer()),
  health: Type.Enum(['ok', 'old', 'missing', 'failing', 'unasked'], {
    description: 'old: older than maxAgeDays; missing: not imported; failing or unasked: a provider.',
  }),
  ageDays: Type.Optional(Type.Integer({ description: 'Since the day of the data, or the import.' })),
  maxAgeDays: Type.Optional(Type.Integer()),
  licence: Type.String(),
};

export type SourceState = Static<Type.TObject<typeof sourceStateProperties>>;

export type KnownProvider = Pick<ProviderDescription, 'name' | 'source' | 'maxAgeDays'>;

const dayMs = 86_400_000;

/** Every source of data about people and companies, with its age, whether it was imported or not. */
export async function listSourceStates(
  db: Db,
  now: Date,
  ageLimits: AgeLimits,
  knownProviders: readonly KnownProvider[] = [],
): Promise<readonly SourceState[]> {
  const generations = await listListGenerations(db, { state: 'current' });
  const lists = listNames.map((list) =>
    describeList(
      list,
      generations.filter((one) => one.list === list),
      now,
      ageLimits,
    ),
  );
  const [dataSet] = (await listImports(db)).filter(({ state }) => state === 'ready');
  const { current } = await getRegistryStatus({ db });
  const tax = (await listTaxGenerations(db)).find(({ state }) => state === 'current');
  const asked = new Map((await listProviderHealth(db)).map((one) => [one.provider, one]));
  return [
    ...lists,
    withAge(
      {
        name: 'data_sets',
        subject: 'person',
        kind: 'data_set',
        sources: ['pfBasicData', 'pfAddresses'],
        licence: 'of the operator',
      },
      { dataDate: dataSet?.dataDate, importedAt: dataSet?.finishedAt, entries: dataSet?.rows },
      ageLimits.get('data_sets'),
      now,
    ),
    withAge(
      {
        name: 'registry',
        subject: 'company',
        kind: 'registry',
        sources: ['pjData', 'pjSimples'],
        licence: openData,
      },
      {
        dataDate: current?.dataMonth,
        importedAt: current?.switchedAt,
        entries: current?.rowCounts?.establishments,
      },
      ageLimits.get('registry') ?? maxAgesDays.registry,
      now,
    ),
    withAge(
      { name: 'tax_regimes', subject: 'company', kind: 'registry', sources: ['pjData'], licence: openData },
      { dataDate: tax?.lastYear?.toString(), importedAt: tax?.finishedAt, entries: tax?.rows },
      ageLimits.get('tax_regimes'),
      now,
    ),
    ...knownProviders.map((provider) => describeProvider(provider, asked.get(provider.name), now)),
  ];
}

function describeProvider(
  { name, source, maxAgeDays }: KnownProvider,
  asked: ProviderHealth | undefined,
  now: Date,
): SourceState {
  return toAnswer({
    name,
    subject: source.startsWith('pf') ? 'person' : 'company',
    kind: 'provider',
    sources: [source],
    health: asked === undefined ? 'unasked' : asked.circuit === 'open' ? 'failing' : 'ok',
    licence: 'of the contract with the provider',
    ageDays: asked?.lastSuccessAt && daysBetween(asked.lastSuccessAt, now),
    maxAgeDays,
  });
}

const openData = 'Brazilian open data';

const licences: Readonly<Record<(typeof worldListNames)[number], string>> = {
  un: 'United Nations, terms of its site',
  ofac_sdn: 'public domain (United States government)',
  ofac_consolidated: 'public domain (United States government)',
  eu: 'European Commission, reuse with attribution',
  uk: 'Open Government Licence v3.0',
};

function describeList(
  list: ListName,
  generations: readonly ListGeneration[],
  now: Date,
  ageLimits: AgeLimits,
): SourceState {
  const world = worldListNames.find((name) => name === list);
  const isDebts = (listsThatName('person', 'debts') as ReadonlySet<ListName>).has(list);
  const names = (subject: ListSubject) =>
    world !== undefined || isDebts || (listsThatName(subject) as ReadonlySet<ListName>).has(list);
  const [namesPeople, namesCompanies] = [names('person'), names('company')];
  const newest = generations.toSorted((a, b) => ((a.listDate ?? '') < (b.listDate ?? '') ? 1 : -1))[0];
  const [people, companies] =
    world !== undefined
      ? ['pfInternationalLists', 'pjInternationalLists']
      : isDebts
        ? ['pfDebts', 'pjDebts']
        : ['pfMediaProfileAndExposure', 'pjSanctions'];
  return withAge(
    {
      name: list,
      subject: namesPeople && namesCompanies ? 'both' : namesPeople ? 'person' : 'company',
      kind: 'list',
      sources: [...(namesPeople ? [people!] : []), ...(namesCompanies ? [companies!] : [])],
      licence: world === undefined ? openData : licences[world],
    },
    {
      dataDate: newest?.listDate,
      importedAt: newest?.finishedAt,
      entries:
        generations.length === 0 ? undefined : generations.reduce((sum, { entries = 0 }) => sum + entries, 0),
    },
    listMaxAgeDays(list, ageLimits),
    now,
  );
}

function withAge(
  fixed: Pick<SourceState, 'name' | 'subject' | 'kind' | 'sources' | 'licence'>,
  {
    dataDate,
    importedAt,
    entries,
  }: { dataDate?: string | undefined; importedAt?: Date | undefined; entries?: number | undefined },
  maxAgeDays: number | undefined,
  now: Date,
): SourceState {
  if (importedAt === undefined) return toAnswer({ ...fixed, maxAgeDays, health: 'missing' });
  const day = dataDate === undefined ? importedAt : new Date(lastDayOf(dataDate));
  const ageDays = daysBetween(day, now);
  const health = maxAgeDays !== undefined && ageDays > maxAgeDays ? 'old' : 'ok';
  return toAnswer({ ...fixed, maxAgeDays, importedAt, ageDays, dataDate, entries, health });
}

function daysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / dayMs));
}

const shownFailures = 5;

/** The content and the health of the sources about people. */
export async function getSourcesStatus(db: Db) {
  const generations = await listListGenerations(db);
  const current = generations.filter(({ state }) => state === 'current');
  return {
    /** Imports of data sets, the newest first. */
    dataSets: await listImports(db),
    /** Public lists in service. */
    lists: current.toSorted((a, b) => (`${a.list} ${a.edition}` < `${b.list} ${b.edition}` ? -1 : 1)),
    /** Imports that a rollback would put in service again. */
    previousLists: generations.filter(({ state }) => state === 'previous'),
    /** The last imports of lists that did not come into service. */
    failedLists: generations
      .filter(({ state }) => state === 'failed' || state === 'loading')
      .slice(0, shownFailures),
    /** HTTP providers that have been asked. */
    providers: await listProviderHealth(db),
  };
}
