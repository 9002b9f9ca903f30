import type { TSchema } from 'typebox';
import type { Db } from '../platform/db/index.ts';
import type { Cnpj } from '../platform/documents/index.ts';
import type { Consultation, DataDay, Source } from '../profiles/index.ts';
import {
  type CompanyLookup,
  type CompanyRecord,
  checkAddress,
  findCompanyRecord,
  findTaxRegimes,
  lastDayOf,
  listTaxGenerations,
  RegistryError,
} from '../registry/index.ts';
import { type CompanyBasicData, formatBasicData } from './format-basic-data.ts';
import { listPartners } from './list-partners.ts';
import { PjDataSchema, toPjData } from './pj-data.ts';
import { PjSimplesSchema, toPjSimples } from './pj-simples.ts';
import { isPersonalNature } from './withhold-contacts.ts';

/** Null for every field: the profile drops each value that the registry no longer has. */
const noBasicData = {
  openingDate: null,
  officialName: null,
  fantasyName: null,
  companySize: null,
  companyEmail: null,
  mainActivity: null,
  secondaryActivities: null,
  legalNature: null,
  status: null,
  jointStock: null,
  phoneNumber: null,
} satisfies Record<keyof CompanyBasicData, null>;

/** Time limit of a lookup, which is one statement by index. */
const timeoutMs = 10_000;

/**
 * The two sources made of the registry: `pjData`, the whole record with basic data and partners, and `pjSimples`,
 * the options for Simples and MEI. Both of one transaction answer from one lookup, so that what an execution reads
 * there is of one month even when the month is switched between the two.
 */
export function createRegistrySources(): readonly Source[] {
  const lookUp = createSharedLookup();
  const source = (
    name: string,
    dataSchema: TSchema,
    toConsultation: (record: CompanyRecord, db: Db) => Promise<Consultation>,
  ): Source => ({
    name,
    subject: 'company',
    dataSchema,
    // Establishments of others decide the check of an address.
    editionKeys: ['dataMonth', 'addressCheck'],
    timeoutMs,
    isLocal: true,
    async consult(subject, { db }) {
      if (subject.kind !== 'company') throw new TypeError(`${name} knows companies only`);
      try {
        const lookup = await lookUp(db, subject.cnpj);
        return lookup.found
          ? await toConsultation(withoutStrayContacts(lookup.record), db)
          : { outcome: 'absent', reason: 'not_in_registry', version: String(lookup.generation) };
      } catch (error) {
        if (!(error instanceof RegistryError)) throw error;
        return { outcome: 'unavailable', reason: error.code };
      }
    },
  });
  return [
    source('pjData', PjDataSchema, async (record, db) => ({
      outcome: 'found',
      ...(await describeRecord(record, db)),
      basicData: { ...noBasicData, ...formatBasicData(record) },
      partners: listPartners(record),
      version: String(record.generation),
    })),
    source('pjSimples', PjSimplesSchema, async (record) => ({
      outcome: 'found',
      data: toPjSimples(record),
      restsOn: [monthOf(record)],
      version: String(record.generation),
    })),
  ];
}

async function describeRecord(record: CompanyRecord, db: Db) {
  const { postalCode, state, city } = record.address;
  const taxRegimes = await findTaxRegimes(db, record.cnpj as Cnpj);
  const addressCheck = await checkAddress(db, { postalCode, state, cityCode: city?.code });
  const taxYear =
    taxRegimes.length === 0
      ? undefined
      : (await listTaxGenerations(db)).find((one) => one.state === 'current')?.lastYear;
  return {
    data: toPjData(record, taxRegimes, addressCheck),
    restsOn: [
      monthOf(record),
      ...(taxYear === undefined ? [] : [{ source: 'tax-regimes', day: lastDayOf(String(taxYear)) }]),
    ],
  };
}

/** The month of a record, as the age of the registry is told. */
function monthOf({ dataMonth }: CompanyRecord): DataDay {
  return { source: 'registry', day: lastDayOf(dataMonth) };
}

/**
 * A MEI is a sole proprietor by law. Where the registry gives one another nature, what is stored would not show that
 * its contacts are a person's, so they are not taken over at all.
 */
function withoutStrayContacts(record: CompanyRecord): CompanyRecord {
  if (record.simples?.isMei !== true || isPersonalNature(record.nature?.code)) return record;
  return { ...record, email: undefined, phones: [], fax: undefined };
}

type SharedLookup = (db: Db, cnpj: Cnpj) => Promise<CompanyLookup>;

/** One lookup for each company in a transaction; a lookup for each call outside of one. */
function createSharedLookup(): SharedLookup {
  const lookups = new WeakMap<Db, Map<Cnpj, Promise<CompanyLookup>>>();
  return (db, cnpj) => {
    if (!db.isTransaction) return findCompanyRecord(db, cnpj);
    const ofTransaction = lookups.get(db) ?? new Map<Cnpj, Promise<CompanyLookup>>();
    lookups.set(db, ofTransaction);
    const lookup = ofTransaction.get(cnpj) ?? findCompanyRecord(db, cnpj);
    ofTransaction.set(cnpj, lookup);
    return lookup;
  };
}
