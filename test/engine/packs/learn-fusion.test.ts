import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSeededRandom } from '../../../bench/seeded-random.ts';
import { fuseVectors, learnFusion } from '../../../src/engine/packs/learn-fusion.ts';
import { type EmbeddedPhoto, productOf, scoreAllPairs } from '../../../src/engine/packs/measure-scores.ts';

const values = 16;

/** Two photos of each of many people, by networks that see people through noise of their own. */
function photosOf(people: number, noise: readonly [number, number]): EmbeddedPhoto[] {
  const random = createSeededRandom(7);
  const bell = () => random() + random() + random() - 1.5;
  const drawn = Array.from({ length: people }, () =>
    noise.map(() => Float32Array.from({ length: values }, bell)),
  );
  return drawn.flatMap((face, person) =>
    [0, 1].map(() => ({
      person: `person ${person}`,
      vectors: face.map((own, network) => {
        const seen = own.map((value) => value + noise[network as 0 | 1] * bell());
        const length = Math.hypot(...seen);
        return seen.map((value) => value / length);
      }),
    })),
  );
}

async function learn(photos: readonly EmbeddedPhoto[]) {
  return await learnFusion(photos, [await scoreAllPairs(photos, 0), await scoreAllPairs(photos, 1)]);
}

describe('the fusion of two networks', () => {
  it('of equal worth weighs them alike, and misses fewer of people left out than either', async () => {
    const { weights, shares, leftOut } = await learn(photosOf(250, [0.5, 0.5]));
    assert.ok(weights.pack >= 0.3 && weights.pack <= 0.7, `${weights.pack}`);
    assert.ok(Math.abs(shares.default + shares.pack - 1) < 1e-9);
    assert.deepEqual(
      leftOut.map(({ falseMatchRate }) => falseMatchRate),
      [1e-2, 1e-3, 1e-4],
    );
    for (const { falseMatchRate, had, missed, missedByDefault, missedByPack } of leftOut.slice(0, 2)) {
      assert.ok(had.mean > falseMatchRate / 3 && had.mean < falseMatchRate * 3, `${had.mean}`);
      assert.ok(had.least <= had.mean && had.mean <= had.most);
      assert.ok(missed.mean < Math.min(missedByDefault.mean, missedByPack.mean));
    }
  });

  it('gives a network that tells nobody apart no weight', async () => {
    const { weights, shares } = await learn(photosOf(150, [0.4, 50]));
    assert.deepEqual([weights.pack, shares.pack], [0, 0]);
  });

  it('is the product of fused vectors', async () => {
    const [a, b] = photosOf(1, [0.5, 0.5]) as [EmbeddedPhoto, EmbeddedPhoto];
    const shares = { default: 0.7, pack: 0.3 };
    const [fused, other] = [fuseVectors(a, shares), fuseVectors(b, shares)];
    const parts = [0, 1].map((which) => productOf(a.vectors[which]!, b.vectors[which]!));
    const score = productOf(fused.vectors[0]!, other.vectors[0]!);
    assert.ok(Math.abs(score - (0.7 * parts[0]! + 0.3 * parts[1]!)) < 1e-6);
  });
});
