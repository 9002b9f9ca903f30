import { parse } from 'csv-parse/sync';
import { EngineError } from '../errors.ts';

/** Two photos and whether they show the same person. */
export type LabelledPair = {
  readonly imageA: string;
  readonly imageB: string;
  readonly same: boolean;
  /** Who the photos show, where the list says it. */
  readonly personA?: string;
  readonly personB?: string;
  /** The group of each photo's person, such as the sex, where the list says it. */
  readonly groupA?: string;
  readonly groupB?: string;
  /** Absent when the list has no such column. */
  readonly fold?: string;
  /** The years between both photos, where the list says them. */
  readonly yearsApart?: number;
};

const required = ['image_a', 'image_b', 'same_person'] as const;
const yes = new Set(['true', '1', 'yes', 'y', 'sim', 's']);
const no = new Set(['false', '0', 'no', 'n', 'nao', 'não']);
const mostProblems = 20;

/**
 * The pairs of a CSV text with the header `image_a,image_b,same_person` and, if wanted, `person_a`, `person_b`,
 * `group_a`, `group_b`, `fold` and `years_apart`: columns in any order, others ignored, quoted or not, lines ended either way, commas or semicolons.
 *
 * Throws `evaluation_pairs_invalid` with the line of each problem.
 */
export function readLabelledPairs(text: string): readonly LabelledPair[] {
  const rows = parseRows(text);
  const [header, ...lines] = rows;
  if (header === undefined) throw invalid([{ path: 'line 1', message: 'the file is empty' }]);
  const names = header.record.map((name) => name.trim().toLowerCase());
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw invalid([
      {
        path: 'line 1',
        message: `the header lacks ${missing.join(', ')}; it must be image_a,image_b,same_person`,
      },
    ]);
  }
  if (lines.length === 0) throw invalid([{ path: 'line 2', message: 'there is no pair behind the header' }]);
  const hasFold = names.includes('fold');
  const problems: { path: string; message: string }[] = [];
  const pairs = lines.map(({ record, line }): LabelledPair => {
    const cell = (name: string) => record[names.indexOf(name)]?.trim() ?? '';
    const [imageA, imageB, label, fold] = ['image_a', 'image_b', 'same_person', 'fold'].map(cell) as [
      string,
      string,
      string,
      string,
    ];
    const same = yes.has(label.toLowerCase());
    const complain = (message: string) => problems.push({ path: `line ${line}`, message });
    if (imageA === '' || imageB === '') complain('an image is missing');
    if (!same && !no.has(label.toLowerCase())) complain(`same_person is "${label}", not true or false`);
    if (hasFold && fold === '') complain('the fold is missing');
    const [personA, personB] = [cell('person_a'), cell('person_b')];
    if (personA !== '' && personB !== '' && (personA === personB) !== same) {
      complain('same_person says something else than person_a and person_b');
    }
    const [groupA, groupB] = [cell('group_a'), cell('group_b')];
    if (same && groupA !== groupB) complain('group_a and group_b of one person differ');
    const years = cell('years_apart');
    const yearsApart = years === '' ? undefined : Number(years);
    if (yearsApart !== undefined && !(yearsApart >= 0)) complain(`years_apart is "${years}", not a number`);
    return {
      imageA,
      imageB,
      same,
      ...(personA !== '' && { personA }),
      ...(personB !== '' && { personB }),
      ...(groupA !== '' && { groupA }),
      ...(groupB !== '' && { groupB }),
      ...(hasFold && { fold }),
      ...(yearsApart !== undefined && { yearsApart }),
    };
  });
  if (problems.length > 0) throw invalid(problems);
  return pairs;
}

function parseRows(text: string): readonly { record: string[]; line: number }[] {
  const [first = ''] = text.split('\n', 1);
  try {
    const rows: unknown = parse(text, {
      bom: true,
      delimiter: first.includes(',') ? ',' : ';',
      info: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
    });
    // The types do not know what `info` changes.
    return (rows as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      record,
      line: info.lines,
    }));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw invalid([{ path: 'file', message }]);
  }
}

function invalid(problems: readonly { path: string; message: string }[]): EngineError {
  const shown = problems.slice(0, mostProblems);
  const rest = problems.length - shown.length;
  return new EngineError('evaluation_pairs_invalid', {
    problems: rest === 0 ? shown : [...shown, { path: 'file', message: `and ${rest} more` }],
  });
}
