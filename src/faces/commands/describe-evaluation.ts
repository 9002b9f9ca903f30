import {
  type EvaluatedRate,
  evaluatedRates,
  type GroupEvaluation,
  type PairEvaluation,
} from '../../engine/index.ts';

/** The figures in lines for people. */
export function describeEvaluation(evaluation: PairEvaluation): string[] {
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
export function describeGroups(groups: GroupEvaluation | undefined): string[] {
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
  const { worstFalseMatches: worst } = groups;
  if (worst !== null) {
    lines.push(
      `worst              ${worst.groups[0]}: ${worst.toPromise?.toFixed(1)} times the promised rate, ${worst.toMean.toFixed(1)} times the mean of the groups`,
    );
  }
  return lines;
}
