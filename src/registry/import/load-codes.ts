import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createRowReader, type RowReaderOptions } from './create-row-reader.ts';
import type { RegistryFile } from './find-registry-files.ts';
import { createRowJudges } from './judge-rows.ts';
import type { CodeKind } from './receita-layout.ts';

/** Descriptions by `kind:code`; `ibge:<SIAFI code>` stands for a city's IBGE code. */
export type CodeList = Map<string, string>;

/**
 * The lists of codes, a few thousand entries, and the Tesouro's `tabmun.csv` when it lies beside them. The first
 * description of a code stays. Countries are padded to three digits, as the other files refer to them.
 */
export async function loadCodes(
  files: readonly RegistryFile[],
  directory: string,
  refuse: (file: RegistryFile, row: Parameters<RowReaderOptions['refuse']>[0]) => void,
): Promise<CodeList> {
  const codes: CodeList = new Map();
  for (const file of files) {
    const kind = file.layout.codeKind as CodeKind;
    const judge = createRowJudges({}).judgeFor(file.layout);
    const reader = createRowReader({
      columnCount: file.layout.columns.length,
      judge(row) {
        const judgement = judge(row);
        if (judgement !== 'keep') return judgement;
        const code = row.bytes.toString('latin1', row.starts[0], row.ends[0]);
        const key = `${kind}:${kind === 'country' ? code.padStart(3, '0') : code}`;
        if (codes.has(key)) return 'duplicate';
        const text = row.bytes.toString('utf8', row.starts[1], row.ends[1]);
        codes.set(key, text.replaceAll('""', '"').trim());
        return 'leave';
      },
      emit() {},
      refuse: (row) => refuse(file, row),
    });
    for await (const chunk of file.read()) reader.push(chunk);
    reader.end();
  }
  await loadCities(join(directory, 'tabmun.csv'), codes);
  return codes;
}

/** `;`, no header: SIAFI code, CNPJ, name, state, IBGE code. A line that is not so is passed over. */
async function loadCities(path: string, codes: CodeList): Promise<void> {
  try {
    for await (const text of createInterface({ input: createReadStream(path, 'latin1') })) {
      const [code = '', , , , ibge = ''] = text.split(';').map((field) => field.replaceAll('"', '').trim());
      if (/^\d{1,4}$/.test(code) && /^\d{7}$/.test(ibge)) codes.set(`ibge:${code.padStart(4, '0')}`, ibge);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The lists as CSV for the table of codes. */
export function writeCodes(codes: CodeList): Buffer {
  const rows = [...codes].map(([code, text]) => `"${code}";"${text.replaceAll('"', '""')}"\n`);
  return Buffer.from(rows.join(''));
}
