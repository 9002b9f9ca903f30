import { readFileSync } from 'node:fs';
import { describeStrip, eyesStrip, mouthStrip, type Strip, stripLength } from './describe-strip.ts';

/** The visibility of the eyes and the mouth of a face, each from 0 (covered) to 1. */
export type Visibility = { readonly eyesVisibility: number; readonly mouthVisibility: number };

type LinearModel = { readonly weights: readonly number[]; readonly bias: number };

/** Learnt by `bench/quality/learn-visibility.ts`. */
const model = JSON.parse(readFileSync(new URL('./visibility-model.json', import.meta.url), 'utf8')) as {
  readonly eyes: LinearModel;
  readonly mouth: LinearModel;
};

const parts = {
  eyes: { strip: eyesStrip, ...model.eyes, description: new Float32Array(stripLength(eyesStrip)) },
  mouth: { strip: mouthStrip, ...model.mouth, description: new Float32Array(stripLength(mouthStrip)) },
} as const;

/**
 * Judges by the aligned grey face alone. Learnt from covers drawn over photos: sunglasses that let eyes through,
 * clear glasses and full beards count as seen, most of the time.
 */
export function estimateVisibility(grey: Float32Array): Visibility {
  return { eyesVisibility: judge(grey, parts.eyes), mouthVisibility: judge(grey, parts.mouth) };
}

function judge(
  grey: Float32Array,
  part: LinearModel & { readonly strip: Strip; readonly description: Float32Array },
): number {
  const description = describeStrip(grey, part.strip, part.description);
  let sum = part.bias;
  for (let i = 0; i < description.length; i++) {
    sum += (part.weights[i] as number) * (description[i] as number);
  }
  return 1 / (1 + Math.exp(-sum));
}
