import type { Weight } from './decode-weights.ts';
import type { ConvolutionWeights } from './graph-builder.ts';

/** Weights stored height, width, inputs, outputs, turned into ONNX's order. Always a copy. */
export function convolutionWeights(filters: Weight, bias?: Float32Array): ConvolutionWeights {
  const [height = 1, width = 1, inputs = 1, outputs = 1] = filters.shape;
  const area = height * width;
  const values = new Float32Array(filters.values.length);
  let source = 0;
  for (let place = 0; place < area; place++) {
    for (let input = 0; input < inputs; input++) {
      for (let output = 0; output < outputs; output++) {
        values[(output * inputs + input) * area + place] = filters.values[source++] as number;
      }
    }
  }
  return {
    values,
    shape: [outputs, inputs, height, width],
    groups: 1,
    bias: bias === undefined ? new Float32Array(outputs) : bias.slice(),
  };
}

/**
 * Weights of a depthwise convolution, stored height, width, channels, multiplier, turned into ONNX's order: one
 * group a channel. Always a copy.
 */
export function depthwiseWeights(filters: Weight): ConvolutionWeights {
  const [height = 1, width = 1, channels = 1, multiplier = 1] = filters.shape;
  const whole: Weight = { shape: [height, width, 1, channels * multiplier], values: filters.values };
  return { ...convolutionWeights(whole), groups: channels };
}

/** Multiplies every output channel by its factor, in place. */
export function scaleOutputs(convolution: ConvolutionWeights, factors: Float32Array): void {
  const size = convolution.values.length / convolution.shape[0];
  for (let i = 0; i < convolution.values.length; i++) {
    convolution.values[i] = (convolution.values[i] as number) * factorOf(factors, Math.floor(i / size));
  }
  for (let i = 0; i < convolution.bias.length; i++) {
    convolution.bias[i] = (convolution.bias[i] as number) * factorOf(factors, i);
  }
}

/** Adds to every output channel its offset, in place. */
export function addToOutputs(convolution: ConvolutionWeights, offsets: Float32Array): void {
  for (let i = 0; i < convolution.bias.length; i++) {
    convolution.bias[i] = (convolution.bias[i] as number) + factorOf(offsets, i);
  }
}

function factorOf(values: Float32Array, channel: number): number {
  return values[values.length === 1 ? 0 : channel] as number;
}
