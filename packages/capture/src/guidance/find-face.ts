import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import plainUrl from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import simdUrl from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { ready, setBackend, type Tensor, tensor4d } from '@tensorflow/tfjs-core';
import weightsUrl from 'face-models/blazeface.bin?url';
import graphUrl from 'face-models/blazeface.json?url';

export type Point = { readonly x: number; readonly y: number };

/** A face in the camera's picture; lengths as a fraction of the picture's shorter side, from its centre. */
export type SeenFace = {
  readonly centre: Point;
  readonly width: number;
  readonly height: number;
  /** Right and left as the person's own. */
  readonly rightEye: Point;
  readonly leftEye: Point;
  readonly nose: Point;
  readonly mouth: Point;
  readonly rightEar: Point;
  readonly leftEar: Point;
};

export type Look = {
  readonly faces: readonly SeenFace[];
  /** Mean brightness of the picture's middle, 0 to 1. */
  readonly brightness: number;
};

export type FaceFinder = { look(picture: HTMLCanvasElement): Promise<Look> };

const side = 256;
const leastScore = 0.6;
const overlapLimit = 0.3;
const valuesPerBox = 16;
const layers = [
  { cells: 16, perCell: 2 },
  { cells: 8, perCell: 6 },
] as const;

/**
 * Loads BlazeFace, which only guides the person: the server judges the photos by itself and believes nothing of this.
 */
export async function loadFaceFinder(): Promise<FaceFinder> {
  setWasmPaths({
    'tfjs-backend-wasm.wasm': plainUrl,
    'tfjs-backend-wasm-simd.wasm': simdUrl,
    // Never taken: threads need isolation from other origins, which the page does not ask for.
    'tfjs-backend-wasm-threaded-simd.wasm': simdUrl,
  });
  if (!(await setBackend('wasm'))) throw new Error('No WebAssembly');
  await ready();
  const [graph, weights] = await Promise.all([
    fetch(graphUrl).then((response) => response.json()),
    fetch(weightsUrl).then((response) => response.arrayBuffer()),
  ]);
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology: graph.modelTopology,
      format: graph.format,
      weightSpecs: graph.weightsManifest[0].weights,
      weightData: weights,
      ...(graph.userDefinedMetadata === undefined ? {} : { userDefinedMetadata: graph.userDefinedMetadata }),
    }),
  });
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No canvas');
  const input = new Float32Array(side * side * 3);
  return {
    async look(picture) {
      if (picture.width === 0) return { faces: [], brightness: 0 };
      const scale = side / Math.max(picture.width, picture.height);
      const [width, height] = [picture.width * scale, picture.height * scale];
      context.clearRect(0, 0, side, side);
      context.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height);
      const { data } = context.getImageData(0, 0, side, side);
      for (let pixel = 0; pixel < side * side; pixel++) {
        for (let channel = 0; channel < 3; channel++) {
          input[pixel * 3 + channel] = (data[pixel * 4 + channel] as number) / 127.5 - 1;
        }
      }
      const pixels = tensor4d(input, [1, side, side, 3]);
      const outputs = model.execute(pixels, [
        'Identity:0',
        'Identity_1:0',
        'Identity_2:0',
        'Identity_3:0',
      ]) as Tensor[];
      try {
        const [scores16, scores8, boxes16, boxes8] = await Promise.all(outputs.map((each) => each.data()));
        const found = [
          ...readLayer(scores16 as Float32Array, boxes16 as Float32Array, layers[0]),
          ...readLayer(scores8 as Float32Array, boxes8 as Float32Array, layers[1]),
        ];
        const unit = Math.min(width, height);
        return { faces: keepBest(found).map((each) => toFace(each, unit)), brightness: brightnessOf(data) };
      } finally {
        pixels.dispose();
        for (const output of outputs) output.dispose();
      }
    },
  };
}

type Found = { readonly score: number; readonly values: readonly number[] };

function readLayer(
  scores: Float32Array,
  boxes: Float32Array,
  { cells, perCell }: (typeof layers)[number],
): Found[] {
  const stride = side / cells;
  const found: Found[] = [];
  for (let i = 0; i < scores.length; i++) {
    const score = 1 / (1 + Math.exp(-(scores[i] as number)));
    if (score < leastScore) continue;
    const cell = Math.floor(i / perCell);
    const anchor = [((cell % cells) + 0.5) * stride, (Math.floor(cell / cells) + 0.5) * stride];
    const values = [...boxes.subarray(i * valuesPerBox, (i + 1) * valuesPerBox)].map((value, k) =>
      k === 2 || k === 3 ? value : value + (anchor[k % 2] as number),
    );
    found.push({ score, values });
  }
  return found;
}

function keepBest(found: Found[]): Found[] {
  const kept: Found[] = [];
  for (const each of found.sort((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlap(other.values, each.values) <= overlapLimit)) kept.push(each);
  }
  return kept;
}

/** Intersection over union. */
function overlap(a: readonly number[], b: readonly number[]): number {
  const [ax = 0, ay = 0, aw = 0, ah = 0] = a;
  const [bx = 0, by = 0, bw = 0, bh = 0] = b;
  const width = Math.min(ax + aw / 2, bx + bw / 2) - Math.max(ax - aw / 2, bx - bw / 2);
  const height = Math.min(ay + ah / 2, by + bh / 2) - Math.max(ay - ah / 2, by - bh / 2);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (aw * ah + bw * bh - width * height);
}

function toFace({ values }: Found, unit: number): SeenFace {
  const point = (index: number): Point => ({
    x: ((values[index] as number) - side / 2) / unit,
    y: ((values[index + 1] as number) - side / 2) / unit,
  });
  return {
    centre: point(0),
    width: (values[2] as number) / unit,
    height: (values[3] as number) / unit,
    rightEye: point(4),
    leftEye: point(6),
    nose: point(8),
    mouth: point(10),
    rightEar: point(12),
    leftEar: point(14),
  };
}

function brightnessOf(data: Uint8ClampedArray): number {
  let sum = 0;
  let count = 0;
  for (let y = side / 4; y < (side * 3) / 4; y += 4) {
    for (let x = side / 4; x < (side * 3) / 4; x += 4) {
      sum += data[(y * side + x) * 4 + 1] as number;
      count++;
    }
  }
  return sum / count / 255;
}
