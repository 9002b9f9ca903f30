import { Command, Option } from 'commander';
import { type SigningPurpose, signingPurposes } from '../../access/index.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { RotationProgress } from '../../platform/encryption/index.ts';

export function keysCommand(): Command {
  return new Command('keys')
    .description('Manage the master key and the signing keys.')
    .addCommand(listKeysCommand())
    .addCommand(createKeyCommand())
    .addCommand(rotateKeysCommand())
    .addCommand(rotateSigningKeysCommand());
}

function createKeyCommand(): Command {
  return new Command('create')
    .description(
      'Create a new master key in the data folder and keep the old one beside it. Then restart the server and run `confere keys rotate`. If MASTER_KEY is set, replace the key there.',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const created = await runOperatorTask('keys/create', {});
      if (options.json) console.log(JSON.stringify(created, null, 2));
      else {
        console.log(`new key  ${created.keyId}\nbefore   ${created.previousKeyId}`);
        console.log('Start the server again, then run: confere keys rotate');
      }
    });
}

function listKeysCommand(): Command {
  return new Command('list')
    .description('Show the fingerprints of the master keys and the number of records of each.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const keys = await runOperatorTask('keys/list', {});
      if (options.json) console.log(JSON.stringify(keys, null, 2));
      else {
        for (const { keyId, isCurrent, records } of keys) {
          console.log(`${keyId}  ${isCurrent ? 'current ' : 'previous'}  ${records} records`);
        }
      }
    });
}

type Options = { readonly purpose?: SigningPurpose; readonly compromised?: true; readonly json?: true };

function rotateSigningKeysCommand(): Command {
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

function rotateKeysCommand(): Command {
  return new Command('rotate')
    .description(
      'Wrap the key of every stored record with the current master key, without reading the records. Run it again to resume.',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const bar = createProgressBar(process.stderr, 'records');
      const result = await runOperatorTask(
        'keys/rotate',
        {},
        {
          onProgress: (progress) => {
            const { table, done, total } = progress as RotationProgress;
            bar.show({ done, total, subject: table });
          },
        },
      ).finally(() => bar.end());
      if (options.json) {
        console.log(JSON.stringify(result, null, 2));
        return;
      }
      console.log(`${result.rewrapped} records wrapped anew by master key ${result.currentKeyId}`);
      for (const keyId of result.retiredKeyIds) {
        console.log(`nothing is sealed with master key ${keyId} any more`);
      }
    });
}
