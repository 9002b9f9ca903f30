import { Command } from 'commander';
import { runOperatorTask } from '../run-operator-task.ts';

type ListedClient = {
  readonly clientId: string;
  readonly name?: string;
  readonly product: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly revokedAt?: string;
  readonly secrets: readonly { readonly secretId: string; readonly createdAt: string }[];
  readonly keyIds?: readonly string[];
};

/** `confere clients list`: every client, revoked ones included, never a secret. */
export function listClientsCommand(): Command {
  return new Command('list')
    .description('Show every client, revoked ones included. Secrets cannot be shown.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const clients = (await runOperatorTask('clients/list', {})) as readonly ListedClient[];
      if (options.json) console.log(JSON.stringify(clients, null, 2));
      else for (const client of clients) console.log(describeClient(client));
    });
}

function describeClient(client: ListedClient): string {
  const proof =
    client.keyIds === undefined ? `${client.secrets.length} secret(s)` : `${client.keyIds.length} key(s)`;
  const state = client.revokedAt === undefined ? proof : `revoked ${client.revokedAt}`;
  return [client.clientId, client.product, state, client.scopes.join(' '), client.name ?? '']
    .join('  ')
    .trimEnd();
}
