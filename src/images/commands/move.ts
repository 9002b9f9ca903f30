import { Command, Option } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { MoveProgress } from '../move-images.ts';

type Options = { readonly to: 's3' | 'files'; readonly json?: true };

/** `confere images move --to s3|files`: all photos to the place that new ones go to. */
export function moveImagesCommand(): Command {
  return new Command('move')
    .description(
      'Move every photo to the store of new photos (IMAGE_STORE) while the service runs. Each copy is compared before the original is deleted. Run it again to resume.',
    )
    .addOption(new Option('--to <place>', 'the new place').choices(['s3', 'files']).makeOptionMandatory())
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ to, json }: Options) => {
      const bar = createProgressBar(process.stderr, 'photos');
      const result = await runOperatorTask(
        'images/move',
        { to },
        { onProgress: (progress) => bar.show(progress as MoveProgress) },
      ).finally(() => bar.end());
      if (json) {
        console.log(JSON.stringify(result, null, 2));
        return;
      }
      console.log(`${result.moved} photos moved to ${to}`);
      if (result.erased > 0) console.log(`${result.erased} were erased meanwhile`);
      if (result.left > 0) {
        console.log(`${result.left} left behind without a row: run again; the nightly sweep deletes strays`);
      }
    });
}
