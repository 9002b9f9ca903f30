import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  argument,
  defineCommand,
  type Given,
  groupCommands,
  option,
  requiredOption,
  taskCommand,
} from '../../cli/define-command.ts';
import { CliError } from '../../cli/errors.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { TaskOutput } from '../../platform/operator-tasks/index.ts';
import { products, scopes } from '../../platform/tokens/index.ts';
import type { PublicKeysInput } from '../parse-public-keys.ts';
import { livenessDemands } from '../types.ts';

const clientId = argument('<clientId>', 'as `confere clients list` shows it');
const operatorsOwn = 'operator';

const livenessDemand = (use: string) =>
  option(
    `--liveness-${use} <demand>`,
    `liveness of photos for ${use}, never less than the operator's; ${operatorsOwn}: the same as his`,
    { choices: [...livenessDemands, operatorsOwn] },
  );

/** The options that say the rules of a client. */
const rules = {
  authentication: livenessDemand('authentication'),
  registration: livenessDemand('registration'),
  captureOrigins: option(
    '--capture-origin <origins...>',
    "origins that may embed the capture page; '' for none",
  ),
  redirectUrls: option('--redirect-url <addresses...>', "where sessions may lead back to; '' for none"),
};

export function clientsCommand(): Command {
  return groupCommands('clients', 'Manage the API clients.', [
    defineCommand('create', {
      description: 'Create a client and print its credentials. They are shown once.',
      takes: {
        product: requiredOption('--product <product>', 'the surface for its tokens', { choices: products }),
        scope: requiredOption(
          '--scope <scopes>',
          `what its tokens may do, separated by spaces: ${scopes.join(' ')}`,
        ),
        name: option('--name <name>', 'name for people'),
        publicKey: option(
          '--public-key <file>',
          'PEM or JWK set: the client signs assertions (private_key_jwt) and gets no secret',
        ),
        ...rules,
      },
      async run({ scope, publicKey, ...given }) {
        const client = { ...withRules(given), scopes: scope.split(/\s+/).filter((each) => each !== '') };
        if (publicKey !== undefined) {
          const publicKeys = await readPublicKeys(publicKey);
          return await runOperatorTask('clients/create-with-keys', { ...client, publicKeys });
        }
        const { clientId, clientSecret } = await runOperatorTask('clients/create', client);
        return { clientId, clientSecret };
      },
      describe: (created) => [
        `client id      ${created.clientId}`,
        'keyIds' in created
          ? `keys           ${created.keyIds.join(' ')}`
          : `client secret  ${created.clientSecret}`,
      ],
    }),
    taskCommand('clients/list', {
      description: 'Show every client, revoked ones included. Secrets cannot be shown.',
      describe: (clients) => clients.map(describeClient),
    }),
    defineCommand('change', {
      description:
        'Change what a client requires, who may embed its sessions and where they may lead back to.',
      takes: { clientId, ...rules },
      run: (given) => runOperatorTask('clients/change', withRules(given)),
      describe({ livenessRequired, captureOrigins, redirectUrls }) {
        const { authentication = 'operator', registration = 'operator' } = livenessRequired;
        return [
          `authentication   ${authentication}`,
          `registration     ${registration}`,
          `capture origins  ${captureOrigins.join(' ') || 'none'}`,
          `redirect urls    ${redirectUrls.join(' ') || 'none'}`,
        ];
      },
    }),
    defineCommand('rotate', {
      description:
        'Give a client a second secret and print it once. The first secret still works. Remove it with --finish after the program uses the new one.',
      takes: {
        clientId,
        finish: option('--finish', 'remove the older secret and leave the newest'),
        publicKey: option('--public-key <file>', 'for a client with keys: the new keys, as PEM or JWK set'),
      },
      async run({ clientId, publicKey, finish }): Promise<Record<string, string | readonly string[]>> {
        if (publicKey !== undefined) {
          const publicKeys = await readPublicKeys(publicKey);
          const { keyIds } = await runOperatorTask('clients/replace-keys', { clientId, publicKeys });
          return { clientId, keyIds };
        }
        if (finish) {
          const { removedSecretIds } = await runOperatorTask('clients/finish-rotation', { clientId });
          return { clientId, removedSecretIds };
        }
        const { clientSecret, secretId } = await runOperatorTask('clients/rotate', { clientId });
        return { clientId, clientSecret, secretId };
      },
      describe: (result) =>
        Object.entries(result).map(([name, value]) => `${name}  ${[value].flat().join(' ')}`),
    }),
    taskCommand('clients/revoke', {
      description: 'Revoke a client permanently. Every process refuses its tokens within ten seconds.',
      takes: { clientId },
      describe: (revoked) => `${revoked.clientId} is revoked since ${revoked.revokedAt}`,
    }),
  ]);
}

function describeClient(client: TaskOutput<'clients/list'>[number]): string {
  const proof =
    client.keyIds === undefined ? `${client.secrets.length} secret(s)` : `${client.keyIds.length} key(s)`;
  const state = client.revokedAt === undefined ? proof : `revoked ${client.revokedAt}`;
  return [client.id, client.product, state, client.scopes.join(' '), client.name ?? ''].join('  ').trimEnd();
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

/** The values that were given, with the rules of the client as the tasks take them. */
function withRules<Others extends Given<typeof rules>>({
  authentication,
  registration,
  captureOrigins,
  redirectUrls,
  ...others
}: Others) {
  const demandOf = (text: string) => (text === operatorsOwn ? null : text);
  const livenessRequired = {
    ...(authentication === undefined ? {} : { authentication: demandOf(authentication) }),
    ...(registration === undefined ? {} : { registration: demandOf(registration) }),
  };
  return {
    ...others,
    ...(Object.keys(livenessRequired).length === 0 ? {} : { livenessRequired }),
    ...(captureOrigins && { captureOrigins: captureOrigins.filter((each) => each !== '') }),
    ...(redirectUrls && { redirectUrls: redirectUrls.filter((each) => each !== '') }),
  };
}
