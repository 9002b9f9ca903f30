import { Command } from 'commander';
import { CliError } from '../../cli/errors.ts';
import { readInput } from '../../cli/files.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { type FaceAnalysis, listAllPairs, type Rate, wilson } from '../../engine/index.ts';
import { engineSettings } from '../../engine/settings.ts';
import { loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { calibrateThreshold } from '../calibrate-threshold.ts';
import type { ReembedProgress } from '../reembed-faces.ts';
import { openEngine } from './choose-cohort.ts';
import { evaluateFacesCommand, evaluateWithBar } from './evaluate.ts';

export function facesCommand(): Command {
  return new Command('faces')
    .description('Measure the face engine, compare two photos, or renew the templates of registered faces.')
    .addCommand(evaluateFacesCommand())
    .addCommand(compareFacesCommand())
    .addCommand(reembedFacesCommand())
    .addCommand(calibrateFacesCommand())
    .addCommand(measureFacesCommand())
    .addCommand(lowerThresholdCommand());
}

type Options = { readonly parallel?: string; readonly json?: true };

function reembedFacesCommand(): Command {
  return new Command('reembed')
    .description(
      'Renew the templates of registered faces from their stored photos, with the current model. Until then, each face is compared with its old model. Run it again to resume.',
    )
    .option('--parallel <n>', 'photos at a time; default: FACE_WORKERS')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options, command: Command) => {
      const parallel = Number(
        options.parallel ?? loadConfig(readEnvironment(), engineSettings).engine.workers,
      );
      if (!Number.isInteger(parallel) || parallel < 1)
        command.error('error: --parallel takes a whole number');
      const bar = createProgressBar(process.stderr, 'faces');
      const result = await runOperatorTask(
        'faces/reembed',
        { parallel },
        { onProgress: (progress) => bar.show(progress as ReembedProgress) },
      ).finally(() => bar.end());
      if (options.json) return console.log(JSON.stringify(result, null, 2));
      console.log(`${result.reembedded} faces have templates of ${result.templateModel} now`);
      for (const [code, count] of Object.entries(result.refused)) {
        console.log(`${count} keep their old ones: ${code}`);
      }
    });
}

type CompareOptions = { readonly json?: true; readonly asServer?: true };

function compareFacesCommand(): Command {
  return new Command('compare')
    .description('Compare the faces of two photos.')
    .argument('<a>', 'a photo: JPEG, PNG, WebP or AVIF')
    .argument('<b>', 'another photo')
    .option('--as-server', 'refuse photos as the service does: several, small or blurred faces')
    .option('--json', 'print one JSON document on standard output')
    .action(async (a: string, b: string, options: CompareOptions) => {
      const photos = await Promise.all([readInput(a), readInput(b)]);
      await using opened = await openEngine(options.asServer ? 'usual' : 'lenient');
      const { engine } = opened;
      const [first, second] = (await Promise.all(
        [a, b].map((path, index) => analyse(path, () => engine.analyse(photos[index] as Uint8Array))),
      )) as [FaceAnalysis, FaceAnalysis];
      const { similarity, score } = engine.compare(first.template, second.template);
      const { falseMatchRate, scoreThreshold, templateModel } = engine.describe();
      const isFaceMatch = similarity >= 0.5;
      if (options.json) {
        const describe = ({ box, quality, liveness, timingsMs }: FaceAnalysis) => ({
          box,
          quality,
          liveness,
          timingsMs,
        });
        const comparison = { similarity, isFaceMatch, score, scoreThreshold, falseMatchRate, templateModel };
        console.log(JSON.stringify({ ...comparison, a: describe(first), b: describe(second) }, null, 2));
        return;
      }
      console.log(`similarity  ${similarity.toFixed(4)}  (${isFaceMatch ? 'match' : 'no match'} from 0.5)`);
      console.log(
        `score       ${score.toFixed(4)}  (threshold ${scoreThreshold.toFixed(4)}: ${falseMatchRate} of pairs of different people)`,
      );
      for (const [path, { quality, liveness }] of [
        [a, first],
        [b, second],
      ] as const) {
        console.log(
          `${path}: eyes ${Math.round(quality.eyeDistancePx)} pixels apart, sharpness ${Math.round(quality.sharpness)}, liveness ${liveness.probability.toFixed(2)}`,
        );
      }
      console.log(`by ${templateModel}`);
    });
}

