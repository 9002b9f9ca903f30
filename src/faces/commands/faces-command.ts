import type { Command } from 'commander';
import {
  argument,
  defineCommand,
  groupCommands,
  option,
  requiredOption,
  taskCommand,
} from '../../cli/define-command.ts';
import { CliError } from '../../cli/errors.ts';
import { readInput } from '../../cli/files.ts';
import { runOperatorTask, runTaskWithBar } from '../../cli/run-operator-task.ts';
import { type FaceAnalysis, type FaceEngine, listAllPairs, type Rate, wilson } from '../../engine/index.ts';
import { engineSettings } from '../../engine/settings.ts';
import { inspectPhoto } from '../../images/index.ts';
import { loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { calibrateThreshold } from '../calibrate-threshold.ts';
import type { ReembedProgress } from '../reembed-faces.ts';
import { openEngine } from './choose-cohort.ts';
import { evaluateFacesCommand, evaluateWithBar } from './evaluate.ts';

export function facesCommand(): Command {
  const description =
    'Measure the face engine, compare two photos, or renew the templates of registered faces.';
  return groupCommands('faces', description, [
    evaluateFacesCommand(),
    compareFacesCommand(),
    reembedFacesCommand(),
    calibrateFacesCommand(),
    measureFacesCommand(),
    lowerThresholdCommand(),
  ]);
}

function reembedFacesCommand(): Command {
  return defineCommand('reembed', {
    description:
      'Renew the templates of registered faces from their stored photos, with the current model. Until then, each face is compared with its old model. Run it again to resume.',
    takes: { given: option('--parallel <n>', 'photos at a time; default: FACE_WORKERS', { parse: Number }) },
    run({ given }, command) {
      const parallel = given ?? loadConfig(readEnvironment(), engineSettings).engine.workers;
      if (!Number.isInteger(parallel) || parallel < 1) {
        command.error('error: --parallel takes a whole number');
      }
      const read = (progress: object) => progress as ReembedProgress;
      return runTaskWithBar('faces/reembed', { parallel }, 'faces', read);
    },
    describe: ({ reembedded, templateModel, refused }) => [
      `${reembedded} faces have templates of ${templateModel} now`,
      ...Object.entries(refused).map(([code, count]) => `${count} keep their old ones: ${code}`),
    ],
  });
}

function compareFacesCommand(): Command {
  return defineCommand('compare', {
    description: 'Compare the faces of two photos.',
    takes: {
      a: argument('<a>', 'a photo: JPEG, PNG, WebP or AVIF'),
      b: argument('<b>', 'another photo'),
      asServer: option('--as-server', 'refuse photos as the service does: several, small or blurred faces'),
    },
    async run({ a, b, asServer }) {
      const photos = await Promise.all([readInput(a), readInput(b)]);
      await using opened = await openEngine(asServer ? 'usual' : 'lenient');
      const { engine } = opened;
      const [first, second] = (await Promise.all(
        [a, b].map((path, index) => analyse(path, photos[index] as Uint8Array, engine)),
      )) as [FaceAnalysis, FaceAnalysis];
      const { similarity, score } = engine.compare(first.template, second.template);
      const { falseMatchRate, scoreThreshold, templateModel } = engine.describe();
      const comparison = { score, scoreThreshold, falseMatchRate, templateModel };
      return {
        similarity,
        isFaceMatch: similarity >= 0.5,
        ...comparison,
        a: withoutTemplate(first),
        b: withoutTemplate(second),
      };
    },
    describe: ({ similarity, isFaceMatch, score, scoreThreshold, ...compared }, paths) => [
      `similarity  ${similarity.toFixed(4)}  (${isFaceMatch ? 'match' : 'no match'} from 0.5)`,
      `score       ${score.toFixed(4)}  (threshold ${scoreThreshold.toFixed(4)}: ${compared.falseMatchRate} of pairs of different people)`,
      ...(['a', 'b'] as const).map((which) => {
        const { quality, liveness } = compared[which];
        return `${paths[which]}: eyes ${Math.round(quality.eyeDistancePx)} pixels apart, sharpness ${Math.round(quality.sharpness)}, liveness ${liveness.probability.toFixed(2)}`;
      }),
      `by ${compared.templateModel}`,
    ],
  });
}

function withoutTemplate({ box, quality, liveness, timingsMs }: FaceAnalysis) {
  return { box, quality, liveness, timingsMs };
}

/** The engine does not know what a photo is called. */
async function analyse(path: string, photo: Uint8Array, engine: FaceEngine): Promise<FaceAnalysis> {
  try {
    inspectPhoto(photo);
    return await engine.analyse(photo);
  } catch (error) {
    if (error instanceof AppError) console.error(`${path}:`);
    throw error;
  }
}

function measureFacesCommand(): Command {
  return taskCommand('faces/measure', {
    description:
      'Measure how often different registered people match each other. A job does the same every night. It may raise the score threshold (FACE_THRESHOLD_RAISE).',
    describe({ measurement, rate, warnings, thresholdRaise }) {
      if (measurement === undefined || rate === undefined) {
        return 'fewer than thirty people are registered: there is nothing to measure';
      }
      return [
        `${measurement.matches} of ${measurement.pairs} pairs of ${measurement.people} people match: ${figure(rate.share)} (${figure(rate.low)} to ${figure(rate.high)}) where ${measurement.promised} is promised`,
        `${measurement.possibleDuplicates} pairs are left out: each may be one person under two CPFs`,
        ...measurement.byClient.map(({ clientId, ...counts }) => describe(clientId, counts)),
        ...measurement.byDevice.map(({ device, ...counts }) => describe(device, counts)),
        ...warnings.map((warning) => `warning: ${warning}`),
        `added to the score threshold: ${thresholdRaise}`,
      ];
    },
  });
}

function lowerThresholdCommand(): Command {
  return defineCommand('lower-threshold', {
    description: 'Lower the addition of the nightly measurement to the score threshold.',
    takes: { text: option('--to <score>', 'the new addition', { default: '0' }) },
    run({ text }, command) {
      const to = Number(text);
      if (!(to >= 0 && to <= 1)) command.error('error: --to takes a number from 0 to 1');
      return runOperatorTask('faces/lower-threshold', { to });
    },
    describe: ({ now, before }) => `added to the score threshold: ${now}, before ${before}`,
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

function calibrateFacesCommand(): Command {
  return defineCommand('calibrate', {
    description:
      'Raise the score threshold to the value that your own photos need for FACE_FALSE_MATCH_RATE. `confere faces lower-threshold` lowers it again.',
    takes: {
      images: requiredOption(
        '--images <dir>',
        'folder with a folder for each person, or files named person_1.jpg, person_2.jpg',
      ),
      dryRun: option('--dry-run', 'measure, and change nothing'),
    },
    async run({ images, dryRun }) {
      const pairs = await listAllPairs(images).catch((cause: unknown) => {
        throw new CliError('file_unreadable', { detail: images, cause });
      });
      await using opened = await openEngine('usual');
      const learned = calibrateThreshold(opened.engine, await evaluateWithBar(opened, { images }, pairs));
      const isKept = dryRun || learned.raise === 0;
      const changed = isKept ? null : await runOperatorTask('faces/raise-threshold', { to: learned.raise });
      return { ...learned, changed };
    },
    describe: ({ falseMatches, impostorPairs, photos, promised, missed, raise, changed, ...learned }) => [
      `${photos} photos, ${impostorPairs} pairs of different people: ${describeCalibration(falseMatches)} match where ${promised} is promised`,
      `threshold          ${learned.scoreThreshold.toFixed(4)} now, ${learned.neededThreshold.toFixed(4)} for the promise`,
      ...(missed === null ? [] : [`same person        ${describeCalibration(missed)} would not match`]),
      raise === 0
        ? 'The threshold holds the promise on these photos: nothing was changed.'
        : changed === null
          ? `${raise.toFixed(4)} would be added to the score threshold.`
          : `added to the score threshold: ${changed.now.toFixed(4)}, before ${changed.before.toFixed(4)}`,
    ],
  });
}

function describeCalibration({ share, low, high }: Rate): string {
  const percent = (value: number) => `${(100 * value).toFixed(3)} %`;
  return `${percent(share)} (${percent(low)} to ${percent(high)})`;
}
