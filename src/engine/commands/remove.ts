import { Command } from 'commander';
import { removePack } from '../packs/remove-pack.ts';
import { findModelsFolder } from './models-folder.ts';

/** `confere models remove NAME`: deletes an installed pack that no role uses. */
export function removeModelCommand(): Command {
  return new Command('remove')
    .description('Delete an installed pack. Choose another for its role first if it is in use.')
    .argument('<name>', 'name, or name@version')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, options: { readonly json?: true }) => {
      const { id } = await removePack(findModelsFolder().directory, name);
      if (options.json) return console.log(JSON.stringify({ id }, null, 2));
      console.log(`${id} is removed`);
    });
}
