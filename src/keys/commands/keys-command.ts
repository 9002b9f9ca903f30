import type { Command } from 'commander';
import { signingPurposes } from '../../access/index.ts';
import { defineCommand, groupCommands, option, taskCommand } from '../../cli/define-command.ts';
import { runOperatorTask, runTaskWithBar } from '../../cli/run-operator-task.ts';
import type { RotationProgress } from '../../platform/encryption/index.ts';

export function keysCommand(): Command {
  return groupCommands('keys', 'Manage the master key and the signing keys.', [
    taskCommand('keys/list', {
      description: 'Show the fingerprints of the master keys and the number of records of each.',
      describe: (keys) =>
        keys.map(
          ({ keyId, isCurrent, records }) =>
            `${keyId}  ${isCurrent ? 'current ' : 'previous'}  ${records} records`,
        ),
    }),
    taskCommand('keys/create', {
      description:
        'Create a new master key in the data folder and keep the old one beside it. Then restart the server and run `confere keys rotate`. If MASTER_KEY is set, replace the key there.',
      describe: ({ keyId, previousKeyId }) => [
        `new key  ${keyId}`,
        `before   ${previousKeyId}`,
        `Copy DATA_DIR/keys/master.key.${previousKeyId} elsewhere: earlier backups need it, and the rotation deletes it.`,
        'Start the server again, then run: confere keys rotate',
      ],
    }),
    defineCommand('rotate', {
      description:
        'Wrap the key of every stored record with the current master key, without reading the records. Run it again to resume.',
      run: () =>
        runTaskWithBar('keys/rotate', {}, 'records', (progress) => {
          const { table, done, total } = progress as RotationProgress;
          return { done, total, subject: table };
        }),
      describe: ({ rewrapped, currentKeyId, retiredKeyIds }) => [
        `${rewrapped} records wrapped anew by master key ${currentKeyId}`,
        ...retiredKeyIds.map((keyId) => `nothing is sealed with master key ${keyId} any more`),
      ],
    }),
    defineCommand('rotate-signing', {
      description:
        'Create new keys for tokens, signed answers and webhooks. They are published now and sign after ten minutes. Earlier signatures stay valid.',
      takes: {
        purpose: option('--purpose <purpose>', 'only the key of this purpose', { choices: signingPurposes }),
        compromised: option(
          '--compromised',
          'the old keys have leaked: refuse their signatures and sign with the new keys now',
        ),
      },
      run: ({ purpose, compromised = false }) =>
        runOperatorTask('keys/rotate-signing', {
          purposes: purpose === undefined ? signingPurposes : [purpose],
          compromised,
        }),
      describe: (rotated) =>
        rotated.map(({ purpose, kid, activeFrom }) => `${purpose}  ${kid}  signs from ${activeFrom}`),
    }),
  ]);
}
