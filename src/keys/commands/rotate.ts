import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { RotationProgress } from '../../platform/encryption/index.ts';

/** `confere keys rotate`: wraps the keys of all records by the current master key. */
export function rotateKeysCommand(): Command {
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
