import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { argument, defineCommand, groupCommands, option, taskCommand } from '../../../cli/define-command.ts';
import { listenForInterruption } from '../../../cli/listen-for-interruption.ts';
import { createProgressBar } from '../../../cli/progress-bar.ts';
import { loadConfig, readEnvironment } from '../../../platform/config/index.ts';
import type { Plain, TaskOutput } from '../../../platform/operator-tasks/index.ts';
import { createOutboundClient } from '../../../platform/outbound/index.ts';
import { downloadDebts } from '../../downloads/download-debts.ts';
import { downloadList, listDownloadLimits as limits } from '../../downloads/download-list.ts';
import { type DebtQuarter, listAddresses, parseQuarter } from '../../downloads/list-addresses.ts';
import { PeopleError } from '../../errors.ts';
import { type ListName, listNames } from '../../list-entry.ts';
import type { ProviderProbe } from '../../providers/check-provider.ts';
import type { ProviderHealth } from '../../providers/provider-health-store.ts';
import { peopleSettings } from '../../settings.ts';
import { describeImport, describeList, describeRows, runImport } from '../people/people-command.ts';

export function sourcesCommand(): Command {
  const description = 'Download and import public lists, and show the content and health of every source.';
  return groupCommands('sources', description, [
    downloadListCommand(),
    defineCommand('import', {
      description:
        'Import a published list. The new list replaces the previous one when the import is complete.',
      takes: {
        list: argument('<list>', 'the kind of list', { choices: listNames }),
        path: argument('<file>', 'the file as published', { parse: resolve }),
        listDate: option('--date <YYYY-MM-DD>', 'day of the list; default: from the file or its name'),
        isForced: option(
          '--force',
          'take the list although it is older or has far fewer entries than in service',
        ),
      },
      run: (input) => runImport('sources/import', input),
      describe: describeList,
    }),
    taskCommand('sources/rollback', {
      description: 'Undo the last import of a public list and restore the previous one.',
      takes: {
        list: argument('<list>', 'which list', { choices: listNames }),
        edition: option('--edition <edition>', 'election data: year, or year and state such as 2024/RN'),
      },
      describe: (restored) => restored.flatMap(describeList),
    }),
    taskCommand('sources/status', {
      description:
        'Show the imports, the lists in service with their dates, and the health of HTTP providers.',
      takes: { probe: option('--probe', 'also ask the health address of each HTTP provider') },
      describe: describeStatus,
    }),
    taskCommand('sources/refused-rows', {
      description: 'Show the refused rows of a public list with line, reason and field.',
      takes: {
        list: option('--list <list>', 'the last import of this list', { choices: listNames }),
        generation: option('--generation <number>', 'this import', { parse: Number }),
        limit: option('--limit <count>', 'rows to show', { parse: Number, default: 100 }),
      },
      describe: ({ generation, rows }) => [...describeList(generation), ...describeRows(rows)],
    }),
  ]);
}

function describeStatus(status: TaskOutput<'sources/status'>): string[] {
  const { previousLists, failedLists, probes } = status;
  return [
    ...describeSection('Data sets', status.dataSets.flatMap(describeImport)),
    ...describeSection('Public lists', status.lists.flatMap(describeList)),
    ...(previousLists.length > 0
      ? describeSection('Kept for a rollback', previousLists.flatMap(describeList))
      : []),
    ...(failedLists.length > 0 ? describeSection('Not in service', failedLists.flatMap(describeList)) : []),
    ...describeSection('HTTP providers', status.providers.map(describeProvider)),
    ...(probes === undefined ? [] : describeSection('Health now', probes.map(describeProbe))),
  ];
}

function describeSection(title: string, lines: readonly string[]): string[] {
  return [title, ...(lines.length === 0 ? ['none'] : lines).map((line) => `  ${line}`)];
}

function describeProvider(provider: Plain<ProviderHealth>): string {
  const { circuit, lastSuccessAt = 'never', lastFailureAt = 'never', lastFailure } = provider;
  const failure = lastFailure === undefined ? '' : ` (${lastFailure})`;
  return `${provider.provider}: circuit ${circuit}, answered ${lastSuccessAt}, failed ${lastFailureAt}${failure}`;
}

function describeProbe({ provider, isHealthy, tookMs, status }: ProviderProbe): string {
  if (isHealthy === undefined) return `${provider}: has no health address`;
  if (isHealthy) return `${provider}: well, ${tookMs} ms`;
  return `${provider}: ${status === undefined ? 'does not answer' : `answers ${status}`}`;
}

function downloadListCommand(): Command {
  return defineCommand('download', {
    description: 'Download the files of a public list. Run it again to resume.',
    takes: {
      list: argument('<list>', 'which list', { choices: [...Object.keys(listAddresses), 'pgfn'] }),
      to: option('--to <dir>', 'folder for the files', { default: '.' }),
      url: option(
        '--url <url>',
        'address of the file, such as a mirror, or of the folders of the quarters (pgfn); default: the published address',
      ),
      quarter: option('--quarter <YYYY-N>', 'quarter of pgfn, such as 2026-3; default: the newest', {
        parse: readQuarter,
      }),
    },
    async run({ list, to, url, quarter }) {
      const { people } = loadConfig(readEnvironment(), peopleSettings);
      using client = createOutboundClient({ peer: 'lists', allow: people.fetchAllow });
      using interruption = listenForInterruption(
        () => new PeopleError('list_download_failed', { detail: 'The download was interrupted.' }),
      );
      using bar = createProgressBar(process.stderr, 'kB');
      const options = {
        directory: to,
        limits,
        signal: interruption.signal,
        onBytes: (received: number, total: number | undefined, subject = list) =>
          bar.show({
            done: Math.ceil(received / 1000),
            total: total === undefined ? undefined : Math.ceil(total / 1000),
            subject,
          }),
      };
      if (list === 'pgfn') {
        const debts = await downloadDebts(client, { ...options, quarter, baseUrl: url, now: new Date() });
        return { list, ...debts };
      }
      const published = listAddresses[list as ListName]!;
      const file = await downloadList(client, { ...published, url: url ?? published.url }, options);
      return { list, ...file };
    },
    describe({ list, ...done }) {
      const files = 'files' in done ? done.files : [{ ...done, isKept: false }];
      return files.map(({ path, sizeBytes, isKept }) => {
        const kept = isKept ? ' (there already; delete it to download it again)' : '';
        return `${path}: ${sizeBytes} bytes${kept}. Import it: confere sources import ${list} ${path}`;
      });
    },
  });
}

function readQuarter(text: string): DebtQuarter {
  const quarter = parseQuarter(text);
  if (quarter === undefined) throw new InvalidArgumentError('a year and a quarter, such as 2026-3');
  return quarter;
}
