import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDigits } from '../../bench/registry/make-company.ts';
import * as words from '../../bench/registry/words.ts';
import { type Cnpj, parseCnpj } from '../../src/platform/documents.ts';
import { columnsOf, type RegistryTable } from '../../src/registry/import/receita-layout.ts';

/** A row of a published file by our column names; what is not given is empty. */
export type RegistryRow = Readonly<Record<string, string>>;

/** A company as a test tells it: a head office, and as many branches, of one name. */
export type TestCompany = {
  /** Eight characters. */
  readonly root: string;
  readonly name: string;
  readonly trade?: string;
  readonly state?: string;
  readonly city?: string;
  readonly activity?: string;
  readonly nature?: string;
  readonly branches?: number;
  /** Names, or whole rows. */
  readonly partners?: readonly (string | RegistryRow)[];
  readonly company?: RegistryRow;
  readonly establishment?: RegistryRow;
  readonly simples?: RegistryRow;
};

export type WriteRegistryOptions = {
  readonly companies: readonly TestCompany[];
  /** `YYYY-MM`. Default 2026-04. */
  readonly month?: string;
};

const activities = [
  ...words.activities,
  ['1071600', 'Fabricação de açúcar em bruto'],
  ['4731800', 'Comércio varejista de combustíveis para veículos automotores'],
];

/** The CNPJ of a company's establishment; the head office's is number 1. */
export function cnpjOf(root: string, order = 1): Cnpj {
  const first = `${root}${String(order).padStart(4, '0')}`;
  const cnpj = parseCnpj(first + checkDigits(first));
  if (cnpj === undefined) throw new TypeError(`no root of a CNPJ: ${root}`);
  return cnpj;
}

/** Writes the files of a month with these companies into a folder of their own, which is the caller's to remove. */
export async function writeRegistry(options: WriteRegistryOptions): Promise<string> {
  const { month = '2026-04' } = options;
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  const day = `D${month.slice(3, 4)}${month.slice(5)}11`;
  const write = (name: string, lines: readonly string[]) =>
    writeFile(join(folder, name), lines.join(''), 'latin1');
  const rows = options.companies.map(toRows);
  await write(
    `K3241.K03200Y0.${day}.EMPRECSV`,
    rows.map(({ company }) => company),
  );
  await write(
    `K3241.K03200Y0.${day}.ESTABELE`,
    rows.flatMap(({ establishments }) => establishments),
  );
  await write(
    `K3241.K03200Y0.${day}.SOCIOCSV`,
    rows.flatMap(({ partners }) => partners),
  );
  await write(
    `F.K03200$W.SIMPLES.CSV.${day}`,
    rows.flatMap(({ simples }) => simples),
  );
  for (const [code, table] of [
    ['CNAECSV', activities],
    ['MOTICSV', words.reasons],
    ['MUNICCSV', words.cities.map(([siafi, name]) => [siafi, name])],
    ['NATJUCSV', words.natures],
    ['PAISCSV', words.countries],
    ['QUALSCSV', words.qualifications],
  ] as const) {
    await write(
      `F.K03200$Z.${day}.${code}`,
      table.map((fields) => line(fields)),
    );
  }
  await write(
    'tabmun.csv',
    words.cities.map(
      ([siafi, name, state, ibge]) => `${siafi};26994533000120;${name.padEnd(45)};${state};${ibge}\r\n`,
    ),
  );
  return folder;
}

function toRows(one: TestCompany) {
  const { root, name, nature = '2062', branches = 0, partners = [] } = one;
  const city = one.city ?? '7107';
  return {
    company: row('companies', {
      root,
      official_name: name,
      nature,
      responsible_qualification: nature === '2135' ? '50' : '49',
      capital: '1000,00',
      size: '01',
      ...one.company,
    }),
    establishments: Array.from({ length: branches + 1 }, (_, index) => {
      const cnpj = cnpjOf(root, index + 1);
      return row('establishments', {
        root,
        branch: cnpj.slice(8, 12),
        check_digits: cnpj.slice(12),
        head_or_branch: index === 0 ? '1' : '2',
        trade_name: one.trade ?? '',
        status: '02',
        status_date: '20200115',
        status_reason: '00',
        opening_date: '20200115',
        main_activity: one.activity ?? '6204000',
        street_type: 'RUA',
        street: 'DAS FLORES',
        street_number: '10',
        postal_code: '01310100',
        state: one.state ?? words.cities.find(([code]) => code === city)?.[2] ?? '',
        city,
        ...one.establishment,
      });
    }),
    partners: partners.map((partner) =>
      row('partners', {
        root,
        kind: '2',
        document: '***123456**',
        qualification: '49',
        entry_date: '20200115',
        representative_document: '***000000**',
        representative_qualification: '00',
        age_band: '5',
        ...(typeof partner === 'string' ? { name: partner } : partner),
      }),
    ),
    simples: one.simples === undefined ? [] : [row('simples', { root, ...one.simples })],
  };
}

function row(table: RegistryTable, values: RegistryRow): string {
  return line(columnsOf(table).map((name) => values[name] ?? ''));
}

function line(fields: readonly string[]): string {
  return `"${fields.join('";"')}"\n`;
}
