import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '../../platform/printable.ts';
import type { FaceEngine, FaceQuality } from '../face-engine.ts';
import type { Rate } from './error-rates.ts';
import type { EvaluatedPairs, PairEvaluation } from './evaluate-pairs.ts';
import type { EvaluatedPair, GroupEvaluation, WorstRatio } from './rates-by-class-and-group.ts';

const mostOfEach = 20;

/** Of the 468 points of the mesh: the corners of the eyes, the nose tip, the corners of the mouth, the chin. */
const shownPoints = [33, 133, 362, 263, 4, 61, 291, 152];

/**
 * An HTML page of the pairs decided most wrongly, side by side: those of one person with the least scores and those of
 * different people with the highest, with score, quality and landmarks. The photos are in the page.
 */
export async function renderErrorsPage(
  engine: FaceEngine,
  folder: string,
  { evaluation, scored, qualities }: EvaluatedPairs,
): Promise<string> {
  const known = scored.filter(({ score }) => Number.isFinite(score));
  const missed = known.filter(({ same }) => same).sort((a, b) => a.score - b.score);
  const matched = known.filter(({ same }) => !same).sort((a, b) => b.score - a.score);
  const threshold = evaluation.configured.scoreThreshold;
  const sections = [
    await renderSection('One person, least alike', missed.slice(0, mostOfEach)),
    await renderSection('Different people, most alike', matched.slice(0, mostOfEach)),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Worst pairs</title>
<style>body{font:15px/1.4 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
.pair{display:flex;gap:1rem;margin:0 0 1.5rem;border-top:1px solid #999;padding-top:.5rem}figure{margin:0;flex:1}
svg{width:100%;max-height:22rem}figcaption{font-size:.85rem}.wrong{color:#a00;font-weight:bold}</style></head><body>
<h1>Worst pairs</h1><p>Threshold ${threshold.toFixed(4)}. Rests on ${escapeHtml(evaluation.cohort.restsOn)}.
Decided by ${escapeHtml(evaluation.networks.join(' and '))}.</p>
${sections.join('\n')}
</body></html>
`;

  async function renderSection(title: string, pairs: readonly EvaluatedPair[]): Promise<string> {
    const rendered: string[] = [];
    for (const { pair, same, score, penalty } of pairs) {
      const isWrong = score >= threshold !== same;
      const photos = [await renderPhoto(pair.imageA), await renderPhoto(pair.imageB)];
      rendered.push(`<h3${isWrong ? ' class="wrong"' : ''}>score ${score.toFixed(4)}, ${penalty.toFixed(4)} taken off${isWrong ? ', decided wrongly' : ''}</h3>
<div class="pair">${photos.join('\n')}</div>`);
    }
    return `<h2>${title}</h2>\n${rendered.join('\n')}`;
  }

  async function renderPhoto(image: string): Promise<string> {
    const bytes = await readFile(join(folder, image));
    const { points, photo, box } = await engine.observe(bytes);
    const dots = shownPoints.map(
      (point) =>
        `<circle cx="${points[2 * point]?.toFixed(1)}" cy="${points[2 * point + 1]?.toFixed(1)}" r="${(box.width / 60).toFixed(1)}" fill="#0f0"/>`,
    );
    return `<figure><svg viewBox="0 0 ${photo.width} ${photo.height}" role="img" aria-label="${escapeHtml(image)}">
<image href="data:image/${typeOf(bytes)};base64,${bytes.toString('base64')}" width="${photo.width}" height="${photo.height}"/>
${dots.join('')}</svg><figcaption>${escapeHtml(image)}<br>${describeQuality(qualities.get(image))}</figcaption></figure>`;
  }
}

function describeQuality(quality: FaceQuality | undefined): string {
  if (quality === undefined) return '';
  const { eyeDistancePx, sharpness, yawDegrees, pitchDegrees, brightness } = quality;
  return [
    `eyes ${eyeDistancePx.toFixed(0)} px apart`,
    `sharpness ${sharpness.toFixed(0)}`,
    `turned ${yawDegrees.toFixed(0)}° and ${pitchDegrees.toFixed(0)}°`,
    `brightness ${brightness.toFixed(0)}`,
  ].join(', ');
}

function typeOf(bytes: Buffer): string {
  if (bytes[0] === 0x89) return 'png';
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return bytes.toString('latin1', 4, 8) === 'ftyp' ? 'avif' : 'jpeg';
}

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
