import { resolve } from 'node:path';
import { Command } from 'commander';
import { convertModelsInto } from '../convert/ensure-converted-models.ts';

/** `confere models convert FOLDER`: the packaged networks as ONNX files, for images that start at once. */
export function convertModelsCommand(): Command {
  return new Command('convert')
    .description('Convert the packaged networks into a folder. The first start does the same.')
    .argument('<folder>', 'target folder; every start uses `converted-models` beside `src`')
    .option('--json', 'print one JSON document on standard output')
    .action(async (folder: string, options: { readonly json?: true }) => {
      const networks = await convertModelsInto(resolve(folder));
      const files = Object.entries(networks).map(([name, file]) => ({ name, ...file }));
      if (options.json) return console.log(JSON.stringify({ files }, null, 2));
      for (const { name, path } of files) console.log(`${name}  ${path}`);
    });
}
