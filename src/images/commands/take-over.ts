import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { PlaceOwner } from '../claim-places.ts';

type Options = { readonly confirm?: true; readonly json?: true };

/** `confere images take-over`: this copy of the database writes to the photo store from now on. */
export function takeOverImagesCommand(): Command {
  return new Command('take-over')
    .description(
      'Make this deployment the one that writes and deletes in the photo store. Another copy of the database that has the store can only read it from the next minute on. The first run shows who has the store; --confirm takes it.',
    )
    .option('--confirm', 'take the store')
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ confirm, json }: Options) => {
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
