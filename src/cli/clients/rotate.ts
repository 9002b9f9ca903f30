import { Command } from 'commander';
import { runOperatorTask } from '../run-operator-task.ts';
import { readPublicKeys } from './read-public-keys.ts';

type Options = { readonly finish?: true; readonly publicKey?: string; readonly json?: true };

/** `confere clients rotate`: a second secret beside the first, and later the end of the first. */
export function rotateClientCommand(): Command {
  return new Command('rotate')
    .description(
      'Give a client a second secret, printed this once; the first goes on working. Once the program uses the new one, end the old one with --finish.',
    )
    .argument('<clientId>', 'as `confere clients list` shows it')
    .option('--finish', 'remove the older secret and leave the newest')
    .option('--public-key <file>', 'for a client with keys: PEM or JWK set to put in the place of its keys')
    .option('--json', 'print one JSON document on standard output')
    .action(async (clientId: string, options: Options) => {
      const result = await rotate(clientId, options);
      if (options.json) console.log(JSON.stringify(result, null, 2));
      else
        for (const [name, value] of Object.entries(result))
          console.log(`${name}  ${[value].flat().join(' ')}`);
    });
}

async function rotate(clientId: string, options: Options): Promise<Record<string, string | string[]>> {
  if (options.publicKey !== undefined) {
    const publicKeys = await readPublicKeys(options.publicKey);
    const { keyIds } = (await runOperatorTask('clients/replace-keys', { clientId, publicKeys })) as {
      keyIds: string[];
    };
    return { clientId, keyIds };
  }
  if (options.finish) {
    const { removedSecretIds } = (await runOperatorTask('clients/finish-rotation', { clientId })) as {
      removedSecretIds: string[];
    };
    return { clientId, removedSecretIds };
  }
  const added = (await runOperatorTask('clients/rotate', { clientId })) as {
    clientSecret: string;
    secretId: string;
  };
  return { clientId, clientSecret: added.clientSecret, secretId: added.secretId };
}
