import type { Weight } from '../../../packages/networks/convert/decode-weights.ts';

/** A picture as TensorFlow keeps it: height, width, channels. */
export type ChannelsLast = {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  readonly values: readonly number[];
};

type Placement = {
  readonly stride: number;
  readonly padding: 'SAME' | 'VALID';
  readonly depthwise?: boolean;
};

/** Convolution written straight from TensorFlow's definition, to hold the converter to. */
export function convolve(
  input: ChannelsLast,
  filters: Weight,
  placement: Placement,
  bias?: Weight,
): ChannelsLast {
  const [kernelHeight = 1, kernelWidth = 1, inputs = 1, outputs = 1] = filters.shape;
  const rows = place(input.height, kernelHeight, placement);
  const columns = place(input.width, kernelWidth, placement);
  const channels = placement.depthwise ? inputs * outputs : outputs;
  const values: number[] = [];
  for (let y = 0; y < rows.count; y++) {
    for (let x = 0; x < columns.count; x++) {
      for (let channel = 0; channel < channels; channel++) {
        let sum = bias?.values[channel] ?? 0;
        for (let dy = 0; dy < kernelHeight; dy++) {
          for (let dx = 0; dx < kernelWidth; dx++) {
            const [sy, sx] = [
              y * placement.stride - rows.before + dy,
              x * placement.stride - columns.before + dx,
            ];
            if (sy < 0 || sx < 0 || sy >= input.height || sx >= input.width) continue;
            const tap = (dy * kernelWidth + dx) * inputs;
            const pixel = (sy * input.width + sx) * input.channels;
            if (placement.depthwise) {
              sum += at(input.values, pixel + channel) * at(filters.values, tap + channel);
              continue;
            }
            for (let i = 0; i < inputs; i++) {
              sum += at(input.values, pixel + i) * at(filters.values, (tap + i) * outputs + channel);
            }
          }
        }
        values.push(sum);
      }
    }
  }
  return { height: rows.count, width: columns.count, channels, values };
}

export function maxPool(input: ChannelsLast, kernel: number, stride: number): ChannelsLast {
  const rows = place(input.height, kernel, { stride, padding: 'SAME' });
  const columns = place(input.width, kernel, { stride, padding: 'SAME' });
  const values: number[] = [];
  for (let y = 0; y < rows.count; y++) {
    for (let x = 0; x < columns.count; x++) {
      for (let channel = 0; channel < input.channels; channel++) {
        let largest = -Infinity;
        for (let dy = 0; dy < kernel; dy++) {
          for (let dx = 0; dx < kernel; dx++) {
            const [sy, sx] = [y * stride - rows.before + dy, x * stride - columns.before + dx];
            if (sy < 0 || sx < 0 || sy >= input.height || sx >= input.width) continue;
            largest = Math.max(largest, at(input.values, (sy * input.width + sx) * input.channels + channel));
          }
        }
        values.push(largest);
      }
    }
  }
  return { height: rows.count, width: columns.count, channels: input.channels, values };
}

export function clamp(input: ChannelsLast, low: number, high: number): ChannelsLast {
  return { ...input, values: input.values.map((value) => Math.min(high, Math.max(low, value))) };
}

/** `input * scale + offset`, channel by channel. */
export function addConstant(input: ChannelsLast, offset: Weight, scale: Weight): ChannelsLast {
  const values = input.values.map((value, i) => {
    const channel = i % input.channels;
    return value * at(scale.values, channel) + at(offset.values, channel);
  });
  return { ...input, values };
}

export function prelu(input: ChannelsLast, slope: Weight): ChannelsLast {
  const values = input.values.map((value, i) =>
    value < 0 ? value * at(slope.values, i % input.channels) : value,
  );
  return { ...input, values };
}

/** Zeros behind the channels of each pixel. */
export function padChannels(input: ChannelsLast, count: number): ChannelsLast {
  const values: number[] = [];
  for (let start = 0; start < input.values.length; start += input.channels) {
    values.push(...input.values.slice(start, start + input.channels), ...new Array<number>(count).fill(0));
  }
  return { ...input, channels: input.channels + count, values };
}

export function flattenAndMultiply(input: ChannelsLast, weights: Weight, bias: Weight): number[] {
  return Array.from(bias.values, (start, output) =>
    input.values.reduce(
      (sum, value, i) => sum + value * at(weights.values, i * bias.values.length + output),
      start,
    ),
  );
}

function place(
  length: number,
  kernel: number,
  { stride, padding }: Placement,
): { count: number; before: number } {
  if (padding === 'VALID') return { count: Math.floor((length - kernel) / stride) + 1, before: 0 };
  const count = Math.ceil(length / stride);
  return { count, before: Math.floor(Math.max(0, (count - 1) * stride + kernel - length) / 2) };
}

function at(values: ArrayLike<number>, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`No value at ${index}`);
  return value;
}
