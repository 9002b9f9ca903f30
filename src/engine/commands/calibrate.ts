import { resolve } from 'node:path';
import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { type CalibratedPack, calibratePack } from '../packs/calibrate-pack.ts';
import { findModelsFolder } from './models-folder.ts';

type Options = { readonly images: string; readonly mirroredCopy?: true; readonly json?: true };

export function calibrateModelCommand(): Command {
  return new Command('calibrate')
    .description(
      'Compute the calibration table of an installed recognition pack from photos of many people. A pack without a table cannot be used.',
    )
    .argument('<name>', 'name, or name@version')
    .requiredOption('--images <dir>', 'a folder for each person, or files called person_number.jpg')
    .option(
      '--mirrored-copy',
      'make each template of the face and of its mirrored copy; the network runs twice for each photo',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, options: Options) => {
      const { config, directory } = findModelsFolder();
      const bar = createProgressBar(process.stderr, 'photos');
      const learnt = await calibratePack(name, {
        directory,
        images: resolve(options.images),
        usesMirroredCopy: options.mirroredCopy === true,
        workers: config.engine.workers,
        onProgress: bar.show,
      }).finally(() => bar.end());
      if (options.json) return console.log(JSON.stringify(learnt, null, 2));
      console.log(`${learnt.id}: ${learnt.calibration.learntOn}; no face to use in ${learnt.refused} photos`);
      printTable(learnt.calibration, learnt.missed);
      printFusion(learnt);
    });
}

function printFusion({ fusion }: CalibratedPack): void {
  if (fusion === undefined) return;
  const { weights, leftOut } = fusion;
  console.log(`together with the default network, weights ${weights.default} (default) and ${weights.pack}:`);
  printTable(fusion.calibration, fusion.missed);
  if (leftOut.length === 0) return;
  console.log('on people left out, mean (least to most) of eight halves:');
  console.log('promised  rate                        missed by both           default   pack');
  for (const { falseMatchRate, had, missed, missedByDefault, missedByPack } of leftOut) {
    const rate = [had.mean, had.least, had.most].map((one) => one.toExponential(1));
    const both = [missed.mean, missed.least, missed.most].map(percent);
    const cells = [
      falseMatchRate.toExponential(0).padEnd(9),
      `${rate[0]} (${rate[1]} to ${rate[2]})`.padEnd(27),
      `${both[0]} (${both[1]} to ${both[2]}) %`.padEnd(24),
      `${percent(missedByDefault.mean)} %`.padEnd(9),
      `${percent(missedByPack.mean)} %`,
    ];
    console.log(cells.join(' '));
  }
}

function printTable(
  { falseMatchRates }: CalibratedPack['calibration'],
  missed: CalibratedPack['missed'],
): void {
  for (const [row, { falseMatchRate, score }] of falseMatchRates.entries()) {
    console.log(
      `rate ${falseMatchRate.toExponential(0)} at score ${score}: ${percent(missed[row]?.share ?? 0)} % of pairs of one person do not match`,
    );
  }
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
}
