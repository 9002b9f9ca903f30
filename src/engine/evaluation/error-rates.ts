/** A pair that was scored. Without a template of both photos the score is minus infinity: no match at any threshold. */
export type ScoredPair = { readonly same: boolean; readonly score: number; readonly fold: string };

/**
 * Scores of pairs of the same person and of different people (mated and non-mated comparisons in ISO/IEC 19795-1), each
 * from low to high.
 */
export type ScoreSets = { readonly genuine: Float64Array; readonly impostor: Float64Array };

/** A share with its interval of 95 %. */
export type Rate = { readonly share: number; readonly low: number; readonly high: number };

/** The scores of pairs of one person and of pairs of different people, each ascending. */
export function splitScores(pairs: readonly ScoredPair[]): ScoreSets {
  const scoresOf = (same: boolean) =>
    Float64Array.from(
      pairs.filter((pair) => pair.same === same),
      ({ score }) => score,
    ).sort();
  return { genuine: scoresOf(true), impostor: scoresOf(false) };
}

/** The number of sorted scores at or above a threshold. */
export function countAtLeast(sorted: Float64Array, threshold: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) >= threshold) high = middle;
    else low = middle + 1;
  }
  return sorted.length - low;
}

/**
 * The lowest threshold at which no greater share of pairs of different people matches. With fewer than `1 / rate` of
 * them, none may match: the threshold lies just above the highest. Undefined without any.
 */
export function thresholdAt({ impostor }: ScoreSets, rate: number): number | undefined {
  if (impostor.length === 0) return undefined;
  // Rounding down would make of 0.001 times 3,000 two instead of three.
  const allowed = Math.floor(impostor.length * rate + 1e-9);
  const highestRefused = impostor[impostor.length - 1 - allowed];
  return highestRefused === undefined ? impostor[0] : nextAbove(highestRefused);
}

/** The share of pairs of the same person below a threshold. Undefined without any. */
export function missedAt({ genuine }: ScoreSets, threshold: number): Rate | undefined {
  return wilson(genuine.length - countAtLeast(genuine, threshold), genuine.length);
}

/** The share of pairs of different people at or above a threshold. Undefined without any. */
export function matchedAt({ impostor }: ScoreSets, threshold: number): Rate | undefined {
  return wilson(countAtLeast(impostor, threshold), impostor.length);
}

/** The rate at which as many pairs of one kind are decided wrongly as of the other. Undefined without both. */
export function equalErrorRate(sets: ScoreSets): number | undefined {
  const { genuine, impostor } = sets;
  if (genuine.length === 0 || impostor.length === 0) return undefined;
  let before = { matched: 1, missed: 0 };
  for (const threshold of Float64Array.from([...new Set([...genuine, ...impostor])]).sort()) {
    const matched = countAtLeast(impostor, nextAbove(threshold)) / impostor.length;
    const missed = 1 - countAtLeast(genuine, nextAbove(threshold)) / genuine.length;
    if (missed >= matched) {
      // Both are steps: between two of them the curve is taken to be straight.
      const gapBefore = before.matched - before.missed;
      const share = gapBefore / (gapBefore + missed - matched || 1);
      return before.missed + share * (missed - before.missed);
    }
    before = { matched, missed };
  }
  return before.missed;
}

/** Share of pairs decided rightly, fold by fold, each at the threshold that suits the other folds best. */
export function accuracyByFold(pairs: readonly ScoredPair[]): readonly number[] {
  const folds = [...new Set(pairs.map(({ fold }) => fold))];
  if (folds.length < 2) return [];
  return folds.map((fold) => {
    const threshold = bestThreshold(splitScores(pairs.filter((pair) => pair.fold !== fold)));
    const own = pairs.filter((pair) => pair.fold === fold);
    return own.filter(({ same, score }) => score >= threshold === same).length / own.length;
  });
}

/** The threshold with the most pairs on their right side, in the middle of the gap it lies in. */
export function bestThreshold({ genuine, impostor }: ScoreSets): number {
  const scores = Float64Array.from([...genuine, ...impostor])
    .sort()
    .filter(Number.isFinite);
  let best = { right: -1, threshold: 0 };
  for (let i = 0; i <= scores.length; i++) {
    const [below, above] = [scores[i - 1], scores[i]];
    if (above !== undefined && above === below) continue;
    const threshold =
      below === undefined || above === undefined ? (above ?? nextAbove(below ?? 0)) : (below + above) / 2;
    const right = countAtLeast(genuine, threshold) + impostor.length - countAtLeast(impostor, threshold);
    if (right > best.right) best = { right, threshold };
  }
  return best.threshold;
}

/** Wilson's interval of 95 %, for trials independent of each other. */
export function wilson(hits: number, trials: number): Rate | undefined {
  if (trials === 0) return undefined;
  const z = 1.96;
  const share = hits / trials;
  const middle = share + (z * z) / (2 * trials);
  const half = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return {
    share,
    low: hits === 0 ? 0 : Math.max(0, (middle - half) / scale),
    high: hits === trials ? 1 : Math.min(1, (middle + half) / scale),
  };
}

/** The smallest number greater than a finite one. */
function nextAbove(value: number): number {
  if (!Number.isFinite(value)) return value === Number.NEGATIVE_INFINITY ? -Number.MAX_VALUE : value;
  if (value === 0) return Number.MIN_VALUE;
  const bits = new BigInt64Array(1);
  const number = new Float64Array(bits.buffer);
  number[0] = value;
  bits[0] = (bits[0] as bigint) + (value > 0 ? 1n : -1n);
  return number[0] as number;
}
