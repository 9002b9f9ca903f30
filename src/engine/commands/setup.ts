import { resolve } from 'node:path';
import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { setUpPacks } from '../packs/set-up-packs.ts';
import { findModelsFolder } from './models-folder.ts';

type Options = { readonly images?: string; readonly from?: string; readonly json?: true };

export function setUpCommand(): Command {
  return new Command('setup')
    .description(
      'Download the published packs with a licence for commercial use, and use the liveness pack. With --images, also calibrate the recognition packs and use one that performs better than the packaged network.',
    )
    .option('--images <dir>', 'photos of many people: a folder for each, or files called person_number.jpg')
    .option('--from <url>', 'mirror to download the files from')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const { config, directory } = findModelsFolder();
      const bar = createProgressBar(process.stderr, 'bytes');
      const steps = await setUpPacks({
        directory,
        baseUrl: options.from ?? config.engine.modelsBaseUrl,
        falseMatchRate: config.engine.falseMatchRate,
        images: options.images === undefined ? undefined : resolve(options.images),
        workers: config.engine.workers,
        onProgress: ({ file, done, total }) => bar.show({ done, total, subject: file }),
      }).finally(() => bar.end());
      if (steps.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
      if (options.json) return console.log(JSON.stringify({ packs: steps }, null, 2));
      for (const { id, licence, outcome, reason } of steps) {
        console.log(`${id} (${licence}): ${outcome.replace('-', ' ')}: ${reason}`);
      }
    });
}
