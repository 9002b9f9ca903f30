import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { FieldProblem } from '../../platform/errors.ts';
import { readLabels, shortenProblems } from '../../platform/read-labels.ts';
import { LivenessError } from '../errors.ts';

/** A folder of frames, and what it shows. */
export type LabelledSequence = {
  readonly name: string;
  readonly label: 'live' | 'attack';
  /** Empty for live people whose species nobody named. */
  readonly species: string;
  /** The thing an attack is made with, or a camera; empty when nobody named it. */
  readonly instrument: string;
  /** Paths of the frames in the order of their names. */
  readonly files: readonly string[];
};

/** The list of sequences in their folder. */
export const listName = 'labels.csv';
/** The columns that `confere liveness record` writes. */
export const recordedColumns = [
  'sequence',
  'label',
  'species',
  'instrument',
  'subject',
  'light',
  'state',
  'reasons',
] as const;
const columns = ['sequence', 'label', 'species'] as const;
const leastFrames = 5;
const mostFrames = 200;
const frameName = /^[^.].*\.(jpe?g|png|webp)$/i;
const inNameOrder = new Intl.Collator('en', { numeric: true });

/**
 * The sequences that `labels.csv` of a folder lists: `sequence,label,species` and perhaps `instrument`; other columns say
 * nothing here. Numbers in the names of frames count as numbers.
 *
 * Rejects with `liveness_labels_invalid`, which names each problem: a row that says too little, a sequence without a
 * folder, or one of fewer than 5 or more than 200 frames.
 */
export async function readLabelledSequences(folder: string): Promise<readonly LabelledSequence[]> {
  const text = await readFile(join(folder, listName), 'utf8').catch((cause: unknown) => {
    throw new LivenessError('liveness_labels_invalid', {
      detail: `There is no readable ${listName} in the folder.`,
      cause,
    });
  });
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  const sequences: LabelledSequence[] = [];
  for (const { cells, line } of readLabels(text, ['sequence', 'label'], invalid)) {
    const problem = (message: string) => problems.push({ path: `line ${line}`, message });
    const [name, label, species] = columns.map((column) => cells[column] ?? '') as [string, string, string];
    const kind = label.toLowerCase();
    const place = resolve(folder, name);
    if (name === '' || relative(folder, place).startsWith('..') || !place.startsWith(resolve(folder) + sep)) {
      problem('sequence is no folder in the folder of the list');
    } else if (seen.has(name)) problem(`sequence "${name}" comes twice`);
    else if (kind !== 'live' && kind !== 'attack') problem(`label is "${label}", not live or attack`);
    else if (kind === 'attack' && species === '') problem('an attack needs its species');
    else {
      const files = await listFrames(place);
      if (files === undefined) problem(`there is no folder "${name}"`);
      else if (files.length < leastFrames || files.length > mostFrames) {
        problem(
          `"${name}" has ${files.length} stills (.jpg, .jpeg, .png, .webp), not ${leastFrames} to ${mostFrames}`,
        );
      }
      sequences.push({ name, label: kind, species, instrument: cells.instrument ?? '', files: files ?? [] });
    }
    seen.add(name);
  }
  if (problems.length > 0) throw invalid(problems);
  return sequences;
}

/** Undefined without such a folder. */
async function listFrames(place: string): Promise<readonly string[] | undefined> {
  const names = await readdir(place).catch(() => undefined);
  return names
    ?.filter((name) => frameName.test(name))
    .sort((a, b) => inNameOrder.compare(a, b) || (a < b ? -1 : 1))
    .map((name) => join(place, name));
}

function invalid(problems: readonly FieldProblem[]): LivenessError {
  return new LivenessError('liveness_labels_invalid', { problems: shortenProblems(problems) });
}
