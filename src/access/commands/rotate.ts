import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { readPublicKeys } from './read-public-keys.ts';

type Options = { readonly finish?: true; readonly publicKey?: string; readonly json?: true };

/** `confere clients rotate`: a second secret beside the first, and later the end of the first. */
export function rotateClientCommand(): Command {
  return new Command('rotate')
    .description(
      'Give a client a second secret and print it once. The first secret still works. Remove it with --finish after the program uses the new one.',
    )
    .argument('<clientId>', 'as `confere clients list` shows it')
    .option('--finish', 'remove the older secret and leave the newest')
    .option('--public-key <file>', 'for a client with keys: the new keys, as PEM or JWK set')
    .option('--json', 'print one JSON document on standard output')
    .action(async (clientId: string, options: Options) => {
      const result = await rotate(clientId, options);
      if (options.json) console.log(JSON.stringify(result, null, 2));
      else
        for (const [name, value] of Object.entries(result))
          console.log(`${name}  ${[value].flat().join(' ')}`);
    });
}

async function rotate(
  clientId: string,
  options: Options,
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
