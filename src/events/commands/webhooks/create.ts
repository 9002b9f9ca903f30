import { Command } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';

type Options = {
  readonly client: string;
  readonly url: string;
  readonly type?: string;
  readonly description?: string;
  readonly json?: true;
};

/** `confere webhooks create`: a new endpoint of a client; its secret is shown once. */
export function createWebhookCommand(): Command {
  return new Command('create')
    .description('Create an endpoint of a client and print its secret. It is shown once.')
    .requiredOption('--client <id>', 'the client whose events the endpoint receives')
    .requiredOption('--url <url>', 'an https: address')
    .option('--type <types>', 'event types, separated by commas; default: all types that the client may read')
    .option('--description <text>', 'for people')
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ client: clientId, url, type, description, json }: Options) => {
      const created = await runOperatorTask('webhooks/create', {
        clientId,
        url,
        ...(type === undefined ? {} : { types: type.split(',') }),
        ...(description === undefined ? {} : { description }),
      });
      if (json) console.log(JSON.stringify(created, null, 2));
      else console.log(`endpoint  ${created.id}\nsecret    ${created.secret}`);
    });
}
