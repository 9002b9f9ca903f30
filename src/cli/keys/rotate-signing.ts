import { Command, Option } from 'commander';
import { signingPurposes } from '../../access/index.ts';
import { runOperatorTask } from '../run-operator-task.ts';

type Options = { readonly purpose?: string; readonly compromised?: true; readonly json?: true };

type Rotated = { readonly purpose: string; readonly kid: string; readonly activeFrom: string };

/** `confere keys rotate-signing`: new keys for tokens and signed answers, published before they sign. */
export function rotateSigningKeysCommand(): Command {
  return new Command('rotate-signing')
    .description(
      'Make new keys for tokens and signed answers. They are published now and sign in ten minutes; what the old ones signed stays good.',
    )
    .addOption(new Option('--purpose <purpose>', 'only the key of this purpose').choices(signingPurposes))
    .option(
      '--compromised',
      'the old keys are known to others: refuse what they signed, sign with the new ones now',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const rotated = (await runOperatorTask('keys/rotate-signing', {
        purposes: options.purpose === undefined ? signingPurposes : [options.purpose],
        compromised: options.compromised ?? false,
      })) as readonly Rotated[];
      if (options.json) console.log(JSON.stringify(rotated, null, 2));
      else {
        for (const { purpose, kid, activeFrom } of rotated) {
          console.log(`${purpose}  ${kid}  signs from ${activeFrom}`);
        }
      }
    });
}
