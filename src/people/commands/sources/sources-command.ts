import { resolve } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { createProgressBar } from '../../../cli/progress-bar.ts';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { loadConfig, readEnvironment } from '../../../platform/config/index.ts';
import type { Plain } from '../../../platform/operator-tasks/index.ts';
import { createOutboundClient, type OutboundClient } from '../../../platform/outbound/index.ts';
import { downloadDebts } from '../../downloads/download-debts.ts';
import { downloadList, listDownloadLimits as limits } from '../../downloads/download-list.ts';
import { type DebtQuarter, listAddresses, parseQuarter } from '../../downloads/list-addresses.ts';
import { PeopleError } from '../../errors.ts';
import { type ListName, listNames } from '../../list-entry.ts';
import type { ProviderProbe } from '../../providers/check-provider.ts';
import type { ProviderHealth } from '../../providers/provider-health-store.ts';
import { peopleSettings } from '../../settings.ts';
import { describeImport, describeList, describeRows, runImport } from '../people/import.ts';

export function sourcesCommand(): Command {
  return new Command('sources')
    .description('Download and import public lists, and show the content and health of every source.')
    .addCommand(downloadListCommand())
    .addCommand(importListCommand())
    .addCommand(rollBackListCommand())
    .addCommand(sourcesStatusCommand())
    .addCommand(sourcesRefusedRowsCommand());
}

type ImportOptions = { readonly date?: string; readonly force?: true; readonly json?: true };

function importListCommand(): Command {
  return new Command('import')
    .description(
      'Import a published list. The new list replaces the previous one when the import is complete.',
    )
    .addArgument(new Argument('<list>', 'the kind of list').choices([...listNames]))
    .argument('<file>', 'the file as published')
    .option('--date <YYYY-MM-DD>', 'day of the list; default: from the file or its name')
    .option('--force', 'take the list although it is older or has far fewer entries than in service')
    .option('--json', 'print one JSON document on standard output')
    .action(async (list: ListName, file: string, { date, force, json }: ImportOptions) => {
      const input = {
        list,
        path: resolve(file),
        ...(date !== undefined && { listDate: date }),
        ...(force && { isForced: true }),
      };
      const done = await runImport('sources/import', input);
      console.log(json ? JSON.stringify(done, null, 2) : describeList(done).join('\n'));
    });
}

type RefusedRowsOptions = {
  readonly list?: ListName;
  readonly generation?: number;
  readonly limit: number;
  readonly json?: true;
};

function sourcesRefusedRowsCommand(): Command {
  return new Command('refused-rows')
    .description('Show the refused rows of a public list with line, reason and field.')
    .addOption(new Option('--list <list>', 'the last import of this list').choices([...listNames]))
    .addOption(new Option('--generation <number>', 'this import').argParser(Number))
    .addOption(new Option('--limit <count>', 'rows to show').argParser(Number).default(100))
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ json, ...input }: RefusedRowsOptions) => {
      const found = await runOperatorTask('sources/refused-rows', input);
      if (json) return console.log(JSON.stringify(found, null, 2));
      console.log(describeList(found.generation).join('\n'));
      console.log(describeRows(found.rows));
    });
}

type RollbackOptions = { readonly edition?: string; readonly json?: true };

function rollBackListCommand(): Command {
  return new Command('rollback')
    .description('Undo the last import of a public list and restore the previous one.')
    .addArgument(new Argument('<list>', 'which list').choices([...listNames]))
    .option('--edition <edition>', 'election data: year, or year and state such as 2024/RN')
    .option('--json', 'print one JSON document on standard output')
    .action(async (list: ListName, { edition, json }: RollbackOptions) => {
      const input = { list, ...(edition !== undefined && { edition }) };
      const restored = await runOperatorTask('sources/rollback', input);
      console.log(json ? JSON.stringify(restored, null, 2) : restored.flatMap(describeList).join('\n'));
    });
}

function sourcesStatusCommand(): Command {
  return new Command('status')
    .description('Show the imports, the lists in service with their dates, and the health of HTTP providers.')
    .option('--probe', 'also ask the health address of each HTTP provider')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly probe?: true; readonly json?: true }) => {
      const status = await runOperatorTask('sources/status', {
        ...(options.probe && { probe: true }),
      });
      if (options.json) return console.log(JSON.stringify(status, null, 2));
      print('Data sets', status.dataSets.flatMap(describeImport));
      print('Public lists', status.lists.flatMap(describeList));
      if (status.previousLists.length > 0) {
        print('Kept for a rollback', status.previousLists.flatMap(describeList));
      }
      if (status.failedLists.length > 0) print('Not in service', status.failedLists.flatMap(describeList));
      print('HTTP providers', status.providers.flatMap(describeProvider));
      if (status.probes !== undefined) print('Health now', status.probes.map(describeProbe));
    });
}

