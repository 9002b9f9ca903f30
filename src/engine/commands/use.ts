import { Command } from 'commander';
import { packagedNames, usePack } from '../packs/use-pack.ts';
import { findModelsFolder } from './models-folder.ts';

/** `confere models use NAME`: records which pack a role uses from the next start of a server. */
export function useModelCommand(): Command {
  return new Command('use')
    .description(
      `Use a pack for its role from the next start of the service. ${Object.values(packagedNames).join(', ')} select the packaged networks.`,
    )
    .argument('<name>', 'name, or name@version')
    .option('--with-default', 'use a recognition pack together with the default network')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, options: { readonly json?: true; readonly withDefault?: true }) => {
      const { config, directory } = findModelsFolder();
      const besideDefault = options.withDefault === true;
      const { role, id } = await usePack(directory, name, config.engine.falseMatchRate, { besideDefault });
      const together = besideDefault ? { togetherWith: packagedNames.recognition } : {};
      if (options.json)
        return console.log(JSON.stringify({ role, id, ...together, effectiveFrom: 'next start' }, null, 2));
      console.log(
        `${role}: ${id}${besideDefault ? ' together with the default network' : ''}, from the next start of each server`,
      );
      if (role === 'recognition') {
        console.log('Registered faces keep their templates until `confere faces reembed` has made new ones.');
      }
    });
}
