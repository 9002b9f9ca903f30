import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';

/** `confere images check`: the rows of photos beside the stored files. Ends with 1 when a photo is lost. */
export function checkImagesCommand(): Command {
  return new Command('check')
    .description(
      'Compare the photos that the database knows with those in the photo store, both ways. Ends with exit code 1 when a photo is missing.',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const check = await runOperatorTask('images/check', {});
      if (options.json) console.log(JSON.stringify(check, null, 2));
      else {
        console.log(`${check.rows} photos in the database, ${check.files} in the photo store`);
        console.log(`${check.rowsWithoutFile} missing in the photo store`);
        console.log(`${check.filesWithoutRow} in the photo store only, for more than a day`);
      }
      if (check.rowsWithoutFile > 0) process.exitCode = 1;
    });
}
