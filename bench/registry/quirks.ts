/**
 * What goes wrong in the published files, as something done to one line. Each takes the line's fields and gives
 * the text to write, in Latin-1 (code units are bytes).
 */
export type Quirk = {
  readonly name: string;
  /** Files it is found in. */
  readonly files: 'companies' | 'establishments' | 'partners';
  /** Rows of it that can be imported, and rows that cannot. */
  readonly kept: number;
  readonly bad: number;
  apply(fields: readonly string[]): string;
};

export const quirks: readonly Quirk[] = [
  quirk('nul byte', 'companies', (fields) => line(set(fields, 1, `${fields[1]}\0\0`))),
  quirk('quote in text', 'companies', (fields) => line(set(fields, 1, 'BAR ""DO ZE"" LTDA'))),
  quirk('unescaped quote', 'companies', (fields) => line(set(fields, 1, 'BAR "DO ZE" LTDA'))),
  quirk('absurd capital', 'companies', (fields) => line(set(fields, 4, '999999999999,00'))),
  quirk('negative capital', 'companies', (fields) => line(set(fields, 4, '-1500,10'))),
  quirk('accents', 'companies', (fields) => line(set(fields, 1, 'CONFEC\xc7\xd5ES JO\xc3O \x96 ME'))),
  quirk('utf-8 among latin', 'companies', (fields) =>
    line(set(fields, 1, 'A\xc3\x87\xc3\x9aCAR UNI\xc3\x83O')),
  ),
  quirk('undefined byte', 'companies', (fields) => line(set(fields, 1, 'CAF\x81 LTDA'))),
  quirk('line feed in text', 'establishments', (fields) => line(set(fields, 16, 'FUNDOS\nSALA 2'))),
  quirk('semicolon in text', 'establishments', (fields) => line(set(fields, 16, 'FUNDOS;SALA 2'))),
  quirk('long text', 'establishments', (fields) => line(set(fields, 16, 'X'.repeat(20_000)))),
  quirk('zero date', 'establishments', (fields) => line(set(fields, 6, '0'))),
  quirk('absurd date', 'establishments', (fields) => line(set(fields, 10, '41000101'))),
  quirk('short postal code', 'establishments', (fields) => line(set(fields, 18, '1310100'))),
  quirk('short country', 'establishments', (fields) => line(set(fields, 9, '23'))),
  quirk('orphan reason', 'establishments', (fields) => line(set(fields, 7, '32'))),
  quirk('orphan country', 'establishments', (fields) => line(set(fields, 9, '994'))),
  quirk('carriage return', 'establishments', (fields) => `${line(fields).slice(0, -1)}\r\n`),
  quirk('whole duplicate', 'establishments', (fields) => line(fields) + line(fields), { bad: 1 }),
  quirk('duplicate CNPJ', 'establishments', (fields) => line(fields) + line(set(fields, 4, 'OUTRO')), {
    bad: 1,
  }),
  quirk('column missing', 'establishments', (fields) => line(fields.slice(0, 29)), { kept: 0, bad: 1 }),
  quirk('broken number', 'establishments', (fields) => line(set(fields, 0, '12 34')), { kept: 0, bad: 1 }),
  quirk('duplicate partner', 'partners', (fields) => line(fields) + line(fields), { kept: 2 }),
];

/** One row as the files write it. */
export function line(fields: readonly string[]): string {
  return `"${fields.join('";"')}"\n`;
}

function quirk(
  name: string,
  files: Quirk['files'],
  apply: Quirk['apply'],
  { kept = 1, bad = 0 }: { readonly kept?: number; readonly bad?: number } = {},
): Quirk {
  return { name, files, kept, bad, apply };
}

function set(fields: readonly string[], index: number, value: string): readonly string[] {
  return fields.with(index, value);
}
