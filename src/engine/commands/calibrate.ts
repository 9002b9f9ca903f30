import { resolve } from 'node:path';
import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { calibratePack } from '../packs/calibrate-pack.ts';
import { findModelsFolder } from './models-folder.ts';

type Options = { readonly images: string; readonly json?: true };

/** `confere models calibrate NAME --images DIR`: learns which score gives which false match rate. */
export function calibrateModelCommand(): Command {
  return new Command('calibrate')
    .description(
      'Compute the calibration table of an installed recognition pack from photos of many people. A pack without a table cannot be used.',
    )
    .argument('<name>', 'name, or name@version')
    .requiredOption('--images <dir>', 'a folder for each person, or files called person_number.jpg')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, options: Options) => {
      const { config, directory } = findModelsFolder();
      const bar = createProgressBar(process.stderr, 'photos');
      const learnt = await calibratePack(name, {
        directory,
        dataDir: resolve(config.storage.dataDir),
        images: resolve(options.images),
        workers: config.engine.workers,
        onProgress: bar.show,
      }).finally(() => bar.end());
      if (options.json) return console.log(JSON.stringify(learnt, null, 2));
      console.log(`${learnt.id}: ${learnt.calibration.learntOn}; no face to use in ${learnt.refused} photos`);
      for (const [row, { falseMatchRate, score }] of learnt.calibration.falseMatchRates.entries()) {
        const missed = (100 * (learnt.missed[row]?.share ?? 0)).toFixed(2);
        console.log(
          `rate ${falseMatchRate.toExponential(0)} at score ${score}: ${missed} % of pairs of one person do not match`,
        );
      }
    });
}
