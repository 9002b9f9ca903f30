import type { Command } from 'commander';
import { defineCommand, groupCommands, option, requiredOption } from '../../cli/define-command.ts';
import { runOperatorTask, runTaskWithBar } from '../../cli/run-operator-task.ts';
import type { PlaceOwner } from '../claim-places.ts';
import type { MoveProgress } from '../move-images.ts';

export function imagesCommand(): Command {
  return groupCommands('images', 'Manage the photo stores.', [
    defineCommand('check', {
      description:
        'Compare the photos that the database knows with those in the photo store, both ways. Ends with exit code 1 when a photo is missing.',
      async run() {
        const check = await runOperatorTask('images/check', {});
        if (check.rowsWithoutFile > 0) process.exitCode = 1;
        return check;
      },
      describe: ({ rows, files, rowsWithoutFile, filesWithoutRow }) => [
        `${rows} photos in the database, ${files} in the photo store`,
        `${rowsWithoutFile} missing in the photo store`,
        `${filesWithoutRow} in the photo store only, for more than a day`,
      ],
    }),
    defineCommand('move', {
      description:
        'Move every photo to the store of new photos (IMAGE_STORE) while the service runs. Each copy is compared before the original is deleted. Run it again to resume.',
      takes: { to: requiredOption('--to <place>', 'the new place', { choices: ['s3', 'files'] }) },
      run: (input) => runTaskWithBar('images/move', input, 'photos', (progress) => progress as MoveProgress),
      describe: ({ moved, erased, left }, { to }) => [
        `${moved} photos moved to ${to}`,
        ...(erased > 0 ? [`${erased} were erased meanwhile`] : []),
        ...(left > 0
          ? [`${left} left behind without a row: run again; the nightly sweep deletes strays`]
          : []),
      ],
    }),
    defineCommand('take-over', {
      description:
        'Make this deployment the one that writes and deletes in the photo store. Another copy of the database that has the store can only read it from the next minute on. The first run shows who has the store; --confirm takes it.',
      takes: { confirm: option('--confirm', 'take the store') },
      run: ({ confirm }) => runOperatorTask(confirm ? 'images/take-over' : 'images/owners/list', {}),
      describe: ({ places }, { confirm }) => [
        ...places.map(describeOwner),
        places.every(({ isOurs }) => isOurs)
          ? 'Nothing to take over.'
          : confirm
            ? 'Taken: this deployment writes and deletes there from now on.'
            : 'Stop the deployment of the other database, then run this again with --confirm.',
      ],
    }),
  ]);
}

function describeOwner({ place, address, isOurs, isClaimed, database, countedAt }: PlaceOwner): string {
  const title = `${place === 's3' ? 'bucket' : 'folder'} ${address}`;
  if (isOurs) return `${title}: of this deployment`;
  if (!isClaimed) return `${title}: of nobody yet`;
  return `${title}: of the database ${database ?? 'of an earlier release'}, in use until ${countedAt ?? 'an unknown time'}`;
}
