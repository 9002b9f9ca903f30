import { Command, Option } from 'commander';
import { products, scopes } from '../../access/index.ts';
import { runOperatorTask } from '../run-operator-task.ts';
import { readPublicKeys } from './read-public-keys.ts';

type Options = {
  readonly product: string;
  readonly scope: string;
  readonly name?: string;
  readonly publicKey?: string;
  readonly json?: true;
};

/** `confere clients create`: a new client's credentials, shown once. */
export function createClientCommand(): Command {
  return new Command('create')
    .description('Create a client and print its credentials, this once.')
    .addOption(
      new Option('--product <product>', 'where its tokens are used').choices(products).makeOptionMandatory(),
    )
    .requiredOption('--scope <scopes>', `what its tokens may do, separated by spaces: ${scopes.join(' ')}`)
    .option('--name <name>', 'for people to recognise it by')
    .option(
      '--public-key <file>',
      'PEM or JWK set: the client signs assertions (private_key_jwt) and gets no secret',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const client = {
        product: options.product,
        scopes: options.scope.split(/\s+/).filter((scope) => scope !== ''),
        ...(options.name === undefined ? {} : { name: options.name }),
      };
      const created =
        options.publicKey === undefined
          ? await createWithSecret(client)
          : await createWithKeys(client, options.publicKey);
      if (options.json) console.log(JSON.stringify(created, null, 2));
      else if ('keyIds' in created) {
        console.log(`client id      ${created.clientId}\nkeys           ${created.keyIds.join(' ')}`);
      } else console.log(`client id      ${created.clientId}\nclient secret  ${created.clientSecret}`);
    });
}

async function createWithSecret(client: object): Promise<{ clientId: string; clientSecret: string }> {
  const result = await runOperatorTask('clients/create', client);
  const { clientId, clientSecret } = result as { clientId: string; clientSecret: string };
  return { clientId, clientSecret };
}

async function createWithKeys(
  client: object,
  file: string,
): Promise<{ clientId: string; keyIds: readonly string[] }> {
  const publicKeys = await readPublicKeys(file);
  const result = await runOperatorTask('clients/create-with-keys', { ...client, publicKeys });
  return result as { clientId: string; keyIds: readonly string[] };
}
