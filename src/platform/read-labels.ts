import { parse } from 'csv-parse/sync';
import type { FieldProblem } from './errors.ts';

/** A row of a list: its line, and its cells by the names of the header in lower case. */
export type LabelRow = { readonly line: number; readonly cells: Readonly<Record<string, string>> };

const mostProblems = 20;

/**
 * The rows of a list that people write as CSV: columns in any order, quoted or not, lines ended either way, commas or
 * semicolons. Throws what `refuse` makes of the problem for a text that is no such list, was not UTF-8, has no row, or
 * lacks a column.
 */
export function readLabels(
  text: string,
  required: readonly string[],
  refuse: (problems: readonly FieldProblem[]) => Error,
): readonly LabelRow[] {
  // Other encodings, such as those of Excel's plain "CSV" and "Unicode text", come out as this character.
  if (text.includes('\uFFFD')) {
    throw refuse([{ path: 'file', message: 'it is not UTF-8; in Excel, save it as "CSV UTF-8"' }]);
  }
  const [first = ''] = text.split('\n', 1);
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    // The types do not know what `info` changes.
    rows = parse(text, {
      bom: true,
      delimiter: first.includes(',') ? ',' : ';',
      info: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
    }) as unknown as typeof rows;
  } catch (error) {
    throw refuse([{ path: 'file', message: error instanceof Error ? error.message : String(error) }]);
  }
  const [header, ...lines] = rows;
  if (header === undefined) throw refuse([{ path: 'line 1', message: 'the file is empty' }]);
  const names = header.record.map((name) => name.trim().toLowerCase());
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const message = `the header lacks ${missing.join(', ')}; it must have ${required.join(',')}`;
    throw refuse([{ path: 'line 1', message }]);
  }
  if (lines.length === 0) throw refuse([{ path: 'line 2', message: 'there is no row behind the header' }]);
  return lines.map(({ record, info }) => ({
    line: info.lines,
    cells: Object.fromEntries(names.map((name, index) => [name, record[index]?.trim() ?? ''])),
  }));
}

/** The first 20 problems, and how many more there are. */
export function shortenProblems(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const shown = problems.slice(0, mostProblems);
  const rest = problems.length - shown.length;
  return rest === 0 ? shown : [...shown, { path: 'file', message: `and ${rest} more` }];
}
