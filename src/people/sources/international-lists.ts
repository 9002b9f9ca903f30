import type { Db } from '../../platform/db/index.ts';
import { type Cnpj, maskCpfInName } from '../../platform/documents.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import {
  type Consultation,
  type JsonObject,
  type ListHit,
  longestConsultationMs,
  type Source,
  unguarded,
} from '../../profiles/index.ts';
import { findCompanyRecord, isNaturalPerson, RegistryError } from '../../registry/index.ts';
import { worldListNames } from '../list-entry.ts';
import type { AgeLimits } from '../lists/list-ages.ts';
import { type InternationalLists, InternationalListsSchema } from '../lists/list-data.ts';
import { listWorldGenerations, type ScreeningLoader } from '../lists/load-screening-index.ts';
import { hasTwoWords } from '../screening/fold-name.ts';
import type { ScreenedSubject, ScreeningHit } from '../screening/screening-index.ts';
import { toCountry } from '../world-lists/countries.ts';
import { restsOnOldData, toListState } from './create-list-source.ts';
import { findWanted, nameUnknown } from './find-wanted.ts';

export type InternationalListsDeps = {
  /** Days after which lists count as old, where they are not the usual ones. */
  readonly ageLimits?: AgeLimits;
  readonly screening: ScreeningLoader;
  /** Says what a person is called, where neither the profile nor the client has said it. */
  readonly basicData: Source;
  readonly companyNames: (db: Db, cnpj: Cnpj) => Promise<CompanyNames>;
};

/** Reading all lists for the first time takes some seconds. */
const timeoutMs = 30_000;

const about = {
  dataSchema: InternationalListsSchema,
  listKinds: [{ lists: worldListNames }],
  hitsOf,
  restsOnOldData,
  currentVersion,
} as const;

/** Entries of international sanctions lists about a person. A person on no list is an answer, too. */
export function createInternationalListsOfPeople(deps: InternationalListsDeps): Source {
  return {
    ...about,
    name: 'pfInternationalLists',
    subject: 'person',
    timeoutMs: longestConsultationMs(deps.basicData) + timeoutMs,
    policy: unguarded,
    isLocal: deps.basicData.isLocal,
    async consult(subject, context) {
      if (subject.kind !== 'person') return { outcome: 'absent', reason: 'not_a_person' };
      const known = await findWanted(deps.basicData, subject, context);
      if ('outcome' in known) return known;
      if (known.names.length === 0) return nameUnknown;
      const answer = await screen(deps, context, {
        kind: 'person',
        names: known.names,
        births: known.births,
        nationalities: readNationalities(context.attributes),
        documents: [
          ...(subject.cpf === undefined ? [] : [{ number: subject.cpf, country: 'BR' }]),
          ...readPassport(context.attributes),
        ],
      });
      // One word finds documents only: without one of these, nobody was looked for.
      const isUnfound = answer.outcome === 'found' && hitsOf(answer.data).length === 0;
      return isUnfound && !known.names.some(hasTwoWords) ? nameUnknown : answer;
    },
  };
}

/**
 * Entries of international sanctions lists about a company, by the names that the registry has of it and of its
 * partners abroad: these have no execution of their own. A company that is a natural person is searched for as one,
 * too.
 */
export function createInternationalListsOfCompanies(deps: InternationalListsDeps): Source {
  return {
    ...about,
    name: 'pjInternationalLists',
    subject: 'company',
    timeoutMs,
    isLocal: true,
    async consult(subject, { db, now }) {
      if (subject.kind !== 'company') return { outcome: 'absent', reason: 'not_a_company' };
      const { names, foreignPartners, proprietor } = await deps.companyNames(db, subject.cnpj);
      if (names.length === 0) return nameUnknown;
      const documents = [{ number: subject.cnpj, country: 'BR' }];
      const company = { kind: 'company', names, nationalities: ['BR'], documents } as const;
      // The registry does not say which of them are people.
      const partners = foreignPartners.flatMap((partner) =>
        (['person', 'company'] as const).map((kind) => ({ kind, names: [partner], partner })),
      );
      const owner = proprietor === undefined ? [] : [{ kind: 'person' as const, ...proprietor }];
      return await screen(deps, { db, now }, company, ...owner, ...partners);
    },
  };
}

