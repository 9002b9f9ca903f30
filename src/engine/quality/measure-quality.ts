import { readFileSync } from 'node:fs';
import type { FaceQuality, QualityComponents } from '../face-engine.ts';
import { distance, type Point } from '../geometry.ts';
import { alignedView, boundsOf, eyeCentres, type Landmarks, landmark } from '../locate-landmarks.ts';
import { drawView, type PixelScaling, type Pyramid } from '../raster.ts';
import { describeStrip, eyesStrip, mouthStrip, type Strip, stripLength } from './describe-strip.ts';
import { estimatePose } from './estimate-pose.ts';

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

/** Side of the aligned face that is measured; eyes, nose and mouth stand as in the common five-point template. */
const alignedSize = 112;

const area = alignedSize * alignedSize;

/** Planes weighted as in ITU-R BT.601, so that their sum is the grey value. */
const scaling: PixelScaling = { planes: [0, 1, 2], scale: [0.299, 0.587, 0.114], offset: [0, 0, 0] };

/** Greys at and below, at and above which a pixel counts as under- and overexposed (ISO/IEC 29794-5). */
const [darkGrey, brightGrey] = [25, 247];

/**
 * Sharpness is measured as if every face had this contrast: a dark photo is not a blurred one. Below the lesser one
 * noise would be taken for sharpness.
 */
const [ordinaryContrast, leastContrast] = [50, 8];

/** Where the photo lies in what is measured: `photo = searched * scale + (left, top)`. */
export type PhotoFrame = {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  /** Size of the whole photo. */
  readonly width: number;
  readonly height: number;
};

/** Measures the look of a face; keeps its pictures between calls, so one per worker. */
export class QualityMeter {
  readonly #planes = new Float32Array(3 * area);
  readonly #histogram = new Float32Array(256);
  readonly #left = new Float32Array(cheekBins);
  readonly #right = new Float32Array(cheekBins);

  measure(pyramid: Pyramid, landmarks: Landmarks, frame: PhotoFrame, detectionScore: number): FaceQuality {
    const grey = this.drawGrey(pyramid, landmarks);
    const eyes = eyeCentres(landmarks);
    const width = boundsOf(landmarks).width * frame.scale;
    const { mean, variance } = momentsOf(grey);
    const contrast = Math.sqrt(variance);
    const figures = {
      faceWidthPx: width,
      eyeDistancePx: distance(eyes.right, eyes.left) * frame.scale,
      faceWidthShare: Math.min(1, width / frame.width),
      faceInsideShare: insideShare(landmarks, frame),
      ...estimatePose(landmarks),
      sharpness: laplacianVariance(grey) * (ordinaryContrast / Math.max(leastContrast, contrast)) ** 2,
      brightness: mean,
      contrast,
      ...this.#exposure(grey),
      illuminationUniformity: this.#illuminationUniformity(grey),
      ...openness(landmarks, eyes),
      ...estimateVisibility(grey),
      detectionScore,
    };
    return { ...figures, components: scoreComponents(figures) };
  }

  /** The aligned face in grey, good until the next call. */
  drawGrey(pyramid: Pyramid, landmarks: Landmarks): Float32Array {
    const planes = this.#planes;
    drawView(pyramid, alignedView(landmarks, alignedSize), alignedSize, scaling, planes);
    for (let i = 0; i < area; i++) {
      planes[i] = (planes[i] as number) + (planes[i + area] as number) + (planes[i + 2 * area] as number);
    }
    return planes.subarray(0, area);
  }

  #exposure(
    grey: Float32Array,
  ): Pick<FaceQuality, 'underexposedShare' | 'overexposedShare' | 'dynamicRangeBits'> {
    const histogram = this.#histogram.fill(0);
    // By index: an iterator makes an object for each of 5,000 pixels.
    for (let at = 0; at < facePixels.length; at++) {
      const bin = Math.min(255, Math.round(grey[facePixels[at] as number] as number));
      histogram[bin] = (histogram[bin] as number) + 1;
    }
    let [dark, bright, bits] = [0, 0, 0];
    for (let value = 0; value < 256; value++) {
      const share = (histogram[value] as number) / facePixels.length;
      if (value <= darkGrey) dark += share;
      if (value >= brightGrey) bright += share;
      if (share > 0) bits -= share * Math.log2(share);
    }
    return { underexposedShare: dark, overexposedShare: bright, dynamicRangeBits: bits };
  }

  /** The likeness of the grey values of both cheeks. */
  #illuminationUniformity(grey: Float32Array): number {
    const [left, right] = [this.#left.fill(0), this.#right.fill(0)];
    const { top, bottom, near, far } = cheek;
    const count = (bins: Float32Array, x: number, y: number) => {
      const bin = Math.min(
        cheekBins - 1,
        Math.floor((grey[y * alignedSize + x] as number) / (256 / cheekBins)),
      );
      bins[bin] = (bins[bin] as number) + 1;
    };
    for (let y = top; y < bottom; y++) {
      for (let x = near; x < far; x++) {
        count(right, x, y);
        count(left, alignedSize - 1 - x, y);
      }
    }
    let shared = 0;
    for (let bin = 0; bin < cheekBins; bin++) shared += Math.min(left[bin] as number, right[bin] as number);
    return shared / ((bottom - top) * (far - near));
  }
}

