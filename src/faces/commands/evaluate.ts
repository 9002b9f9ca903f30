import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { defineCommand, option, requiredOption } from '../../cli/define-command.ts';
import { CliError } from '../../cli/errors.ts';
import { checkOutputs, readInput, writeOutput } from '../../cli/files.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import {
  drawEvaluation,
  type EvaluatedPairs,
  type EvaluatedRate,
  evaluatedRates,
  evaluatePairs,
  type GroupEvaluation,
  type PairEvaluation,
  ratesByGroup,
  readGroups,
  readLabelledPairs,
  renderErrorsPage,
  renderGroupPage,
  splitScores,
  writePairs,
} from '../../engine/index.ts';
import { chooseCohort, type OpenEngine, openEngine } from './choose-cohort.ts';

export function evaluateFacesCommand(): Command {
  return defineCommand('evaluate', {
    description: 'Measure the accuracy of the engine on labelled photos.',
    takes: {
      images: requiredOption('--images <dir>', 'folder with the photos'),
      pairs: requiredOption(
        '--pairs <file>',
        'CSV with the header image_a,image_b,same_person and, if known, person_a,person_b,group_a,group_b,fold',
      ),
      report: option('--report <file.json>', 'write the figures to a file'),
      plot: option('--plot <file.svg>', 'draw the ROC curve and the distribution of the scores'),
      asServer: option('--as-server', 'refuse photos as the service does: several, small or blurred faces'),
      groups: option(
        '--groups <file>',
        'CSV with the header person,group: error rates within and between groups',
      ),
      groupsPage: option(
        '--groups-page <file.html>',
        'write the error rates by group as a page for an auditor',
      ),
      pairsOut: option('--pairs-out <file.csv>', 'write the score of each pair'),
      errors: option('--errors <dir>', 'write a page of the worst pairs, side by side'),
      cohort: option(
        '--cohort <which>',
        'faces that define an ordinary face: packaged (press photos), self (the other people of these photos), deployment (registered people), or a folder of photos. Default: as the server',
      ),
    },
    async run(given, command) {
      const pairs = readLabelledPairs(await readText(given.pairs));
      const groups = given.groups === undefined ? undefined : readGroups(await readText(given.groups));
      const hasGroups = groups !== undefined || pairs.some(({ groupA }) => groupA !== undefined);
      if (given.groupsPage !== undefined && !hasGroups) {
        command.error('error: --groups-page needs --groups, or the columns group_a and group_b');
      }
      await checkOutputs([given.report, given.pairsOut, given.groupsPage, given.plot]);
      if (given.errors !== undefined) await makeFolder(given.errors);
      await using opened = await openEngine(given.asServer ? 'usual' : 'lenient');
      const { engine } = opened;
      const evaluated = await evaluateWithBar(opened, given, pairs);
      const { evaluation, scored } = evaluated;
      const byGroup = ratesByGroup(scored, groups, evaluation.configured);
      const report = { ...evaluation, ...(byGroup === undefined ? {} : { groups: byGroup }) };
      if (given.report !== undefined) await writeOutput(given.report, `${JSON.stringify(report, null, 2)}\n`);
      if (given.pairsOut !== undefined) await writeOutput(given.pairsOut, writePairs(scored));
      if (given.groupsPage !== undefined && byGroup !== undefined) {
        await writeOutput(given.groupsPage, renderGroupPage(evaluation, byGroup));
      }
      if (given.errors !== undefined) {
        const page = await renderErrorsPage(engine, given.images, evaluated);
        await writeOutput(join(given.errors, 'index.html'), page);
      }
      if (given.plot !== undefined) {
        const { scoreThreshold } = evaluation.configured;
        await writeOutput(given.plot, drawEvaluation(splitScores(scored), scoreThreshold));
      }
      return report;
    },
    describe: (report) => [...describeEvaluation(report), ...describeGroups(report.groups)],
  });
}

/** The outcome of `evaluatePairs` for photos in a folder, with a bar of progress meanwhile. */
export async function evaluateWithBar(
  opened: OpenEngine,
  { images, cohort }: { readonly images: string; readonly cohort?: string | undefined },
  pairs: ReturnType<typeof readLabelledPairs>,
): Promise<EvaluatedPairs> {
  using bar = createProgressBar(process.stderr, 'photos');
  const deps = {
    engine: opened.engine,
    // One more than workers, so that none waits for a file to be read.
    atOnce: opened.config.engine.workers + 1,
    cohort: await chooseCohort(opened, cohort),
    onProgress: (done: number, total: number) => bar.show({ done, total }),
  };
  return await evaluatePairs(deps, images, pairs);
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((cause: unknown) => {
    throw new CliError('file_unwritable', { detail: path, cause });
  });
}

async function readText(path: string): Promise<string> {
  return (await readInput(path)).toString('utf8');
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
    `as configured      threshold ${scoreThreshold.toFixed(4)} for a false match rate of ${falseMatchRate}:`,
    `                   ${describeRate(falseMatches)} of different people match, ${describeRate(falseNonMatches)} of the same person do not`,
    `rests on           ${evaluation.cohort.restsOn}`,
    `decided by         ${evaluation.networks.join(' and ')}`,
    `templates          ${evaluation.templateModel}`,
  );
  const classes = evaluation.classes.filter(({ genuinePairs }) => genuinePairs > 0);
  if (classes.length > 0) {
    lines.push('', 'class              same person not matched, as configured (95 %)');
    for (const { name, falseNonMatches, genuinePairs } of classes) {
      lines.push(`${name.padEnd(18)} ${describeRate(falseNonMatches)} of ${genuinePairs}`);
    }
  }
  return lines;
}

/** A share with its interval of 95 %, as if pairs were independent. */
function describeRate(rate: PairEvaluation['configured']['falseMatches']): string {
  return rate === null ? '-' : `${percent(rate.share)} (${percent(rate.low)} to ${percent(rate.high)})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.001 && share > 0 ? 4 : 2)} %`;
}

/** Errors within and between groups in lines for people; none without groups. */
function describeGroups(groups: GroupEvaluation | undefined): string[] {
  if (groups === undefined) return [];
  const lines = ['', 'groups             different people matched, same person not matched (95 %)'];
  for (const {
    groups: [a, b],
    falseMatches,
    falseNonMatches,
    impostorPairs,
  } of groups.rates) {
    const name = (a === b ? a : `${a} and ${b}`).padEnd(18);
    lines.push(`${name} ${describeRate(falseMatches)} of ${impostorPairs}, ${describeRate(falseNonMatches)}`);
  }
  if (groups.ungroupedPairs > 0) {
    lines.push(`no group           ${groups.ungroupedPairs} pairs have a person without a group`);
  }
  const { worstFalseMatches: worst } = groups;
  if (worst !== null) {
    lines.push(
      `worst              ${worst.groups[0]}: ${worst.toPromise?.toFixed(1)} times the promised rate, ${worst.toMean.toFixed(1)} times the mean of the groups`,
    );
  }
  return lines;
}
