import { toAnswer } from '../platform/to-answer.ts';
import { noSimplesCode } from './import/receita-layout.ts';
import type { RawRecord, RawRow } from './records-store.ts';

/** A code of the registry and what it means; without a description when the month's list does not have it. */
export type CodedValue = { readonly code: string; readonly description?: string };

/** A day as `YYYY-MM-DD`; undefined when the file has none or one that cannot be. */
export type RegistryDate = {
  readonly date: string | undefined;
  /** The text of the file when it is no day: `00000000` and empty texts aside. */
  readonly raw?: string;
};

export type CompanyPhone = { readonly areaCode: string; readonly number: string };

/** The registry's facts about an establishment and its company. */
export type CompanyRecord = Readonly<ReturnType<typeof toCompanyRecord>>;

export type CompanyPartner = CompanyRecord['partners'][number];

type Codes = Readonly<Partial<Record<string, string>>>;

/** Codes that the files use without publishing a list (layout of the open data). */
export const statuses: Codes = {
  '01': 'NULA',
  '02': 'ATIVA',
  '03': 'SUSPENSA',
  '04': 'INAPTA',
  // Of SERPRO's list of codes: the open data have it at times.
  '05': 'ATIVA NÃO REGULAR',
  '08': 'BAIXADA',
};
const sizes: Codes = {
  '00': 'NÃO INFORMADO',
  '01': 'MICRO EMPRESA',
  '03': 'EMPRESA DE PEQUENO PORTE',
  '05': 'DEMAIS',
};
const partnerKinds: Readonly<Record<string, 'company' | 'person' | 'foreign' | 'unknown'>> = {
  '1': 'company',
  '2': 'person',
  '3': 'foreign',
};
const ageBands = ['', '0-12', '13-20', '21-30', '31-40', '41-50', '51-60', '61-70', '71-80', '80+'];

/** Codes in the open data that its own lists leave out, as SERPRO's lists describe them. */
const supplementaryCodes: Codes = {
  'reason:32': 'DECURSO DE PRAZO DE INTERRUPCAO TEMPORARIA',
  'reason:33': 'REGISTRO CANCELADO',
  'reason:81': 'SOLICITACAO DA ADMINISTRACAO TRIBUTARIA MUNICIPAL/ESTADUAL - SC',
  'reason:93': 'CNPJ - TITULAR BAIXADO',
  'qualification:36': 'Gerente-Delegado',
  'country:008': 'ABU DHABI',
  'country:015': 'ALAND, ILHAS',
  'country:150': 'JERSEY',
  'country:151': 'CANARIAS, ILHAS',
  'country:200': 'CURACAO',
  'country:321': 'GUERNSEY',
  'country:359': 'MAN, ILHA DE',
  'country:367': 'INGLATERRA',
  'country:393': 'JERSEY',
  'country:449': 'MACEDONIA',
  'country:452': 'MADEIRA, ILHA DA',
  'country:498': 'MOLDAVIA',
  'country:678': 'SAO TOME E PRINCIPE',
  'country:699': 'SAO MARTINHO, ILHA DE (PARTE HOLANDESA)',
  'country:737': 'SERVIA',
  'country:994': 'AZERBAIJAO',
};

const firstYear = 1800;
const lastYear = 2100;

export function toCompanyRecord(raw: RawRecord & { readonly establishment: RawRow }) {
  const { establishment: e, company: c, simples: s } = raw;
  const codes: Codes = raw.codes ?? {};
  const coded = (kind: string, code: string | undefined) => toCoded(codes, kind, code);
  return {
    generation: raw.generation,
    dataMonth: raw.dataMonth,
    cnpj: `${e.root}${e.branch}${e.check_digits}`,
    /** By the registry's own flag, which the order 0001 does not replace. */
    isHeadOffice: isHeadOffice(e),
    officialName: text(c?.official_name),
    tradeName: text(e.trade_name),
    nature: coded('nature', c?.nature),
    size: describe(c?.size, sizes[c?.size?.trim() ?? '']),
    /** Reais as a decimal with two places, exact: `1061004829.23`. */
    capital: parseCapital(c?.capital),
    responsibleQualification: coded('qualification', c?.responsible_qualification),
    responsibleEntity: text(c?.responsible_entity),
    status: describe(e.status, statuses[e.status?.trim() ?? '']) ?? { code: '' },
    statusDate: parseDate(e.status_date),
    statusReason: coded('reason', e.status_reason),
    specialStatus: text(e.special_status),
    specialStatusDate: parseDate(e.special_status_date),
    openingDate: parseDate(e.opening_date),
    mainActivity: coded('activity', e.main_activity),
    secondaryActivities: (e.secondary_activities ?? '')
      .split(',')
      .flatMap((code) => coded('activity', code.trim()) ?? []),
    address: {
      streetType: text(e.street_type),
      street: text(e.street),
      number: text(e.street_number),
      complement: text(e.complement),
      district: text(e.district),
      /** Eight digits. */
      postalCode: padDigits(withoutZeros(e.postal_code), 8),
      /** Two letters; `EX` for abroad. */
      state: text(e.state),
      /** The code is Receita Federal's (SIAFI). */
      city: coded('city', e.city),
      /** Seven digits, when the import had the table of the Tesouro. */
      ibgeCityCode: codes[`ibge:${e.city}`],
      foreignCity: text(e.foreign_city),
      country: coded('country', padDigits(e.country, 3)),
    },
    phones: [toPhone(e.phone_1_area, e.phone_1), toPhone(e.phone_2_area, e.phone_2)].flatMap(
      (phone) => phone ?? [],
    ),
    fax: toPhone(e.fax_area, e.fax),
    email: text(e.email),
    /** False when the month was imported without the file of Simples: then nothing is known of anybody's options. */
    hasSimples: codes[noSimplesCode] === undefined,
    simples:
      s === null || s === undefined
        ? undefined
        : {
            /** Undefined when the file has neither S nor N. */
            isSimples: parseFlag(s.simples),
            simplesSince: parseDate(s.simples_since),
            simplesUntil: parseDate(s.simples_until),
            isMei: parseFlag(s.mei),
            meiSince: parseDate(s.mei_since),
            meiUntil: parseDate(s.mei_until),
          },
    /** Rows that say the same once. In the order of the file, but for a few on the embedded database. */
    partners: toPartners(raw.partners ?? [], codes),
  };
}

