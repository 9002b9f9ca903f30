import { Command } from 'commander';
import { earlierRecognition, packagedNames, usePack } from '../packs/use-pack.ts';
import { findModelsFolder } from './models-folder.ts';

/** `confere models use NAME`: records which pack a role uses from the next start of a server. */
export function useModelCommand(): Command {
  return new Command('use')
    .description(
      `Use a pack for its role from the next start of the service. ${Object.values(packagedNames).join(', ')} select the packaged networks; ${earlierRecognition} selects the recognition networks of earlier versions.`,
    )
    .argument('<name>', 'name, or name@version')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, options: { readonly json?: true }) => {
      const { config, directory } = findModelsFolder();
      const { role, id } = await usePack(directory, name, config.engine.falseMatchRate);
      if (options.json)
        return console.log(JSON.stringify({ role, id, effectiveFrom: 'next start' }, null, 2));
      console.log(`${role}: ${id}, from the next start of each server`);
      if (role === 'recognition') {
        console.log('Registered faces keep their templates until `confere faces reembed` has made new ones.');
      }
    });
}
