import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import {
  argument,
  defineCommand,
  groupCommands,
  nothingToShow,
  option,
  taskCommand,
} from '../../cli/define-command.ts';
import { listenForInterruption } from '../../cli/listen-for-interruption.ts';
import { runOperatorTask, runTaskWithBar } from '../../cli/run-operator-task.ts';
import { loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { printable } from '../../platform/printable.ts';
import { downloadRegistry, registryDownloadLimits } from '../download/download-registry.ts';
import { listPublishedMonths } from '../download/list-published-months.ts';
import { RegistryError } from '../errors.ts';
import type { RefusedRow, RefusedRowsPage } from '../get-registry-status.ts';
import { registrySettings } from '../settings.ts';
import { createDownloadLines } from './download-lines.ts';
import { describeGeneration, importRegistryCommand } from './import.ts';

export function registryCommand(): Command {
  const description = "Import and manage the registry of companies (Receita Federal's CNPJ open data).";
  return groupCommands('registry', description, [
    downloadRegistryCommand(),
    importRegistryCommand(),
    importTaxCommand(),
    taskCommand('registry/status', {
      description: 'Show the month in service with its counts, refused rows and changes.',
      describe: ({ current, generations }) => [
        current === null
          ? 'Nothing has been imported yet.'
          : `in service since ${current.switchedAt}, ${(current.sizeBytes / 1e9).toFixed(2)} GB`,
        ...generations.flatMap(describeGeneration),
      ],
    }),
    registryRefusedRowsCommand(),
    taskCommand('registry/rollback', {
      description: 'Restore the previous month.',
      describe: describeGeneration,
    }),
    taskCommand('registry/prune', {
      description: 'Delete every month except the one in service. No rollback is possible afterwards.',
      describe: ({ pruned }) =>
        pruned.length === 0 ? 'Nothing to drop.' : `Dropped generation ${pruned.join(', ')}.`,
    }),
  ]);
}

function importTaxCommand(): Command {
  return defineCommand('import-tax', {
    description: 'Import the tax regimes of companies from a folder with the published files.',
    takes: {
      directory: argument('[dir]', 'folder with Lucro Real.zip, Lucro Presumido.zip, ...', {
        parse: resolve,
      }),
      rollback: option('--rollback', 'return to the previous import'),
    },
    async run({ directory, rollback }, command) {
      if ((directory === undefined) === (rollback === undefined)) {
        command.error('error: give a folder, or --rollback');
      }
      if (directory === undefined) return await runOperatorTask('registry/rollback-tax', {});
      return await runTaskWithBar('registry/import-tax', { directory }, 'rows', (progress) => {
        const { rows, file } = progress as { readonly rows: number; readonly file: string };
        return { done: rows, subject: file };
      });
    },
    describe: ({ id, rows = 0, skipped = 0, lastYear }) =>
      `Tax regimes, import ${id}: ${rows} rows until ${lastYear}, ${skipped} unreadable`,
  });
}

function downloadRegistryCommand(): Command {
  return defineCommand('download', {
    description: 'Download the archives of a month. Run it again to resume.',
    takes: {
      directory: option('--to <dir>', 'folder for the archives, best one for each month', { parse: resolve }),
      month: option('--month <YYYY-MM>', 'the month; default: the newest'),
      list: option('--list', 'only list the months'),
    },
    async run({ directory, month, list }, command) {
      if (list === undefined && directory === undefined) {
        command.error("error: required option '--to <dir>' not specified");
      }
      const { shareUrl } = loadConfig(readEnvironment(), registrySettings).registry;
      using interruption = listenForInterruption(() => new RegistryError('registry_download_interrupted'));
      const access = { shareUrl, ...registryDownloadLimits, signal: interruption.signal };
      if (directory === undefined || list) return { shareUrl, months: await listPublishedMonths(access) };
      using lines = createDownloadLines(process.stderr);
      return await downloadRegistry({ ...access, directory, month, onProgress: lines.show });
    },
    describe(result) {
      if ('months' in result) return result.months.map(({ month }) => month);
      const { month, files, sizeBytes, directory } = result;
      const fresh = files.filter(({ outcome }) => outcome === 'downloaded').length;
      return `${month}: ${files.length} archives, ${(sizeBytes / 1e9).toFixed(2)} GB, ${fresh} of them new, in ${directory}`;
    },
  });
}

type RefusedRowsOptions = { readonly generation?: number; readonly json?: true; readonly ndjson?: true };

const pageRows = 500;

function registryRefusedRowsCommand(): Command {
  return new Command('refused-rows')
    .description('List the refused rows of an import with file, line and reason.')
    .option('--generation <number>', 'an import other than the one in service', parseGeneration)
    .option('--json', 'print one JSON document on standard output')
    .option('--ndjson', 'print one JSON document for each row, without a limit')
    .action(async ({ generation, json, ndjson }: RefusedRowsOptions) => {
      let page = await readPage(generation, undefined);
      if (json) {
        const rows = [...page.rows];
        for (let more = page; more.rows.length === pageRows; ) {
          more = await readPage(page.generation, more.rows.at(-1));
          rows.push(...more.rows);
        }
        return console.log(JSON.stringify({ ...page, rows }, null, 2));
      }
      if (page.rows.length === 0 && !ndjson) console.error(nothingToShow);
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
  after: RefusedRow | undefined,
): Promise<RefusedRowsPage> {
  const input = {
    limit: pageRows,
    ...(generation !== undefined && { generation }),
    ...(after !== undefined && { after: { file: after.file, line: after.line } }),
  };
  return await runOperatorTask('registry/refused-rows', input);
}

function parseGeneration(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is the number of an import.');
  return Number(text);
}
