import { Command, InvalidArgumentError } from 'commander';
import { printable } from '../../cli/printable.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { QuarantinedRow, QuarantinePage } from '../list-quarantine.ts';

type Options = {
  readonly generation?: number;
  readonly json?: true;
  readonly ndjson?: true;
};

const pageRows = 500;

/** `confere registry quarantine`: the rows that an import put aside, with file, line, reason and text. */
export function registryQuarantineCommand(): Command {
  return new Command('quarantine')
    .description('List the refused rows of an import with file, line and reason.')
    .option('--generation <number>', 'an import other than the one in service', parseGeneration)
    .option('--json', 'print one JSON document on standard output')
    .option('--ndjson', 'print one JSON document for each row, without a limit')
    .action(async ({ generation, json, ndjson }: Options) => {
      let page = await readPage(generation, undefined);
      if (json) {
        const rows = [...page.rows];
        for (let more = page; more.rows.length === pageRows; ) {
          more = await readPage(page.generation, more.rows.at(-1));
          rows.push(...more.rows);
        }
        return console.log(JSON.stringify({ ...page, rows }, null, 2));
      }
      for (;;) {
        for (const row of page.rows) {
          console.log(
            ndjson
              ? JSON.stringify(row)
              : `${printable(row.file)}:${row.line}  ${row.reason}  ${printable(row.text)}`,
          );
        }
        if (page.rows.length < pageRows) return;
        page = await readPage(page.generation, page.rows.at(-1));
      }
    });
}

async function readPage(
  generation: number | undefined,
  after: QuarantinedRow | undefined,
): Promise<QuarantinePage> {
  const input = {
    limit: pageRows,
    ...(generation !== undefined && { generation }),
    ...(after !== undefined && { after: { file: after.file, line: after.line } }),
  };
  return await runOperatorTask('registry/quarantine', input);
}

function parseGeneration(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is the number of an import.');
  return Number(text);
}
