import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import {
  drawEvaluation,
  type EvaluatedRate,
  evaluatedRates,
  evaluatePairs,
  type PairEvaluation,
  readLabelledPairs,
  splitScores,
} from '../../faces/index.ts';
import { CliError } from '../errors.ts';
import { createProgressBar } from '../progress-bar.ts';
import { openEngine } from './open-engine.ts';

type Options = {
  readonly images: string;
  readonly pairs: string;
  readonly report?: string;
  readonly plot?: string;
  readonly json?: true;
  readonly asServer?: true;
};

/** `confere faces evaluate`: how well the engine tells people of labelled photos apart. */
export function evaluateFacesCommand(): Command {
  return new Command('evaluate')
    .description('Measure how well the engine tells the people of labelled photos apart.')
    .requiredOption('--images <dir>', 'folder with the photos')
    .requiredOption('--pairs <file>', 'CSV with the header image_a,image_b,same_person and, if wanted, fold')
    .option('--report <file.json>', 'write the figures to a file')
    .option('--plot <file.svg>', 'draw the ROC curve and how the scores are spread')
    .option('--as-server', 'refuse photos that the service would refuse: several, small or blurred faces')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const text = await readFile(options.pairs, 'utf8').catch((cause: unknown) => {
        throw new CliError('file_unreadable', { detail: options.pairs, cause });
      });
      const pairs = readLabelledPairs(text);
      await using opened = await openEngine(options.asServer ? 'configured' : 'lenient');
      const { engine, config } = opened;
      const bar = createProgressBar(process.stderr, 'photos');
      const { evaluation, scored } = await evaluatePairs(
        {
          engine,
          // One more than workers, so that none waits for a file to be read.
          atOnce: config.faces.workers + 1,
          onProgress: (done, total) => bar.show({ done, total }),
        },
        options.images,
        pairs,
      ).finally(() => bar.end());
      const document = `${JSON.stringify(evaluation, null, 2)}\n`;
      if (options.report !== undefined) await write(options.report, document);
      if (options.plot !== undefined) {
        await write(options.plot, drawEvaluation(splitScores(scored), evaluation.configured.scoreThreshold));
      }
      if (options.json) process.stdout.write(document);
      else console.log(describeEvaluation(evaluation).join('\n'));
    });
}

async function write(path: string, content: string): Promise<void> {
  await writeFile(path, content).catch((cause: unknown) => {
    throw new CliError('file_unwritable', { detail: path, cause });
  });
}

/** The figures in lines for people. */
function describeEvaluation(evaluation: PairEvaluation): string[] {
  const { configured, failedImages } = evaluation;
  const lines = [
    `pairs              ${evaluation.pairs} (${evaluation.genuinePairs} of the same person, ${evaluation.impostorPairs} of different people)`,
    `photos             ${evaluation.images}, ${evaluation.msPerImage?.toFixed(1) ?? '-'} ms each`,
    `failures           ${evaluation.failures} photos without a usable face; ${evaluation.failedPairs} pairs with one count as not matching`,
    ...failedImages.slice(0, 10).map(({ image, code }) => `                   ${image}: ${code}`),
  ];
  if (failedImages.length > 10) lines.push(`                   and ${failedImages.length - 10} more`);
  const { accuracy, accuracyStd } = evaluation;
  lines.push(
    `accuracy           ${accuracy === null ? '-' : `${percent(accuracy)}, standard deviation ${percent(accuracyStd ?? 0)}`} (${evaluation.accuracyMethod})`,
    `equal error rate   ${evaluation.eer === null ? '-' : percent(evaluation.eer)}`,
    '',
    'false match rate   threshold   same person not matched (95 %)',
  );
  for (const name of Object.keys(evaluatedRates) as EvaluatedRate[]) {
    const [threshold, missed, interval] = [
      evaluation.thresholdAtFmr[name],
      evaluation.fnmrAtFmr[name],
      evaluation.fnmrIntervalAtFmr[name],
    ];
    const tooFew = evaluation.impostorPairs * evaluatedRates[name] < 1;
    lines.push(
      [
        name.padEnd(18),
        (threshold?.toFixed(4) ?? '-').padEnd(11),
        missed === null || interval === null
          ? '-'
          : `${percent(missed)} (${percent(interval[0])} to ${percent(interval[1])})`,
        tooFew ? ` none of only ${evaluation.impostorPairs} pairs of different people matches` : '',
      ].join(' '),
    );
  }
  const { falseMatches, falseNonMatches, scoreThreshold, falseMatchRate } = configured;
  lines.push(
    '',
    `as configured      threshold ${scoreThreshold.toFixed(4)} for a false match rate of ${falseMatchRate}: ${falseMatches === null ? '-' : percent(falseMatches.share)} false matches, ${falseNonMatches === null ? '-' : percent(falseNonMatches.share)} same person not matched`,
    `templates          ${evaluation.templateModel}`,
  );
  return lines;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.001 && share > 0 ? 4 : 2)} %`;
}
