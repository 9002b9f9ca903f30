import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { TaskOutput } from '../../platform/operator-tasks/index.ts';

/** `confere clients list`: every client, revoked ones included, never a secret. */
export function listClientsCommand(): Command {
  return new Command('list')
    .description('Show every client, revoked ones included. Secrets cannot be shown.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const clients = await runOperatorTask('clients/list', {});
      if (options.json) console.log(JSON.stringify(clients, null, 2));
      else for (const client of clients) console.log(describeClient(client));
    });
}

function describeClient(client: TaskOutput<'clients/list'>[number]): string {
  const proof =
    client.keyIds === undefined ? `${client.secrets.length} secret(s)` : `${client.keyIds.length} key(s)`;
  const state = client.revokedAt === undefined ? proof : `revoked ${client.revokedAt}`;
  return [client.id, client.product, state, client.scopes.join(' '), client.name ?? ''].join('  ').trimEnd();
}
