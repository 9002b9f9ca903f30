import { type Static, type TSchema, Type } from 'typebox';
import type { Db } from '../platform/db/index.ts';
import { type Cnpj, maskCpfInName } from '../platform/documents.ts';
import { toAnswer } from '../platform/to-answer.ts';
import type { Consultation, DataDay, NewAnswer, Partner, Source } from '../profiles/index.ts';
import {
  type CompanyPartner,
  type CompanyRecord,
  checkAddress,
  findCompanyRecord,
  findTaxRegimes,
  isPersonalNature,
  lastDayOf,
  listTaxGenerations,
  type RegistryDate,
  RegistryError,
} from '../registry/index.ts';
import { CompanyBasicDataSchema, formatBasicData, formatDate } from './format-basic-data.ts';
import { PjDataSchema, toPjData } from './pj-data.ts';

const Option = Type.Object({
  isOptant: Type.Optional(Type.Boolean({ description: 'Absent when the registry does not say.' })),
  since: Type.Optional(Type.String({ description: 'DD/MM/YYYY' })),
  until: Type.Optional(Type.String({ description: 'DD/MM/YYYY; the day the option ended.' })),
});

/** The content of `sources.pjSimples.data`. */
export const PjSimplesSchema = Type.Object(
  {
    dataMonth: Type.String({ description: 'Month of the registry, YYYY-MM.' }),
    simples: Type.Optional(Option),
    mei: Type.Optional(Option),
  },
  {
    description:
      'Options for Simples Nacional and for MEI: empty for who never joined, absent when the month has no file of them.',
  },
);

export type PjSimples = Static<typeof PjSimplesSchema>;

/** Null for every field: the profile drops each value that the registry no longer has. */
const noBasicData = Object.fromEntries(
  Object.keys(CompanyBasicDataSchema.properties).map((field) => [field, null]),
);

/** Time limit of a lookup, which is one statement by index. */
const timeoutMs = 10_000;

type Found = Extract<Consultation, { outcome: 'found' }>;

/** The answers of the registry's sources, by the names of these. */
const answers = {
  pjData: async (record: CompanyRecord, db: Db): Promise<Found> => ({
    outcome: 'found',
    ...(await describeRecord(record, db)),
    basicData: { ...noBasicData, ...formatBasicData(record) },
    partners: listPartners(record),
    version: String(record.generation),
  }),
  pjSimples: async (record: CompanyRecord): Promise<Found> => ({
    outcome: 'found',
    data: toPjSimples(record),
    restsOn: [monthOf(record)],
    version: String(record.generation),
  }),
};

export async function answerFromRecord(record: CompanyRecord, db: Db): Promise<readonly NewAnswer[]> {
  const known = withoutStrayContacts(record);
  return [
    { source: 'pjData', ...(await answers.pjData(known, db)) },
    { source: 'pjSimples', ...(await answers.pjSimples(known)) },
  ];
}

/**
 * The two sources made of the registry: `pjData`, the whole record with basic data and partners, and `pjSimples`,
 * the options for Simples and MEI.
 */
