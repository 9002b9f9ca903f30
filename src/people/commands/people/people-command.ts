import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  argument,
  defineCommand,
  describeCounts,
  groupCommands,
  option,
  taskCommand,
} from '../../../cli/define-command.ts';
import { runTaskWithBar } from '../../../cli/run-operator-task.ts';
import type { Plain, TaskInput, TaskOutput } from '../../../platform/operator-tasks/index.ts';
import { formatOf } from '../../data-sets/mapping.ts';
import type { PersonImport } from '../../data-sets/person-imports-store.ts';
import type { ListGeneration } from '../../lists/list-generations-store.ts';

export function peopleCommand(): Command {
  const description =
    'Import your own data about people, take the last import back, and show the refused rows.';
  return groupCommands('people', description, [
    defineCommand('import', {
      description:
        'Import basic data and addresses of people. The file replaces the earlier data of its CPFs.',
      takes: {
        path: argument('<file>', 'CSV with a header, or lines of JSON (.ndjson, .jsonl)', { parse: resolve }),
        mappingPath: option(
          '--mapping <file>',
          'JSON that names the columns; usual column names need no mapping',
          { parse: resolve },
        ),
        format: option('--format <format>', 'default: from the name of the file', {
          choices: ['csv', 'ndjson'],
        }),
        dataDate: option('--data-date <YYYY-MM-DD>', 'day of the data'),
      },
      run: (given) => runImport('people/import', { format: formatOf(given.path), ...given }),
      describe: describeImport,
    }),
    taskCommand('people/rollback', {
      description: 'Undo the last import of people. Its CPFs have the data of before again.',
      describe: describeImport,
    }),
    taskCommand('people/refused-rows', {
      description:
        'Show the refused rows of an import with line, reason and field. Their content is in your file only.',
      takes: {
        importId: option('--import <number>', 'number of the import; default: the last one', {
          parse: Number,
        }),
        limit: option('--limit <count>', 'rows to show', { parse: Number, default: 100 }),
      },
      describe: (found) => [...describeImport(found.import), ...describeRows(found.rows)],
    }),
  ]);
}

/** Runs an import with a bar of its progress. A running server may report nothing yet. */
export async function runImport<Name extends 'people/import' | 'sources/import'>(
  name: Name,
  input: TaskInput<Name>,
): Promise<TaskOutput<Name>> {
  return await runTaskWithBar(name, input, 'kB', ({ rows, refusedRows, readBytes, totalBytes }) =>
    typeof readBytes === 'number' && typeof totalBytes === 'number'
      ? {
          done: Math.ceil(readBytes / 1000),
          total: Math.ceil(totalBytes / 1000),
          subject: `${rows} rows, ${refusedRows} refused`,
        }
      : undefined,
  );
}

export function describeImport(one: Plain<PersonImport>): string[] {
  const { id, state, startedAt, dataDate, rows, records, refusedRows, failure } = one;
  const lines = [
    `import ${id} of ${startedAt}, ${state}${dataDate === undefined ? '' : `, data of ${dataDate}`}`,
  ];
  if (failure !== undefined) lines.push(`  failed: ${failure}`);
  if (rows !== undefined) lines.push(`  rows: ${rows}`);
  if (records !== undefined) lines.push(`  records: ${describeCounts(records) || 'none'}`);
  if (refusedRows !== undefined) lines.push(`  refused: ${describeCounts(refusedRows) || 'none'}`);
  return lines;
}

/** A description of an imported list, in lines for people. */
export function describeList(one: Plain<ListGeneration>): string[] {
  const { id, list, edition, state, listDate, startedAt, finishedAt, entries, refusedRows, failure } = one;
  const name = edition === '' ? list : `${list} ${edition}`;
  const lines = [
    `${name}: ${state}, generation ${id}, list of ${listDate ?? 'unknown day'}, imported ${finishedAt ?? startedAt}`,
  ];
  if (failure !== undefined) lines.push(`  failed: ${failure}`);
  if (entries !== undefined) lines.push(`  entries: ${entries}`);
  if (refusedRows !== undefined) lines.push(`  refused: ${describeCounts(refusedRows) || 'none'}`);
  return lines;
}

export function describeRows(rows: TaskOutput<'people/refused-rows'>['rows']): string[] {
  return rows.map(
    ({ line, reason, field }) => `  line ${line}: ${reason}${field === undefined ? '' : ` (${field})`}`,
  );
}
