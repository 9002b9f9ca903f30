import { Command, Option } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { PlaceOwner } from '../claim-places.ts';
import type { MoveProgress } from '../move-images.ts';

export function imagesCommand(): Command {
  return new Command('images')
    .description('Manage the photo stores.')
    .addCommand(checkImagesCommand())
    .addCommand(moveImagesCommand())
    .addCommand(takeOverImagesCommand());
}

function checkImagesCommand(): Command {
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

type MoveOptions = { readonly to: 's3' | 'files'; readonly json?: true };

function moveImagesCommand(): Command {
  return new Command('move')
    .description(
      'Move every photo to the store of new photos (IMAGE_STORE) while the service runs. Each copy is compared before the original is deleted. Run it again to resume.',
    )
    .addOption(new Option('--to <place>', 'the new place').choices(['s3', 'files']).makeOptionMandatory())
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ to, json }: MoveOptions) => {
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

type TakeOverOptions = { readonly confirm?: true; readonly json?: true };

function takeOverImagesCommand(): Command {
  return new Command('take-over')
    .description(
      'Make this deployment the one that writes and deletes in the photo store. Another copy of the database that has the store can only read it from the next minute on. The first run shows who has the store; --confirm takes it.',
    )
    .option('--confirm', 'take the store')
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ confirm, json }: TakeOverOptions) => {
      const result = await runOperatorTask(confirm ? 'images/take-over' : 'images/owners/list', {});
      if (json) return console.log(JSON.stringify(result, null, 2));
      for (const owner of result.places) console.log(describeOwner(owner));
      const others = result.places.filter(({ isOurs }) => !isOurs);
      if (others.length === 0) console.log('Nothing to take over.');
      else if (confirm) console.log('Taken: this deployment writes and deletes there from now on.');
      else console.log('Stop the deployment of the other database, then run this again with --confirm.');
    });
}

function describeOwner({ place, address, isOurs, isClaimed, database, countedAt }: PlaceOwner): string {
  const title = `${place === 's3' ? 'bucket' : 'folder'} ${address}`;
  if (isOurs) return `${title}: of this deployment`;
  if (!isClaimed) return `${title}: of nobody yet`;
  return `${title}: of the database ${database ?? 'of an earlier release'}, in use until ${countedAt ?? 'an unknown time'}`;
}
