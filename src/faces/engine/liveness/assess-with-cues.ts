import { readFileSync } from 'node:fs';
import { RecaptureDescriber } from './describe-recapture.ts';
import type { LivenessAssessor } from './liveness-assessor.ts';

/** Learnt by `bench/liveness/learn.ts`: 0.5 is the operating point that docs/reference/liveness.md describes. */
const model = JSON.parse(readFileSync(new URL('./cue-model.json', import.meta.url), 'utf8')) as {
  readonly weights: readonly number[];
  readonly bias: number;
};

/**
 * The default engine: a logistic model over traces that screens and prints leave in one photo. Learnt from and
 * measured on simulated attacks only; what it does against real ones is NOT known. It is made to let bona
 * fide photos pass, and a fine print or a good screen looks bona fide to it.
 */
export function createCueAssessor(): LivenessAssessor {
  const describer = new RecaptureDescriber();
  return {
    async assess(face) {
      const description = describer.describe(face);
      let sum = model.bias;
      for (let i = 0; i < description.length; i++) {
        sum += (model.weights[i] as number) * (description[i] as number);
      }
      return 1 / (1 + Math.exp(-sum));
    },
  };
}
