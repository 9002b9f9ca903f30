import type { FieldProblem } from '../../platform/errors.ts';
import { readLabels, shortenProblems } from '../../platform/read-labels.ts';
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
const yes = new Set(['true', '1', 'yes', 'y', 'sim', 's', 'verdadeiro']);
const no = new Set(['false', '0', 'no', 'n', 'nao', 'não', 'falso']);

/**
 * The pairs of a CSV text with the header `image_a,image_b,same_person` and, if wanted, `person_a`, `person_b`,
 * `group_a`, `group_b`, `fold` and `years_apart`; other columns are ignored.
 *
 * Throws `evaluation_pairs_invalid` with the line of each problem.
 */
export function readLabelledPairs(text: string): readonly LabelledPair[] {
  const rows = readLabels(text, required, invalid);
  const hasFold = rows[0]?.cells.fold !== undefined;
  const problems: FieldProblem[] = [];
  const pairs = rows.map(({ cells, line }): LabelledPair => {
    const cell = (name: string) => cells[name] ?? '';
    const [imageA, imageB, label, fold] = [
      cell('image_a'),
      cell('image_b'),
      cell('same_person'),
      cell('fold'),
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
    const yearsApart = years === '' ? undefined : Number(years.replace(',', '.'));
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

function invalid(problems: readonly FieldProblem[]): EngineError {
  return new EngineError('evaluation_pairs_invalid', { problems: shortenProblems(problems) });
}
