/** One example: what it is described by, whether it is of the class sought, and what it stands for in reports. */
export type Example = { readonly features: Float32Array; readonly label: 0 | 1; readonly weight: number };

/** A logistic model on standardised features, folded into plain weights. */
export type LogisticModel = { readonly weights: number[]; readonly bias: number };

/**
 * Fits a logistic regression with a ridge penalty by gradient descent with momentum on standardised features. The
 * two classes weigh alike; `weight` sets the weights within a class.
 */
export function fitLogistic(examples: readonly Example[], ridge: number, rounds = 600): LogisticModel {
  const count = examples[0]?.features.length ?? 0;
  const { means, spreads } = moments(examples, count);
  const totals = [0, 1].map((label) =>
    examples.reduce((sum, example) => sum + (example.label === label ? example.weight : 0), 0),
  );
  const rows = examples.map(({ features, label, weight }) => ({
    values: Float64Array.from(
      features,
      (value, i) => (value - (means[i] as number)) / (spreads[i] as number),
    ),
    label,
    weight: weight / (2 * (totals[label] as number)),
  }));
  const weights = new Float64Array(count);
  const speeds = new Float64Array(count);
  let [bias, biasSpeed] = [0, 0];
  const rate = 4 / (1 + Math.sqrt(count) / 4);
  for (let round = 0; round < rounds; round++) {
    const gradient = new Float64Array(count);
    let biasGradient = 0;
    for (const { values, label, weight } of rows) {
      let sum = bias;
      for (let i = 0; i < count; i++) sum += (weights[i] as number) * (values[i] as number);
      const error = weight * (label - 1 / (1 + Math.exp(-sum)));
      biasGradient += error;
      for (let i = 0; i < count; i++) gradient[i] = (gradient[i] as number) + error * (values[i] as number);
    }
    for (let i = 0; i < count; i++) {
      const step = rate * ((gradient[i] as number) - ridge * (weights[i] as number));
      speeds[i] = 0.9 * (speeds[i] as number) + step;
      weights[i] = (weights[i] as number) + (speeds[i] as number);
    }
    biasSpeed = 0.9 * biasSpeed + rate * biasGradient;
    bias += biasSpeed;
  }
  let shift = bias;
  const plain = Array.from(weights, (weight, i) => {
    shift -= (weight * (means[i] as number)) / (spreads[i] as number);
    return weight / (spreads[i] as number);
  });
  return { weights: plain.map(short), bias: short(shift) };
}

export function applyLogistic({ weights, bias }: LogisticModel, features: Float32Array): number {
  const sum = weights.reduce((total, weight, i) => total + weight * (features[i] as number), bias);
  return 1 / (1 + Math.exp(-sum));
}

function moments(
  examples: readonly Example[],
  count: number,
): { means: Float64Array; spreads: Float64Array } {
  const means = new Float64Array(count);
  const spreads = new Float64Array(count);
  for (const { features } of examples) {
    for (let i = 0; i < count; i++)
      means[i] = (means[i] as number) + (features[i] as number) / examples.length;
  }
  for (const { features } of examples) {
    for (let i = 0; i < count; i++) {
      spreads[i] = (spreads[i] as number) + ((features[i] as number) - (means[i] as number)) ** 2;
    }
  }
  return { means, spreads: spreads.map((sum) => Math.sqrt(sum / examples.length) || 1) };
}

/** Five digits are more than the data can tell apart. */
function short(value: number): number {
  return Number(value.toPrecision(5));
}