function describeProvider(provider: Plain<ProviderHealth>): string[] {
  const { circuit, lastSuccessAt = 'never', lastFailureAt = 'never', lastFailure } = provider;
  const failure = lastFailure === undefined ? '' : ` (${lastFailure})`;
  return [
    `${provider.provider}: circuit ${circuit}, answered ${lastSuccessAt}, failed ${lastFailureAt}${failure}`,
  ];
}

function describeProbe({ provider, isHealthy, tookMs, status }: ProviderProbe): string {
  if (isHealthy === undefined) return `${provider}: has no health address`;
  if (isHealthy) return `${provider}: well, ${tookMs} ms`;
  return `${provider}: ${status === undefined ? 'does not answer' : `answers ${status}`}`;
}

function print(title: string, lines: readonly string[]): void {
  console.log(`${title}\n${lines.length === 0 ? '  none' : lines.map((line) => `  ${line}`).join('\n')}`);
}

type Options = {
  readonly to: string;
  readonly url?: string;
  readonly quarter?: DebtQuarter;
  readonly json?: true;
};

function downloadListCommand(): Command {
  return new Command('download')
    .description('Download the files of a public list. Run it again to resume.')
    .addArgument(new Argument('<list>', 'which list').choices([...Object.keys(listAddresses), 'pgfn']))
    .option('--to <dir>', 'folder for the files', '.')
    .option(
      '--url <url>',
      'address of the file, such as a mirror, or of the folders of the quarters (pgfn); default: the published address',
    )
    .option('--quarter <YYYY-N>', 'quarter of pgfn, such as 2026-3; default: the newest', readQuarter)
    .option('--json', 'print one JSON document on standard output')
    .action(async (list: ListName, options: Options) => {
      const { people } = loadConfig(readEnvironment(), peopleSettings);
      const client = createOutboundClient({ peer: 'lists', allow: people.fetchAllow });
      const controller = new AbortController();
      const stop = () =>
        controller.abort(
          new PeopleError('list_download_failed', { detail: 'The download was interrupted.' }),
        );
      process.once('SIGINT', stop).once('SIGTERM', stop);
      try {
        await (list === 'pgfn' ? fetchDebts : fetchList)(client, list, options, controller.signal);
      } finally {
        client.close();
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
}

async function fetchList(
  client: OutboundClient,
  list: ListName,
  { to, url, json }: Options,
  signal: AbortSignal,
): Promise<void> {
  const published = listAddresses[list]!;
  const bar = createBar();
  const address = { ...published, url: url ?? published.url };
  try {
    const onBytes = (received: number, total?: number) => bar.show(list, received, total);
    const done = await downloadList(client, address, { directory: to, limits, signal, onBytes });
    bar.end();
    if (json) console.log(JSON.stringify({ list, ...done }, null, 2));
    else console.log(`${done.path}: ${done.sizeBytes} bytes. ${importHint(list, done.path)}`);
  } finally {
    bar.end();
  }
}

async function fetchDebts(
  client: OutboundClient,
  list: ListName,
  { to, url, quarter, json }: Options,
  signal: AbortSignal,
): Promise<void> {
  const bar = createBar();
  try {
    const done = await downloadDebts(client, {
      directory: to,
      quarter,
      baseUrl: url,
      now: new Date(),
      limits,
      signal,
      onBytes: (received, total, fileName) => bar.show(fileName, received, total),
    });
    bar.end();
    if (json) console.log(JSON.stringify({ list, ...done }, null, 2));
    else {
      for (const { path, sizeBytes, isKept } of done.files) {
        const kept = isKept ? ' (there already; delete it to download it again)' : '';
        console.log(`${path}: ${sizeBytes} bytes${kept}. ${importHint(list, path)}`);
      }
    }
  } finally {
    bar.end();
  }
}

function createBar() {
  const bar = createProgressBar(process.stderr, 'kB');
  return {
    show: (subject: string, received: number, total: number | undefined) =>
      bar.show({
        done: Math.ceil(received / 1000),
        total: total === undefined ? undefined : Math.ceil(total / 1000),
        subject,
      }),
    end: () => bar.end(),
  };
}

function importHint(list: ListName, path: string): string {
  return `Import it: confere sources import ${list} ${path}`;
}

function readQuarter(text: string): DebtQuarter {
  const quarter = parseQuarter(text);
  if (quarter === undefined) throw new InvalidArgumentError('a year and a quarter, such as 2026-3');
  return quarter;
}
