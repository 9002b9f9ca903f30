import type { EvaluatedPair } from './evaluate-pairs.ts';

/** CSV of the pairs with their scores, in the given order. A pair with a failed photo has no score. */
export function writePairs(pairs: readonly EvaluatedPair[]): string {
  const lines = pairs.map(({ pair, same, fold, score, similarity, penalty }) => {
    const figures = Number.isFinite(score)
      ? [score.toFixed(6), similarity.toFixed(6), penalty.toFixed(6)]
      : ['', '', ''];
    return [quote(pair.imageA), quote(pair.imageB), String(same), quote(fold), ...figures].join(',');
  });
  return `${['image_a,image_b,same_person,fold,score,similarity,taken_off', ...lines].join('\n')}\n`;
}

function quote(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
