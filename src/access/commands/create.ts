import { Command, Option } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { TaskInput } from '../../platform/operator-tasks/index.ts';
import { products, scopes } from '../../platform/tokens/index.ts';
import { readPublicKeys } from './read-public-keys.ts';
import { addRuleOptions, type RuleOptions, rulesOf } from './rule-options.ts';

type Options = RuleOptions & {
  readonly product: string;
  readonly scope: string;
  readonly name?: string;
  readonly publicKey?: string;
  readonly json?: true;
};

/** `confere clients create`: a new client's credentials, shown once. */
export function createClientCommand(): Command {
  const command = new Command('create')
    .description('Create a client and print its credentials. They are shown once.')
    .addOption(
      new Option('--product <product>', 'the surface for its tokens').choices(products).makeOptionMandatory(),
    )
    .requiredOption('--scope <scopes>', `what its tokens may do, separated by spaces: ${scopes.join(' ')}`)
    .option('--name <name>', 'name for people')
    .option(
      '--public-key <file>',
      'PEM or JWK set: the client signs assertions (private_key_jwt) and gets no secret',
    );
  return addRuleOptions(command)
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const client = {
        product: options.product,
        scopes: options.scope.split(/\s+/).filter((scope) => scope !== ''),
        ...(options.name === undefined ? {} : { name: options.name }),
        ...rulesOf(options),
      } as TaskInput<'clients/create'>;
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

async function createWithSecret(
  client: TaskInput<'clients/create'>,
): Promise<{ clientId: string; clientSecret: string }> {
  const { clientId, clientSecret } = await runOperatorTask('clients/create', client);
  return { clientId, clientSecret };
}

async function createWithKeys(
  client: TaskInput<'clients/create'>,
  file: string,
): Promise<{ clientId: string; keyIds: readonly string[] }> {
  const publicKeys = await readPublicKeys(file);
  return await runOperatorTask('clients/create-with-keys', { ...client, publicKeys });
}
