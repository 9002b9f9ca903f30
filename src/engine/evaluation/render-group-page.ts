import type { Rate } from './error-rates.ts';
import type { PairEvaluation } from './evaluate-pairs.ts';
import type { GroupEvaluation, WorstRatio } from './rates-by-group.ts';
import { escapeHtml } from './render-errors-page.ts';

/**
 * An HTML page for an auditor: how often people of each group are taken for each other or not recognised, with
 * intervals, after the manner of NIST's reports on demographic effects.
 */
export function renderGroupPage(evaluation: PairEvaluation, groups: GroupEvaluation): string {
  const { configured, cohort, templateModel, networks } = evaluation;
  const rows = groups.rates.map(
    ({ groups: [a, b], impostorPairs, falseMatches, genuinePairs, falseNonMatches }) => `<tr>
<th scope="row">${escapeHtml(a === b ? a : `${a} and ${b}`)}</th>
<td>${impostorPairs}</td><td>${describe(falseMatches)}</td><td>${compare(falseMatches, configured.falseMatchRate)}</td>
<td>${genuinePairs}</td><td>${describe(falseNonMatches)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Face comparison by group</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
table{border-collapse:collapse;width:100%}th,td{border:1px solid #999;padding:.3rem .5rem;text-align:left;vertical-align:top}
thead th{background:#eee}</style></head><body>
<h1>Face comparison by group</h1>
<p>Decided at the score ${configured.scoreThreshold.toFixed(4)}, which promises a false match rate of
${configured.falseMatchRate}. The promise rests on ${escapeHtml(cohort.restsOn)}. Decided by
${escapeHtml(networks.join(' and '))}. Templates: ${escapeHtml(templateModel)}.
${evaluation.images} photos, ${evaluation.pairs} pairs; ${evaluation.failures} photos showed no usable face.
${groups.ungroupedPairs} pairs have a person without a group.</p>
<h2>Worst groups</h2>
<ul><li>${describeWorst('False matches', groups.worstFalseMatches)}</li>
<li>${describeWorst('False non-matches', groups.worstFalseNonMatches)}</li></ul>
<h2>Rates</h2>
<table><thead><tr><th scope="col">Group</th><th scope="col">Pairs of different people</th>
<th scope="col">Matched (false match rate)</th><th scope="col">Times the promise</th>
<th scope="col">Pairs of one person</th><th scope="col">Not matched (false non-match rate)</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
<h2>How to read it</h2>
<p>A false match takes two people for one. A false non-match does not recognise a person. Intervals of 95 % are as if
pairs were independent; pairs that share people make the true ones wider. Where no pair went wrong, the upper end of the
interval is what can be said. The groups are those of the given list; nothing was estimated from the photos.</p>
</body></html>
`;
}

function describe(rate: Rate | null): string {
  if (rate === null) return 'no pair';
  return `${figure(rate.share)} (${figure(rate.low)} to ${figure(rate.high)})`;
}

function compare(rate: Rate | null, promised: number): string {
  if (rate === null) return '';
  return `${(rate.share / promised).toFixed(1)} (${(rate.low / promised).toFixed(1)} to ${(rate.high / promised).toFixed(1)})`;
}

function describeWorst(name: string, worst: WorstRatio | null): string {
  if (worst === null) return `${name}: none within any group.`;
  const promise = worst.toPromise === undefined ? '' : `, ${worst.toPromise.toFixed(1)} times the promise`;
  return `${name}: ${escapeHtml(worst.groups[0])}, ${describe(worst.rate)}: ${worst.toMean.toFixed(1)} times the geometric mean of the groups with any${promise}.`;
}

function figure(share: number): string {
  return share === 0 ? '0' : share < 0.001 ? share.toExponential(1) : `${(share * 100).toFixed(2)} %`;
}
