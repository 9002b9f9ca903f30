import { Command } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import type { Plain } from '../../../platform/operator-tasks/index.ts';
import type { ProviderProbe } from '../../providers/probe-providers.ts';
import type { ProviderHealth } from '../../providers/provider-health-store.ts';
import { describeImport, describeList } from '../people/describe-import.ts';

/** `confere sources status`: data sets, public lists and HTTP providers. */
export function sourcesStatusCommand(): Command {
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
