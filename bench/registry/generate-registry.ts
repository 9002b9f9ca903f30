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
  /** Also writes each member there, as `<member>.csv`, without anything wrong in it. */
  readonly unzippedInto?: string;
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
type GeneratedCounts = Record<Table | 'bad', number>;

/** Writes the archives of a made-up month in the official layout and names. Same options, same bytes. */
export async function generateRegistry(options: GenerateRegistryOptions): Promise<GeneratedRows> {
  const { directory, companies, seed = 1, parts = 2, month = '2026-04' } = options;
  await mkdir(directory, { recursive: true });
  const modified = new Date(`${month}-11T00:00:00Z`);
  const day = `D${month.slice(3, 4)}${month.slice(5)}11`;
  const counts = { companies: 0, establishments: 0, partners: 0, simples: 0, bad: 0 };
  const { unzippedInto } = options;
  if (unzippedInto !== undefined) await mkdir(unzippedInto, { recursive: true });
  const write = async (
    archive: string,
    name: string,
    content: (options: GenerateRegistryOptions, counts: GeneratedCounts) => Iterable<Buffer>,
  ) => {
    await writeZip(join(directory, `${archive}.zip`), [
      { name, modified, content: content(options, counts) },
    ]);
    if (unzippedInto === undefined) return;
    const clean = content({ ...options, quirkShare: 0 }, { ...counts });
    await writeFile(join(unzippedInto, `${name}.csv`), clean);
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
      await write(`${archive}${part}`, `K3241.K03200Y${part}.${day}.${code}`, (how, counted) =>
        writeRows(how, table, seed, from, to, counted),
      );
    }
  }
  await write('Simples', `F.K03200$W.SIMPLES.CSV.${day}`, (how, counted) =>
    writeRows(how, 'simples', seed, 0, companies, counted),
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
  return counts;
}

function* writeRows(
  options: GenerateRegistryOptions,
  table: Table,
  seed: number,
  from: number,
  to: number,
  counts: GeneratedCounts,
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