/**
 * True for natures of companies that are a human being: sole proprietors (213-5, every MEI among them) and those that
 * the official table has under 4, "Pessoas Físicas".
 */
export function isPersonalNature(code: string | undefined): boolean {
  return code !== undefined && /^(?:2135|4\d{3})$/.test(code);
}

/** True for a company that is a human being, by its nature or because it is a MEI, whose nature may be wrong. */
export function isNaturalPerson({ nature, simples }: Pick<CompanyRecord, 'nature' | 'simples'>): boolean {
  return isPersonalNature(nature?.code) || simples?.isMei === true;
}

function toPartners(rows: readonly RawRow[], codes: Codes) {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()].map((row) =>
    toAnswer({
      kind: partnerKinds[row.kind ?? ''] ?? ('unknown' as const),
      name: row.name ?? '',
      qualification: toCoded(codes, 'qualification', row.qualification) ?? { code: '' },
      since: parseDate(row.entry_date),
      /** A CNPJ of fourteen characters, or a masked CPF (`***123456**`). */
      document: text(row.document),
      country: toCoded(codes, 'country', padDigits(row.country, 3)),
      representative: toRepresentative(row, codes),
      /** In words, such as `41-50`. */
      ageBand: ageBands[Number(row.age_band)] || undefined,
    }),
  );
}

/** The representative of a row. A document of zeros with qualification 00 stands for none. */
function toRepresentative(row: RawRow, codes: Codes) {
  const name = text(row.representative_name);
  const given = text(row.representative_document);
  const document = given === '***000000**' ? undefined : given;
  if (name === undefined && document === undefined) return undefined;
  const qualification = toCoded(codes, 'qualification', row.representative_qualification);
  return toAnswer({ document, name, qualification });
}

/** Undefined where the registry does not say. */
export function isHeadOffice({ head_or_branch: flag }: RawRow): boolean | undefined {
  return flag === '1' ? true : flag === '2' ? false : undefined;
}

/** A day of the files (`YYYYMMDD`). Zeros, blanks, days that no calendar has and absurd years are no date. */
export function parseDate(value: string | undefined): RegistryDate {
  const raw = value?.trim() ?? '';
  if (/^0*$/.test(raw)) return { date: undefined };
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(raw) ?? [];
  const date = `${year}-${month}-${day}`;
  const isDay = !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
  if (!isDay || Number(year) < firstYear || Number(year) > lastYear) return { date: undefined, raw };
  return { date };
}

/** An amount with a decimal comma as a decimal with two places; never through a binary fraction. */
export function parseCapital(value: string | undefined): string | undefined {
  const [, sign = '', whole, cents = ''] = /^(-?)(\d+)(?:,(\d{0,2})\d*)?$/.exec(value?.trim() ?? '') ?? [];
  if (whole === undefined) return undefined;
  return `${sign}${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`;
}

function parseFlag(value: string | undefined): boolean | undefined {
  return value === 'S' ? true : value === 'N' ? false : undefined;
}

function toCoded(codes: Codes, kind: string, code: string | undefined): CodedValue | undefined {
  const key = `${kind}:${text(code)}`;
  return describe(code, codes[key] ?? supplementaryCodes[key]);
}

/** A code, and its description where there is one; undefined for an empty code. */
export function describe(code: string | undefined, description: string | undefined): CodedValue | undefined {
  const [given, said] = [text(code), text(description)];
  return given === undefined ? undefined : toAnswer({ code: given, description: said });
}

function toPhone(areaCode: string | undefined, number: string | undefined): CompanyPhone | undefined {
  const given = withoutZeros(number);
  return given === undefined ? undefined : { areaCode: text(areaCode) ?? '', number: given };
}

/** Undefined for zeros alone, which the files write for nothing. */
function withoutZeros(value: string | undefined): string | undefined {
  const given = text(value);
  return given !== undefined && /^0+$/.test(given) ? undefined : given;
}

function padDigits(value: string | undefined, length: number): string | undefined {
  const given = text(value);
  return given !== undefined && /^\d+$/.test(given) ? given.padStart(length, '0') : given;
}

export function text(value: string | undefined): string | undefined {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
}
