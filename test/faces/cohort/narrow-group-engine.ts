import { createHash } from 'node:crypto';
import { createSeededRandom } from '../../../bench/seeded-random.ts';
import { openDeploymentCohort } from '../../../src/engine/cohort/deployment-cohort.ts';
import table from '../../../src/engine/cohort/expected-likeness.json' with { type: 'json' };
import type { FaceEngine } from '../../../src/engine/index.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const length = 512;
/** Where different people match without a cohort: so much have all of them in common. */
const [shared, threshold, steepness] = [0.5, 0.4, 29];

/** An engine to whom every photo shows another person of one narrow group; the real cohort judges them. */
export function createNarrowGroupEngine(): FaceEngine {
  const standIn = createStandInEngine();
  const searchVector = (template: Uint8Array) => ({ values: vectorOf(template), offset: 0 });
  return {
    ...standIn,
    describe: () => ({ ...standIn.describe(), scoreThreshold: threshold }),
    searchVector,
    scoreAt: (similarity) => threshold + Math.log(similarity / (1 - similarity)) / steepness,
    compare(a, b, _model, { penalty = 0, thresholdRaise = 0 } = {}) {
      const score = dot(vectorOf(a), vectorOf(b)) - penalty;
      return { score, similarity: 1 / (1 + Math.exp(-steepness * (score - threshold - thresholdRaise))) };
    },
    openCohort: async (members, { duplicateSimilarity, previous }) =>
      await openDeploymentCohort(
        members.map(({ template, ...member }) => ({ ...member, values: vectorOf(template) })),
        {
          expected: table.rows,
          duplicateLikeness:
            threshold + Math.log(duplicateSimilarity / (1 - duplicateSimilarity)) / steepness,
          previous,
        },
      ),
  };
}

function vectorOf(template: Uint8Array): Float32Array {
  const random = createSeededRandom(createHash('sha256').update(template).digest('hex'));
  const values = Float32Array.from({ length }, (_, index) =>
    index === 0 ? Math.sqrt(shared) : Math.sqrt((3 * (1 - shared)) / length) * (2 * random() - 1),
  );
  const size = Math.hypot(...values);
  return values.map((value) => value / size);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);
}
