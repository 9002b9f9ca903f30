import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceEngine, FaceQuality } from '../face-engine.ts';
import type { EvaluatedPairs } from './evaluate-pairs.ts';
import type { EvaluatedPair } from './rates-by-class.ts';

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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as the content or the quoted attribute of an HTML element. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] as string);
}