/** The engine does not know what a photo is called. */
async function analyse(path: string, run: () => Promise<FaceAnalysis>): Promise<FaceAnalysis> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError) console.error(`${path}:`);
    throw error;
  }
}

function measureFacesCommand(): Command {
  return new Command('measure')
    .description(
      'Measure how often different registered people match each other. A job does the same every night. It may raise the score threshold (FACE_THRESHOLD_RAISE).',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ json }: { readonly json?: true }) => {
      const outcome = await runOperatorTask('faces/measure', {});
      if (json) return console.log(JSON.stringify(outcome, null, 2));
      const { measurement, rate, warnings, thresholdRaise } = outcome;
      if (measurement === undefined || rate === undefined) {
        return console.log('fewer than thirty people are registered: there is nothing to measure');
      }
      console.log(
        `${measurement.matches} of ${measurement.pairs} pairs of ${measurement.people} people match: ${figure(rate.share)} (${figure(rate.low)} to ${figure(rate.high)}) where ${measurement.promised} is promised`,
      );
      console.log(
        `${measurement.possibleDuplicates} pairs are left out: each may be one person under two CPFs`,
      );
      for (const { clientId, ...counts } of measurement.byClient) console.log(describe(clientId, counts));
      for (const { device, ...counts } of measurement.byDevice) console.log(describe(device, counts));
      for (const warning of warnings) console.log(`warning: ${warning}`);
      console.log(`added to the score threshold: ${thresholdRaise}`);
    });
}

function lowerThresholdCommand(): Command {
  return new Command('lower-threshold')
    .description('Lower the addition of the nightly measurement to the score threshold.')
    .option('--to <score>', 'the new addition', '0')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly to: string; readonly json?: true }, command: Command) => {
      const to = Number(options.to);
      if (!(to >= 0 && to <= 1)) command.error('error: --to takes a number from 0 to 1');
      const result = await runOperatorTask('faces/lower-threshold', { to });
      if (options.json) return console.log(JSON.stringify(result, null, 2));
      console.log(`added to the score threshold: ${result.now}, before ${result.before}`);
    });
}

function describe(
  origin: string,
  { people, pairs, matches }: { readonly people: number; readonly pairs: number; readonly matches: number },
): string {
  const rate = wilson(matches, pairs);
  const interval = rate === undefined ? '' : ` (${figure(rate.low)} to ${figure(rate.high)})`;
  return `${origin}: ${matches} of ${pairs} pairs of ${people} people${interval}`;
}

function figure(share: number): string {
  return share === 0 ? '0' : share.toExponential(1);
}

type CalibrateOptions = { readonly images: string; readonly dryRun?: true; readonly json?: true };

function calibrateFacesCommand(): Command {
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
    .action(async (options: CalibrateOptions) => {
      const pairs = await listAllPairs(options.images).catch((cause: unknown) => {
        throw new CliError('file_unreadable', { detail: options.images, cause });
      });
      await using opened = await openEngine('usual');
      const { images } = options;
      const learned = calibrateThreshold(opened.engine, await evaluateWithBar(opened, { images }, pairs));
      const isKept = options.dryRun || learned.raise === 0;
      const changed = isKept
        ? undefined
        : await runOperatorTask('faces/raise-threshold', { to: learned.raise });
      if (options.json) return console.log(JSON.stringify({ ...learned, changed: changed ?? null }, null, 2));
      const { falseMatches, impostorPairs, photos, promised, missed, raise } = learned;
      console.log(
        `${photos} photos, ${impostorPairs} pairs of different people: ${describeCalibration(falseMatches)} match where ${promised} is promised`,
      );
      console.log(
        `threshold          ${learned.scoreThreshold.toFixed(4)} now, ${learned.neededThreshold.toFixed(4)} for the promise`,
      );
      if (missed !== null) console.log(`same person        ${describeCalibration(missed)} would not match`);
      if (raise === 0) console.log('The threshold holds the promise on these photos: nothing was changed.');
      else if (changed === undefined)
        console.log(`${raise.toFixed(4)} would be added to the score threshold.`);
      else
        console.log(
          `added to the score threshold: ${changed.now.toFixed(4)}, before ${changed.before.toFixed(4)}`,
        );
    });
}

function describeCalibration({ share, low, high }: Rate): string {
  const percent = (value: number) => `${(100 * value).toFixed(3)} %`;
  return `${percent(share)} (${percent(low)} to ${percent(high)})`;
}
