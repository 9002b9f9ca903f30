import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
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
  return new Command('registry')
    .description("Import and manage the registry of companies (Receita Federal's CNPJ open data).")
    .addCommand(downloadRegistryCommand())
    .addCommand(importRegistryCommand())
    .addCommand(importTaxCommand())
    .addCommand(registryStatusCommand())
    .addCommand(registryRefusedRowsCommand())
    .addCommand(rollbackRegistryCommand())
    .addCommand(pruneRegistryCommand());
}

function importTaxCommand(): Command {
  return new Command('import-tax')
    .description('Import the tax regimes of companies from a folder with the published files.')
    .argument('[dir]', 'folder with Lucro Real.zip, Lucro Presumido.zip, ...')
    .option('--rollback', 'return to the previous import')
    .option('--json', 'print one JSON document on standard output')
    .action(
      async (directory: string | undefined, options: { rollback?: true; json?: true }, command: Command) => {
        if ((directory === undefined) === (options.rollback === undefined)) {
          command.error('error: give a folder, or --rollback');
        }
        const bar = createProgressBar(process.stderr, 'rows');
        try {
          const done =
            directory === undefined
              ? await runOperatorTask('registry/rollback-tax', {})
              : await runOperatorTask(
                  'registry/import-tax',
                  { directory: resolve(directory) },
                  { onProgress: (progress) => bar.show(readProgress(progress)) },
                );
          bar.end();
          const { id, rows = 0, skipped = 0, lastYear } = done;
          if (options.json) console.log(JSON.stringify(done, null, 2));
          else
            console.log(`Tax regimes, import ${id}: ${rows} rows until ${lastYear}, ${skipped} unreadable`);
        } finally {
          bar.end();
        }
      },
    );
}

function readProgress(progress: unknown) {
  const { rows, file } = progress as { readonly rows: number; readonly file: string };
  return { done: rows, subject: file };
}

function pruneRegistryCommand(): Command {
  return new Command('prune')
    .description('Delete every month except the one in service. No rollback is possible afterwards.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const result = await runOperatorTask('registry/prune', {});
      const { pruned } = result;
      if (options.json) console.log(JSON.stringify({ pruned }, null, 2));
      else console.log(pruned.length === 0 ? 'Nothing to drop.' : `Dropped generation ${pruned.join(', ')}.`);
    });
}

function rollbackRegistryCommand(): Command {
  return new Command('rollback')
    .description('Restore the previous month.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const generation = await runOperatorTask('registry/rollback', {});
      console.log(
        options.json ? JSON.stringify(generation, null, 2) : describeGeneration(generation).join('\n'),
      );
    });
}

function registryStatusCommand(): Command {
  return new Command('status')
    .description('Show the month in service with its counts, refused rows and changes.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const status = await runOperatorTask('registry/status', {});
      if (options.json) return console.log(JSON.stringify(status, null, 2));
      const { current, generations } = status;
      if (current === null) console.log('Nothing has been imported yet.');
      else console.log(`in service since ${current.switchedAt}, ${(current.sizeBytes / 1e9).toFixed(2)} GB`);
      for (const generation of generations) console.log(describeGeneration(generation).join('\n'));
    });
}

type DownloadOptions = {
  readonly to?: string;
  readonly month?: string;
  readonly list?: true;
  readonly json?: true;
};

function downloadRegistryCommand(): Command {
  return new Command('download')
    .description('Download the archives of a month. Run it again to resume.')
    .option('--to <dir>', 'folder for the archives, best one for each month')
    .option('--month <YYYY-MM>', 'the month; default: the newest')
    .option('--list', 'only list the months')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: DownloadOptions, command: Command) => {
      if (options.list === undefined && options.to === undefined) {
        command.error("error: required option '--to <dir>' not specified");
      }
      const { registry } = loadConfig(readEnvironment(), registrySettings);
      const controller = new AbortController();
      const stop = () => controller.abort(new RegistryError('registry_download_interrupted'));
      process.once('SIGINT', stop).once('SIGTERM', stop);
      const access = {
        shareUrl: registry.shareUrl,
        ...registryDownloadLimits,
        signal: controller.signal,
      };
      try {
        if (options.to === undefined || options.list) {
          const months = await listPublishedMonths(access);
          if (options.json) console.log(JSON.stringify({ shareUrl: registry.shareUrl, months }, null, 2));
          else for (const { month } of months) console.log(month);
          return;
        }
        await download({ ...options, to: options.to }, access);
      } finally {
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
}

async function download(
  { to, month, json }: DownloadOptions & { readonly to: string },
  access: Omit<Parameters<typeof downloadRegistry>[0], 'directory'>,
): Promise<void> {
  const lines = createDownloadLines(process.stderr);
  try {
    const result = await downloadRegistry({
      ...access,
      directory: resolve(to),
      month,
      onProgress: lines.show,
    });
    lines.end();
    if (json) return console.log(JSON.stringify(result, null, 2));
    const fresh = result.files.filter(({ outcome }) => outcome === 'downloaded').length;
    console.log(
      `${result.month}: ${result.files.length} archives, ${(result.sizeBytes / 1e9).toFixed(2)} GB, ${fresh} of them new, in ${result.directory}`,
    );
  } finally {
    lines.end();
  }
}

type RefusedRowsOptions = {
  readonly generation?: number;
  readonly json?: true;
  readonly ndjson?: true;
};

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