export function createRegistrySources(): readonly Source[] {
  const source = (name: keyof typeof answers, dataSchema: TSchema): Source => ({
    name,
    subject: 'company',
    dataSchema,
    timeoutMs,
    isLocal: true,
    async consult(subject, { db }) {
      if (subject.kind !== 'company') throw new TypeError(`${name} knows companies only`);
      try {
        const lookup = await findCompanyRecord(db, subject.cnpj);
        return lookup.found
          ? await answers[name](withoutStrayContacts(lookup.record), db)
          : { outcome: 'absent', reason: 'not_in_registry', version: String(lookup.generation) };
      } catch (error) {
        if (!(error instanceof RegistryError)) throw error;
        return { outcome: 'unavailable', reason: error.code };
      }
    },
  });
  return [source('pjData', PjDataSchema), source('pjSimples', PjSimplesSchema)];
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
      ...(taxYear === undefined ? [] : [{ source: 'tax_regimes', day: lastDayOf(String(taxYear)) }]),
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

/**
 * The options of a company. The registry lists those who ever opted: for anybody else both are empty, unless the month
 * has no such list.
 */
export function toPjSimples({ simples, hasSimples, dataMonth }: CompanyRecord): PjSimples {
  if (!hasSimples) return { dataMonth };
  if (simples === undefined) return { dataMonth, simples: {}, mei: {} };
  return {
    dataMonth,
    simples: toOption(simples.isSimples, simples.simplesSince, simples.simplesUntil),
    mei: toOption(simples.isMei, simples.meiSince, simples.meiUntil),
  };
}

function toOption(isOptant: boolean | undefined, since: RegistryDate, until: RegistryDate) {
  return toAnswer({ isOptant, since: formatDate(since), until: formatDate(until) });
}

/**
 * Qualifications of the registry's list `Qualificacoes`, now or earlier, whose holders represent the company by
 * themselves. The other codes belong to people who own, advise, or are represented. The whole table with its reasons
 * and source: `docs/reference/partner-qualifications.md`, kept equal to this list by a test.
 */
export const representingQualifications: ReadonlySet<string> = new Set([
  '03', // Acionista diretor
  '04', // Acionista presidente
  '05', // Administrador
  '06', // Administradora de consórcio ou grupo de empresas
  '10', // Diretor
  '11', // Interventor
  '12', // Inventariante
  '13', // Liquidante
  '16', // Presidente
  '17', // Procurador
  '19', // Síndico (condomínio)
  '24', // Sócio comanditado
  '28', // Sócio-gerente
  '31', // Sócio ostensivo
  '32', // Tabelião
  '34', // Titular de empresa individual imobiliária
  '36', // Gerente-delegado
  '39', // Diplomata
  '40', // Cônsul
  '41', // Representante de organização internacional
  '42', // Oficial de registro
  '43', // Responsável
  '46', // Ministro de Estado das Relações Exteriores
  '49', // Sócio-administrador
  '50', // Empresário
  '51', // Candidato a cargo político eletivo
  '55', // Sócio comanditado residente no exterior
  '59', // Produtor rural
  '60', // Cônsul honorário
  '61', // Responsável indígena
  '62', // Representante das instituições extraterritoriais
  '64', // Administrador judicial
  '65', // Titular pessoa física residente ou domiciliado no Brasil
  '70', // Administrador residente ou domiciliado no exterior
  '72', // Diretor residente ou domiciliado no exterior
  '73', // Presidente residente ou domiciliado no exterior
  '74', // Sócio-administrador residente ou domiciliado no exterior
]);

/**
 * Who takes part in the company, in the order of the registry. A partner is a legal representative by qualification,
 * or because a row of the company names them as the representative of another partner. A partner who needs somebody
 * to represent them (a minor, a company, somebody abroad) does not represent the company for that.
 */
export function listPartners(record: CompanyRecord): readonly Partner[] {
  const named = new Set(
    record.partners.flatMap(({ representative }) =>
      representative?.name === undefined || representative.document === undefined
        ? []
        : [keyOf(representative.name, representative.document)],
    ),
  );
  return record.partners.map((partner) =>
    toAnswer({
      kind: partner.kind,
      name: maskCpfInName(partner.name),
      document: partner.document,
      functionCode: partner.qualification.code,
      function: partner.qualification.description ?? partner.qualification.code,
      isLegalRepresentative: isRepresentative(partner, named),
    }),
  );
}

function isRepresentative(partner: CompanyPartner, named: ReadonlySet<string>): boolean {
  return (
    representingQualifications.has(partner.qualification.code) ||
    (partner.document !== undefined && named.has(keyOf(partner.name, partner.document)))
  );
}

function keyOf(name: string, document: string): string {
  return `${document} ${name.trim().toUpperCase()}`;
}
