import { resolve } from 'node:path';
import type { Command } from 'commander';
import { argument, defineCommand, option, requiredOption } from '../../cli/define-command.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { type CalibratedPack, calibratePack } from '../packs/calibrate-pack.ts';
import { findModelsFolder } from './models-folder.ts';

export function calibrateModelCommand(): Command {
  return defineCommand('calibrate', {
    description:
      'Compute the calibration table of an installed recognition pack from photos of many people. A pack without a table cannot be used.',
    takes: {
      name: argument('<name>', 'name, or name@version'),
      images: requiredOption(
        '--images <dir>',
        'a folder for each person, or files called person_number.jpg',
        { parse: resolve },
      ),
      mirroredCopy: option(
        '--mirrored-copy',
        'make each template of the face and of its mirrored copy; the network runs twice for each photo',
      ),
    },
    async run({ name, images, mirroredCopy = false }) {
      const { config, directory } = findModelsFolder();
      using bar = createProgressBar(process.stderr, 'photos');
      return await calibratePack(name, {
        directory,
        images,
        usesMirroredCopy: mirroredCopy,
        workers: config.engine.workers,
        onProgress: bar.show,
      });
    },
    describe: (learnt) => [
      `${learnt.id}: ${learnt.calibration.learntOn}; no face to use in ${learnt.refused} photos`,
      ...describeTable(learnt.calibration, learnt.missed),
      ...(learnt.fusion === undefined ? [] : describeFusion(learnt.fusion)),
    ],
  });
}

type Fusion = NonNullable<CalibratedPack['fusion']>;

function describeFusion({ weights, leftOut, calibration, missed }: Fusion): string[] {
  const lines = [
    `together with the default network, weights ${weights.default} (default) and ${weights.pack}:`,
    ...describeTable(calibration, missed),
  ];
  if (leftOut.length === 0) return lines;
  lines.push(
    'on people left out, mean (least to most) of eight halves:',
    'promised  rate                        missed by both           default   pack',
  );
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
    lines.push(cells.join(' '));
  }
  return lines;
}

function describeTable(
  { falseMatchRates }: CalibratedPack['calibration'],
  missed: CalibratedPack['missed'],
): string[] {
  return falseMatchRates.map(
    ({ falseMatchRate, score }, row) =>
      `rate ${falseMatchRate.toExponential(0)} at score ${score}: ${percent(missed[row]?.share ?? 0)} % of pairs of one person do not match`,
  );
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
}