async function screen(
  deps: InternationalListsDeps,
  { db, now }: { readonly db: Db; readonly now: Date },
  ...subjects: readonly (ScreenedSubject & { readonly partner?: string })[]
): Promise<Consultation> {
  const { index, generations } = await deps.screening.load(db);
  if (generations.length === 0) return { outcome: 'absent', reason: 'no_list_imported' };
  const found = subjects.flatMap((subject) =>
    index.screen(subject).map((hit) => ({ hit, partner: subject.partner })),
  );
  const data: InternationalLists = {
    isListed: found.some(({ hit }) => isSure(hit)),
    needsReview: found.some(({ hit }) => !isSure(hit)),
    hits: found.map(({ hit, partner }) => ({
      ...describe(hit),
      ...(partner !== undefined && { partner: maskCpfInName(partner) }),
    })),
    lists: generations.map((generation) => toListState(generation, now, deps.ageLimits)),
  };
  return { outcome: 'found', data, version: versionOf(generations) };
}

/** One text for each entry that is hit, the same while the list keeps it. */
function hitsOf({ hits }: JsonObject): readonly ListHit[] {
  return (hits as InternationalLists['hits']).map((hit) => {
    const { list, entryId, matchBasis, score, against, name, partner } = hit;
    return {
      key: `listing ${list} ${entryId}${partner === undefined ? '' : ` ${partner}`}`,
      detail: { kind: 'listings', list, matchBasis, score, against, name },
    };
  });
}

const surest: ReadonlySet<string> = new Set(['document', 'name_and_birth_date']);

/** Equal names confirm nobody, and neither does a document or a date where something else differs. */
function isSure({ basis, against }: ScreeningHit): boolean {
  return surest.has(basis) && against.length === 0;
}

function describe({ list, entry, basis, score, against, matchedName }: ScreeningHit) {
  const { id: entryId, birthDates, countries, programmes, listedOn } = entry.listing!;
  return toAnswer({
    list,
    entryId,
    matchBasis: basis,
    score,
    against,
    name: entry.name,
    matchedName,
    birthDates: birthDates.map(({ from, to }) => (from === to ? from : `${from}/${to}`)),
    countries,
    programmes,
    listedOn,
  });
}

async function currentVersion(db: Db): Promise<string> {
  return versionOf(await listWorldGenerations(db));
}

function versionOf(generations: readonly { readonly id: number }[]): string {
  return `lists ${generations.map(({ id }) => id).join(' ')}`;
}

/** The client's `nationality`: a country or several, as codes or English names. */
function readNationalities({ nationality }: JsonObject): readonly string[] {
  const values = Array.isArray(nationality) ? (nationality as unknown[]) : [nationality];
  return values
    .flatMap((value) => (typeof value === 'string' ? (toCountry(value) ?? []) : []))
    .filter((country) => /^[A-Z]{2}$/.test(country));
}

/** The client's `passport` with its `passportCountry`: numbers alone are those of many countries. */
function readPassport({ passport, passportCountry }: JsonObject) {
  if (typeof passport !== 'string' || typeof passportCountry !== 'string') return [];
  return [{ number: passport, country: toCountry(passportCountry) }];
}

export type CompanyNames = {
  /** The official name and the trade name; none when the company or the registry is not there. */
  readonly names: readonly string[];
  /** Partners abroad, who have no execution of their own. */
  readonly foreignPartners: readonly string[];
  /** The natural person that a sole proprietor is, whom the registry names nowhere else. */
  readonly proprietor?: Required<Pick<ScreenedSubject, 'names' | 'documents'>>;
};

/** A company size at the end of a name: sole proprietors once had to write it. */
const sizeMark = /[\s-]+(?:ME|MEI|EPP)\.?(?=[\s\d.-]*$)/i;

/** The names in the registry of a company and of its partners abroad. */
export async function findCompanyNames(db: Db, cnpj: Cnpj): Promise<CompanyNames> {
  try {
    const lookup = await findCompanyRecord(db, cnpj);
    if (lookup.found) {
      const { officialName, tradeName, partners } = lookup.record;
      const cpf = /(?<!\d)\d{11}(?!\d)/.exec(officialName ?? '')?.[0];
      return {
        ...(officialName !== undefined &&
          isNaturalPerson(lookup.record) && {
            proprietor: {
              // As it is, too: Mei is a name.
              names: [...new Set([officialName, officialName.replace(sizeMark, '')])],
              documents: cpf === undefined ? [] : [{ number: cpf, country: 'BR' }],
            },
          }),
        names: [officialName, tradeName].filter((name) => name !== undefined),
        foreignPartners: partners.flatMap(({ kind, name }) => (kind === 'foreign' ? [name] : [])),
      };
    }
  } catch (error) {
    if (!(error instanceof RegistryError && error.code === 'registry_not_imported')) throw error;
  }
  return { names: [], foreignPartners: [] };
}
