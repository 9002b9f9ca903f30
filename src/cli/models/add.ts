import { resolve } from 'node:path';
import { Command } from 'commander';
import { addPack } from '../../faces/index.ts';
import { findModelsFolder } from './models-folder.ts';

/** `confere models add DIR`: installs a pack from a folder with a manifest. */
export function addModelCommand(): Command {
  return new Command('add')
    .description(
      'Install a pack from a folder that holds confere-pack.json and the files it names. Nothing is fetched.',
    )
    .argument('<dir>', 'the folder')
    .option('--json', 'print one JSON document on standard output')
    .action(async (source: string, options: { readonly json?: true }) => {
      const { directory } = findModelsFolder();
      const { id, manifest, isNew } = await addPack(directory, resolve(source));
      if (options.json) {
        console.log(JSON.stringify({ id, role: manifest.role, licence: manifest.licence, isNew }, null, 2));
      } else
        console.log(`${id} is ${isNew ? 'installed' : 'installed already'} (licence: ${manifest.licence})`);
    });
}
