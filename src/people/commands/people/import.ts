import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { createProgressBar } from '../../../cli/progress-bar.ts';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import type { Plain, TaskInput, TaskOutput } from '../../../platform/operator-tasks/index.ts';
import { formatOf } from '../../data-sets/mapping.ts';
import type { PersonImport } from '../../data-sets/person-imports-store.ts';
import type { ListGeneration } from '../../lists/list-generations-store.ts';

type Options = {
  readonly mapping?: string;
  readonly format?: 'csv' | 'ndjson';
  readonly dataDate?: string;
  readonly json?: true;
};

export function importPeopleCommand(): Command {
  return new Command('import')
    .description('Import basic data and addresses of people. The file replaces the earlier data of its CPFs.')
    .argument('<file>', 'CSV with a header, or lines of JSON (.ndjson, .jsonl)')
    .option('--mapping <file>', 'JSON that names the columns; usual column names need no mapping')
    .addOption(
      new Option('--format <format>', 'default: from the name of the file').choices(['csv', 'ndjson']),
    )
    .option('--data-date <YYYY-MM-DD>', 'day of the data')
    .option('--json', 'print one JSON document on standard output')
    .action(async (file: string, { mapping, format, dataDate, json }: Options) => {
      const input = {
        path: resolve(file),
        format: format ?? formatOf(file),
        ...(mapping !== undefined && { mappingPath: resolve(mapping) }),
        ...(dataDate !== undefined && { dataDate }),
      };
      const done = await runImport('people/import', input);
      console.log(json ? JSON.stringify(done, null, 2) : describeImport(done).join('\n'));
    });
}

/** Runs an import with a bar of its progress. A running server may report nothing yet. */
export async function runImport<Name extends 'people/import' | 'sources/import'>(
  name: Name,
  input: TaskInput<Name>,
): Promise<TaskOutput<Name>> {
  const bar = createProgressBar(process.stderr, 'kB');
  try {
    return await runOperatorTask(name, input, {
      onProgress({ rows, refusedRows, readBytes, totalBytes }) {
        if (typeof readBytes !== 'number' || typeof totalBytes !== 'number') return;
        bar.show({
          done: Math.ceil(readBytes / 1000),
          total: Math.ceil(totalBytes / 1000),
          subject: `${rows} rows, ${refusedRows} refused`,
        });
      },
    });
  } finally {
    bar.end();
  }
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

function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
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

type RefusedRowsOptions = { readonly import?: number; readonly limit: number; readonly json?: true };

export function peopleRefusedRowsCommand(): Command {
  return new Command('refused-rows')
    .description(
      'Show the refused rows of an import with line, reason and field. Their content is in your file only.',
    )
    .addOption(
      new Option('--import <number>', 'number of the import; default: the last one').argParser(Number),
    )
    .addOption(new Option('--limit <count>', 'rows to show').argParser(Number).default(100))
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: RefusedRowsOptions) => {
      const input = {
        limit: options.limit,
        ...(options.import !== undefined && { importId: options.import }),
      };
      const found = await runOperatorTask('people/refused-rows', input);
      if (options.json) return console.log(JSON.stringify(found, null, 2));
      console.log(describeImport(found.import).join('\n'));
      console.log(describeRows(found.rows));
    });
}

export function describeRows(rows: TaskOutput<'people/refused-rows'>['rows']): string {
  return rows
    .map(({ line, reason, field }) => `  line ${line}: ${reason}${field === undefined ? '' : ` (${field})`}`)
    .join('\n');
}
