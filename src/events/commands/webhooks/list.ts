import { Command } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';

/** `confere webhooks list`: the endpoints of every client. */
export function listWebhooksCommand(): Command {
  return new Command('list')
    .description('List the endpoints of every client.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const endpoints = await runOperatorTask('webhooks/list', {});
      if (options.json) return console.log(JSON.stringify(endpoints, null, 2));
      for (const { id, clientId, url, isEnabled, disabledReason, failingSince } of endpoints) {
        const failing = failingSince === undefined ? '' : `, failing since ${failingSince}`;
        const state = isEnabled ? `enabled${failing}` : `disabled (${disabledReason})`;
        console.log(`${id}  ${clientId}  ${url}  ${state}`);
      }
    });
}
