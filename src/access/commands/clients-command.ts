import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { CliError } from '../../cli/errors.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { TaskInput, TaskOutput } from '../../platform/operator-tasks/index.ts';
import { products, scopes } from '../../platform/tokens/index.ts';
import type { ClientRulesChange } from '../client-rules.ts';
import type { PublicKeysInput } from '../parse-public-keys.ts';
import { livenessDemands } from '../types.ts';

export function clientsCommand(): Command {
  return new Command('clients')
    .description('Manage the API clients.')
    .addCommand(createClientCommand())
    .addCommand(listClientsCommand())
    .addCommand(changeClientCommand())
    .addCommand(rotateClientCommand())
    .addCommand(revokeClientCommand());
}

type CreateOptions = RuleOptions & {
  readonly product: string;
  readonly scope: string;
  readonly name?: string;
  readonly publicKey?: string;
  readonly json?: true;
};

function createClientCommand(): Command {
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
    .action(async (options: CreateOptions) => {
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

function listClientsCommand(): Command {
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

function changeClientCommand(): Command {
  const command = new Command('change')
    .description('Change what a client requires, who may embed its sessions and where they may lead back to.')
    .argument('<clientId>', 'as `confere clients list` shows it');
  return addRuleOptions(command)
    .option('--json', 'print one JSON document on standard output')
    .action(async (clientId: string, options: RuleOptions & { readonly json?: true }) => {
      const change = { clientId, ...rulesOf(options) } as TaskInput<'clients/change'>;
      const changed = await runOperatorTask('clients/change', change);
      if (options.json) console.log(JSON.stringify(changed, null, 2));
      else {
        const { authentication = 'operator', registration = 'operator' } = changed.livenessRequired;
        console.log(`authentication   ${authentication}\nregistration     ${registration}`);
        console.log(`capture origins  ${changed.captureOrigins.join(' ') || 'none'}`);
        console.log(`redirect urls    ${changed.redirectUrls.join(' ') || 'none'}`);
      }
    });
}

type RotateOptions = { readonly finish?: true; readonly publicKey?: string; readonly json?: true };

function rotateClientCommand(): Command {
  return new Command('rotate')
    .description(
      'Give a client a second secret and print it once. The first secret still works. Remove it with --finish after the program uses the new one.',
    )
    .argument('<clientId>', 'as `confere clients list` shows it')
    .option('--finish', 'remove the older secret and leave the newest')
    .option('--public-key <file>', 'for a client with keys: the new keys, as PEM or JWK set')
    .option('--json', 'print one JSON document on standard output')
    .action(async (clientId: string, options: RotateOptions) => {
      const result = await rotate(clientId, options);
      if (options.json) console.log(JSON.stringify(result, null, 2));
      else
        for (const [name, value] of Object.entries(result))
          console.log(`${name}  ${[value].flat().join(' ')}`);
    });
}

async function rotate(
  clientId: string,
  options: RotateOptions,
): Promise<Record<string, string | readonly string[]>> {
  if (options.publicKey !== undefined) {
    const publicKeys = await readPublicKeys(options.publicKey);
    const { keyIds } = await runOperatorTask('clients/replace-keys', { clientId, publicKeys });
    return { clientId, keyIds };
  }
  if (options.finish) {
    const { removedSecretIds } = await runOperatorTask('clients/finish-rotation', { clientId });
    return { clientId, removedSecretIds };
  }
  const added = await runOperatorTask('clients/rotate', { clientId });
  return { clientId, clientSecret: added.clientSecret, secretId: added.secretId };
}

function revokeClientCommand(): Command {
  return new Command('revoke')
    .description('Revoke a client permanently. Every process refuses its tokens within ten seconds.')
    .argument('<clientId>', 'as `confere clients list` shows it')
    .option('--json', 'print one JSON document on standard output')
    .action(async (clientId: string, options: { readonly json?: true }) => {
      const revoked = await runOperatorTask('clients/revoke', { clientId });
      if (options.json) console.log(JSON.stringify(revoked, null, 2));
      else console.log(`${revoked.clientId} is revoked since ${revoked.revokedAt}`);
    });
}

/** The public keys in a file: a JWK set, one JWK, or a PEM. What they are worth is the domain's to say. */
async function readPublicKeys(file: string): Promise<PublicKeysInput> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new CliError('file_unreadable', { detail: `${file}: ${cause.code}`, cause });
  });
  if (!text.trimStart().startsWith('{')) return { publicKeyPem: text };
  try {
    const value = JSON.parse(text) as { keys?: unknown };
    return { jwks: { keys: Array.isArray(value.keys) ? value.keys : [value] } };
  } catch (cause) {
    throw new CliError('file_unreadable', { detail: `${file} is not well-formed JSON`, cause });
  }
}

export type RuleOptions = {
  readonly livenessAuthentication?: string;
  readonly livenessRegistration?: string;
  readonly captureOrigin?: readonly string[];
  readonly redirectUrl?: readonly string[];
};

const operatorsOwn = 'operator';

/** Adds the options that say the rules of a client. */
function addRuleOptions(command: Command): Command {
  const demand = (use: string) =>
    new Option(
      `--liveness-${use} <demand>`,
      `liveness of photos for ${use}, never less than the operator's; ${operatorsOwn}: the same as his`,
    ).choices([...livenessDemands, operatorsOwn]);
  return command
    .addOption(demand('authentication'))
    .addOption(demand('registration'))
    .option('--capture-origin <origins...>', "origins that may embed the capture page; '' for none")
    .option('--redirect-url <addresses...>', "where sessions may lead back to; '' for none");
}

function rulesOf(options: RuleOptions): ClientRulesChange {
  const demandOf = (text: string) => (text === operatorsOwn ? null : text);
  const { livenessAuthentication: authentication, livenessRegistration: registration } = options;
  const { captureOrigin, redirectUrl } = options;
  return {
    ...(authentication === undefined && registration === undefined
      ? {}
      : {
          livenessRequired: {
            ...(authentication === undefined ? {} : { authentication: demandOf(authentication) }),
            ...(registration === undefined ? {} : { registration: demandOf(registration) }),
          },
        }),
    ...(captureOrigin === undefined ? {} : { captureOrigins: captureOrigin.filter((each) => each !== '') }),
    ...(redirectUrl === undefined ? {} : { redirectUrls: redirectUrl.filter((each) => each !== '') }),
  };
}
