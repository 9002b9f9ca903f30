import { resolve } from 'node:path';
import { Command } from 'commander';
import { addPack } from '../packs/install-pack.ts';
import { findModelsFolder, flagsOf, outcomeWords } from './models-folder.ts';

/** `confere models add DIR`: installs a pack from a folder with a manifest. */
export function addModelCommand(): Command {
  return new Command('add')
    .description('Install a pack from a folder with confere-pack.json and its files. Nothing is downloaded.')
    .argument('<dir>', 'the folder')
    .option('--json', 'print one JSON document on standard output')
    .action(async (source: string, options: { readonly json?: true }) => {
      const { directory } = findModelsFolder();
      const { id, manifest, outcome } = await addPack(directory, resolve(source));
      if (options.json) {
        console.log(
          JSON.stringify(
            { id, role: manifest.role, licence: manifest.licence, ...flagsOf(outcome) },
            null,
            2,
          ),
        );
      } else console.log(`${id} is ${outcomeWords[outcome]} (licence: ${manifest.licence})`);
    });
}
