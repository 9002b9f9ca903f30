import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom, makeCompany } from './make-company.ts';
import { line, type Quirk, quirks } from './quirks.ts';
import * as words from './words.ts';
import { writeZip } from './write-zip.ts';

export type GenerateRegistryOptions = {
  readonly directory: string;
  readonly companies: number;
  readonly seed?: number;
  /** Rows with something wrong, from 0 to 1. Default 0. */
  readonly quirkShare?: number;
  /** Of these kinds only; default all. */
  readonly quirkNames?: readonly string[];
  /** `YYYY-MM`. Default 2026-04. */
  readonly month?: string;
  /** Parts that companies, establishments and partners are cut into. The first is three times the others. */
  readonly parts?: number;
  /** Also writes each member beside its zip, as `<member>.csv`. */
  readonly alsoUnzipped?: boolean;
};

/** Rows written: those an import keeps, and those it has to put aside. */
export type GeneratedRows = {
  readonly companies: number;
  readonly establishments: number;
  readonly partners: number;
  readonly simples: number;
  readonly bad: number;
};

type Table = 'companies' | 'establishments' | 'partners' | 'simples';

/** Writes the archives of a made-up month in the official layout and names. Same options, same bytes. */
export async function generateRegistry(options: GenerateRegistryOptions): Promise<GeneratedRows> {
  const { directory, companies, seed = 1, parts = 2, month = '2026-04' } = options;
  await mkdir(directory, { recursive: true });
  const modified = new Date(`${month}-11T00:00:00Z`);
  const day = `D${month.slice(3, 4)}${month.slice(5)}11`;
  const counts = { companies: 0, establishments: 0, partners: 0, simples: 0, bad: 0 };
  const write = async (archive: string, name: string, content: () => Iterable<Buffer>) => {
    if (options.alsoUnzipped) await writeFile(join(directory, `${name}.csv`), content());
    await writeZip(join(directory, `${archive}.zip`), { name, modified, content: content() });
  };

  const shareOfPart = 1 / (parts + 2);
  for (let part = 0; part < parts; part += 1) {
    const from = part === 0 ? 0 : Math.round(companies * shareOfPart * (part + 2));
    const to = Math.round(companies * shareOfPart * (part + 3));
    for (const [archive, code, table] of [
      ['Empresas', 'EMPRECSV', 'companies'],
      ['Estabelecimentos', 'ESTABELE', 'establishments'],
      ['Socios', 'SOCIOCSV', 'partners'],
    ] as const) {
      const rows = () => writeRows(options, table, seed, from, to, counts);
      await write(`${archive}${part}`, `K3241.K03200Y${part}.${day}.${code}`, rows);
    }
  }
  await write('Simples', `F.K03200$W.SIMPLES.CSV.${day}`, () =>
    writeRows(options, 'simples', seed, 0, companies, counts),
  );
  const cities = words.cities.map(([code, name]) => [code, name] as const);
  for (const [archive, code, table] of [
    ['Cnaes', 'CNAECSV', words.activities],
    ['Motivos', 'MOTICSV', words.reasons],
    ['Municipios', 'MUNICCSV', cities],
    ['Naturezas', 'NATJUCSV', words.natures],
    ['Paises', 'PAISCSV', words.countries],
    ['Qualificacoes', 'QUALSCSV', words.qualifications],
  ] as const) {
    const text = table.map((fields) => line(fields)).join('');
    await write(archive, `F.K03200$Z.${day}.${code}`, () => [Buffer.from(text, 'latin1')]);
  }
  const mapping = words.cities.map(
    ([code, name, state, ibge]) => `${code};26994533000120;${name.padEnd(45)};${state};${ibge}\r\n`,
  );
  await writeFile(join(directory, 'tabmun.csv'), mapping.join(''), 'latin1');
  if (options.alsoUnzipped) {
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] /= 2;
  }
  return counts;
}

function* writeRows(
  options: GenerateRegistryOptions,
  table: Table,
  seed: number,
  from: number,
  to: number,
  counts: Record<Table | 'bad', number>,
): Generator<Buffer> {
  const { quirkShare = 0, quirkNames } = options;
  const fitting = quirks.filter(
    ({ name, files }) => files === table && (quirkNames === undefined || quirkNames.includes(name)),
  );
  const random = createRandom(seed * 31 + from);
  let text = '';
  for (let index = from; index < to; index += 1) {
    const made = makeCompany(seed, index);
    const rows =
      table === 'companies'
        ? [made.company]
        : table === 'simples'
          ? made.simples === undefined
            ? []
            : [made.simples]
          : made[table];
    for (const row of rows) {
      const quirk: Quirk | undefined =
        fitting.length > 0 && random(1_000_000) < quirkShare * 1_000_000
          ? fitting[random(fitting.length)]
          : undefined;
      text += quirk === undefined ? line(row) : quirk.apply(row);
      counts[table] += quirk?.kept ?? 1;
      counts.bad += quirk?.bad ?? 0;
    }
    if (text.length > 200_000) {
      yield Buffer.from(text, 'latin1');
      text = '';
    }
  }
  yield Buffer.from(text, 'latin1');
}
