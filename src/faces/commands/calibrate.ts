import { Command } from 'commander';
import { CliError } from '../../cli/errors.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { evaluatePairs, listAllPairs, type Rate } from '../../engine/index.ts';
import { calibrateThreshold } from '../calibrate-threshold.ts';
import { chooseCohort, openEngine } from './choose-cohort.ts';

type Options = { readonly images: string; readonly dryRun?: true; readonly json?: true };

/** `confere faces calibrate`: a score threshold from the operator's own photos. */
export function calibrateFacesCommand(): Command {
  return new Command('calibrate')
    .description(
      'Raise the score threshold to the value that your own photos need for FACE_FALSE_MATCH_RATE. `confere faces lower-threshold` lowers it again.',
    )
    .requiredOption(
      '--images <dir>',
      'folder with a folder for each person, or files named person_1.jpg, person_2.jpg',
    )
    .option('--dry-run', 'measure, and change nothing')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const pairs = await listAllPairs(options.images).catch((cause: unknown) => {
        throw new CliError('file_unreadable', { detail: options.images, cause });
      });
      await using opened = await openEngine('usual');
      const { engine, config } = opened;
      const bar = createProgressBar(process.stderr, 'photos');
      const evaluated = await evaluatePairs(
        {
          engine,
          atOnce: config.engine.workers + 1,
          cohort: await chooseCohort(opened, undefined),
          onProgress: (done, total) => bar.show({ done, total }),
        },
        options.images,
        pairs,
      ).finally(() => bar.end());
      const learned = calibrateThreshold(engine, evaluated);
      const isKept = options.dryRun || learned.raise === 0;
      const changed = isKept
        ? undefined
        : await runOperatorTask('faces/raise-threshold', { to: learned.raise });
      if (options.json) return console.log(JSON.stringify({ ...learned, changed: changed ?? null }, null, 2));
      const { falseMatches, impostorPairs, photos, promised, missed, raise } = learned;
      console.log(
        `${photos} photos, ${impostorPairs} pairs of different people: ${describe(falseMatches)} match where ${promised} is promised`,
      );
      console.log(
        `threshold          ${learned.scoreThreshold.toFixed(4)} now, ${learned.neededThreshold.toFixed(4)} for the promise`,
      );
      if (missed !== null) console.log(`same person        ${describe(missed)} would not match`);
      if (raise === 0) console.log('The threshold holds the promise on these photos: nothing was changed.');
      else if (changed === undefined)
        console.log(`${raise.toFixed(4)} would be added to the score threshold.`);
      else
        console.log(
          `added to the score threshold: ${changed.now.toFixed(4)}, before ${changed.before.toFixed(4)}`,
        );
    });
}

function describe({ share, low, high }: Rate): string {
  const percent = (value: number) => `${(100 * value).toFixed(3)} %`;
  return `${percent(share)} (${percent(low)} to ${percent(high)})`;
}
