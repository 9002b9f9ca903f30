import { Command } from 'commander';
import type { ProviderHealth, ProviderProbe } from '../../people/index.ts';
import { type DescribedImport, describeImport } from '../people/describe-import.ts';
import { runOperatorTask } from '../run-operator-task.ts';
import { type DescribedList, describeList } from './describe-list.ts';

type Provider = Omit<ProviderHealth, 'lastSuccessAt' | 'lastFailureAt' | 'updatedAt'> & {
  readonly lastSuccessAt?: string;
  readonly lastFailureAt?: string;
};

type Status = {
  readonly dataSets: readonly DescribedImport[];
  readonly lists: readonly DescribedList[];
  readonly failedLists: readonly DescribedList[];
  readonly providers: readonly Provider[];
  readonly probes?: readonly ProviderProbe[];
};

/** `confere sources status`: data sets, public lists and HTTP providers. */
export function sourcesStatusCommand(): Command {
  return new Command('status')
    .description(
      'Show what was imported, which lists count and of which day they are, and how HTTP providers do.',
    )
    .option('--probe', 'ask the health address of each HTTP provider, too')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly probe?: true; readonly json?: true }) => {
      const status = (await runOperatorTask('sources/status', {
        ...(options.probe && { probe: true }),
      })) as Status;
      if (options.json) return console.log(JSON.stringify(status, null, 2));
      print('Data sets', status.dataSets.flatMap(describeImport));
      print('Public lists', status.lists.flatMap(describeList));
      if (status.failedLists.length > 0) print('Not in service', status.failedLists.flatMap(describeList));
      print('HTTP providers', status.providers.flatMap(describeProvider));
      if (status.probes !== undefined) print('Health now', status.probes.map(describeProbe));
    });
}

function describeProvider(provider: Provider): string[] {
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
