import { Command, Option } from 'commander';
import { type SigningPurpose, signingPurposes } from '../../access/index.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';

type Options = { readonly purpose?: SigningPurpose; readonly compromised?: true; readonly json?: true };

/** `confere keys rotate-signing`: new keys for tokens and signed answers, published before they sign. */
export function rotateSigningKeysCommand(): Command {
  return new Command('rotate-signing')
    .description(
      'Create new keys for tokens, signed answers and webhooks. They are published now and sign after ten minutes. Earlier signatures stay valid.',
    )
    .addOption(new Option('--purpose <purpose>', 'only the key of this purpose').choices(signingPurposes))
    .option(
      '--compromised',
      'the old keys have leaked: refuse their signatures and sign with the new keys now',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const rotated = await runOperatorTask('keys/rotate-signing', {
        purposes: options.purpose === undefined ? signingPurposes : [options.purpose],
        compromised: options.compromised ?? false,
      });
      if (options.json) console.log(JSON.stringify(rotated, null, 2));
      else {
        for (const { purpose, kid, activeFrom } of rotated) {
          console.log(`${purpose}  ${kid}  signs from ${activeFrom}`);
        }
      }
    });
}