/** The cheek on the left of the aligned face; the other one is its mirror image. */
const cheek = { top: 60, bottom: 84, near: 22, far: 42 } as const;

const cheekBins = 16;

/** Places of the pixels within the oval of an aligned face. */
const facePixels = Uint16Array.from(
  Array.from({ length: area }, (_, i) => i).filter((i) => {
    const [x, y] = [i % alignedSize, Math.floor(i / alignedSize)];
    return ((x - 55.5) / 36) ** 2 + ((y - 66) / 46) ** 2 <= 1;
  }),
);

/** Share of the mesh points that lie inside the photo. */
function insideShare({ points }: Landmarks, { scale, left, top, width, height }: PhotoFrame): number {
  let inside = 0;
  for (let i = 0; i < points.length; i += 2) {
    const x = (points[i] as number) * scale + left;
    const y = (points[i + 1] as number) * scale + top;
    if (x >= 0 && y >= 0 && x <= width && y <= height) inside++;
  }
  return (2 * inside) / points.length;
}

/** Gaps of the lids (of the eye that is less open) and of the lips, in distances from eyes to chin. */
function openness(
  landmarks: Landmarks,
  eyes: { readonly right: Point; readonly left: Point },
): Pick<FaceQuality, 'eyeOpenness' | 'mouthOpenness'> {
  const gap = (upper: number, lower: number) =>
    distance(landmark(landmarks, upper), landmark(landmarks, lower));
  const middle = { x: (eyes.right.x + eyes.left.x) / 2, y: (eyes.right.y + eyes.left.y) / 2 };
  const toChin = distance(middle, landmark(landmarks, 152)) || 1;
  return {
    eyeOpenness: Math.min(gap(159, 145), gap(386, 374)) / toChin,
    mouthOpenness: gap(13, 14) / toChin,
  };
}

function laplacianVariance(grey: Float32Array): number {
  const last = alignedSize - 1;
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < last; y++) {
    for (let x = 1; x < last; x++) {
      const i = y * alignedSize + x;
      const value =
        (grey[i - 1] as number) +
        (grey[i + 1] as number) +
        (grey[i - alignedSize] as number) +
        (grey[i + alignedSize] as number) -
        4 * (grey[i] as number);
      sum += value;
      squares += value * value;
    }
  }
  const count = (last - 1) ** 2;
  return Math.max(0, squares / count - (sum / count) ** 2);
}

function momentsOf(values: Float32Array): { mean: number; variance: number } {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return { mean, variance: Math.max(0, squares / values.length - mean * mean) };
}

/**
 * Judges by the aligned grey face alone. Learnt from covers drawn over photos: sunglasses that let eyes through,
 * clear glasses and full beards count as seen, most of the time.
 */
function estimateVisibility(grey: Float32Array) {
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

/**
 * The figures of a face as quality components, 0 (worst) to 100, named after ISO/IEC 29794-5. The curves follow
 * the standard where what they are drawn over is measured alike (distance of the eyes, pose, lids, lips, exposure,
 * dynamic range); that of sharpness is our own. See docs/reference/face-quality.md.
 */
function scoreComponents(figures: Omit<FaceQuality, 'components'>): QualityComponents {
  const turned = (degrees: number) => 100 * Math.max(0, Math.cos((degrees * Math.PI) / 180)) ** 2;
  return round({
    interEyeDistance: rising(figures.eyeDistancePx / Math.cos((figures.yawDegrees * Math.PI) / 180), 70, 20),
    cropOfFace: 100 * figures.faceInsideShare,
    headPoseYaw: turned(figures.yawDegrees),
    headPosePitch: turned(figures.pitchDegrees),
    headPoseRoll: turned(figures.rollDegrees),
    sharpness: 100 * between(Math.log(Math.max(1, figures.sharpness)), Math.log(4), Math.log(400)),
    luminanceMean:
      100 * Math.min(between(figures.brightness, 20, 90), 1 - between(figures.brightness, 170, 240)),
    dynamicRange: figures.dynamicRangeBits * 12.5,
    underExposurePrevention: 100 * (1 - between(figures.underexposedShare, 0, 0.6)),
    overExposurePrevention: 100 * (1 - between(figures.overexposedShare, 0, 0.4)),
    illuminationUniformity: 100 * figures.illuminationUniformity,
    eyesOpen: rising(figures.eyeOpenness, 0.02, 0.01),
    eyesVisible: 100 * figures.eyesVisibility,
    mouthOcclusionPrevention: 100 * figures.mouthVisibility,
    mouthClosed: 100 - rising(figures.mouthOpenness, 0.2, 0.06),
  });
}

/** The logistic curve through 50 at `middle`. */
function rising(value: number, middle: number, width: number): number {
  return 100 / (1 + Math.exp((middle - value) / width));
}

/** Where a value lies from `low` to `high`, 0 to 1. */
function between(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

function round(components: QualityComponents): QualityComponents {
  const entries = Object.entries(components).map(([name, value]) => [
    name,
    Math.round(Math.min(100, Math.max(0, value))),
  ]);
  return Object.fromEntries(entries) as QualityComponents;
}
