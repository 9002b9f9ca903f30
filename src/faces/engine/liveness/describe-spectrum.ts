import { Fourier } from './fourier.ts';

/** Side of the square patch that is transformed. */
export const patchSize = 128;
const area = patchSize * patchSize;
const half = patchSize / 2;

/** Bounds of the bands in periods a patch: below the first is the face itself. */
const bandBounds = [7, 14, 24, 38, 58] as const;
const bandCount = bandBounds.length - 1;
const ringCount = bandBounds[bandCount] as number;
/** How far above its ring a value must stand to count as a peak, in spreads of the ring. */
const peakHeight = 3.2;
/** Angles a band is cut into, to see whether it has a direction. */
const sectorCount = 9;

/** Numbers for each of the two pictures (grey, colour) of a patch, then those of both together. */
const numbersEach = 4 * bandCount + 2;
export const spectrumLength = 2 * numbersEach + bandCount;

/** The values of half a spectrum that are looked at: where each lies, its mirror image, and where it belongs. */
const places = listPlaces();
const placeCount = places.at.length;
const countOfRing = new Float64Array(ringCount + 1);
const countOfSector = new Float64Array(bandCount * sectorCount);
for (let i = 0; i < placeCount; i++) {
  if (places.axis[i] === 1) continue;
  const [ring, sector] = [places.ring[i] as number, places.sector[i] as number];
  countOfRing[ring] = (countOfRing[ring] as number) + 1;
  countOfSector[sector] = (countOfSector[sector] as number) + 1;
}
const window = Float64Array.from(
  { length: patchSize },
  (_, i) => Math.sin((Math.PI * (i + 0.5)) / patchSize) ** 2,
);

/**
 * Looks for what a screen's grid or the dots of a print leave in the spectrum of a photo: peaks that stand out of
 * their ring, and bands that have a direction. Keeps its pictures between calls, so one per worker.
 */
export class SpectrumDescriber {
  readonly #fourier = new Fourier(patchSize);
  readonly #real = new Float64Array(area);
  readonly #imaginary = new Float64Array(area);
  readonly #logs = [new Float64Array(placeCount), new Float64Array(placeCount)] as const;
  readonly #means = new Float64Array(ringCount + 1);
  readonly #spreads = new Float64Array(ringCount + 1);
  readonly #sectors = new Float64Array(bandCount * sectorCount);

  /** Describes a patch given as planes of red, green and blue, from 0 to 255, into `target` from `start` on. */
  describe(planes: Float32Array, target: Float32Array, start: number): void {
    this.#fill(planes);
    this.#fourier.transform(this.#real, this.#imaginary);
    this.#separate();
    const grey = this.#describePicture(this.#logs[0], target, start);
    const colour = this.#describePicture(this.#logs[1], target, start + numbersEach);
    for (let band = 0; band < bandCount; band++) {
      target[start + 2 * numbersEach + band] = (colour[band] as number) - (grey[band] as number);
    }
  }

  /** Grey as the real part and red minus blue as the imaginary part: one transform does for both. */
  #fill(planes: Float32Array): void {
    const [real, imaginary] = [this.#real, this.#imaginary];
    for (let y = 0, i = 0; y < patchSize; y++) {
      const row = window[y] as number;
      for (let x = 0; x < patchSize; x++, i++) {
        const weight = row * (window[x] as number);
        const red = planes[i] as number;
        const blue = planes[i + 2 * area] as number;
        real[i] = weight * (0.299 * red + 0.587 * (planes[i + area] as number) + 0.114 * blue - 128);
        imaginary[i] = weight * 0.5 * (red - blue);
      }
    }
  }

  /** The logarithms of both pictures' magnitudes. What is added to each is about the noise of eight-bit values. */
  #separate(): void {
    const [re, im] = [this.#real, this.#imaginary];
    const [grey, colour] = this.#logs;
    const { at, mirror } = places;
    for (let i = 0; i < placeCount; i++) {
      const p = at[i] as number;
      const q = mirror[i] as number;
      const [sumRe, sumIm] = [(re[p] as number) + (re[q] as number), (im[p] as number) + (im[q] as number)];
      const [lessRe, lessIm] = [(re[p] as number) - (re[q] as number), (im[p] as number) - (im[q] as number)];
      grey[i] = Math.log(1600 + sumRe * sumRe + lessIm * lessIm) / 2;
      colour[i] = Math.log(1600 + lessRe * lessRe + sumIm * sumIm) / 2;
    }
  }

  /** Writes the numbers of one picture and gives the mean of each band. */
  #describePicture(logs: Float64Array, target: Float32Array, start: number): Float64Array {
    const [means, spreads, sectors] = [this.#means.fill(0), this.#spreads.fill(0), this.#sectors.fill(0)];
    for (let i = 0; i < placeCount; i++) {
      if (places.axis[i] === 1) continue;
      const ring = places.ring[i] as number;
      const log = logs[i] as number;
      means[ring] = (means[ring] as number) + log;
      spreads[ring] = (spreads[ring] as number) + log * log;
    }
    for (let ring = 0; ring <= ringCount; ring++) {
      const count = (countOfRing[ring] as number) || 1;
      means[ring] = (means[ring] as number) / count;
      spreads[ring] = Math.sqrt(
        Math.max(0.01, (spreads[ring] as number) / count - (means[ring] as number) ** 2),
      );
    }
    const highest = new Float64Array(bandCount);
    const peaks = new Float64Array(bandCount);
    const onAxes = [0, 0];
    for (let i = 0; i < placeCount; i++) {
      const ring = places.ring[i] as number;
      const sector = places.sector[i] as number;
      const band = Math.floor(sector / sectorCount);
      const height = ((logs[i] as number) - (means[ring] as number)) / (spreads[ring] as number);
      if (places.axis[i] === 1) {
        const far = band < bandCount / 2 ? 0 : 1;
        if (height > (onAxes[far] as number)) onAxes[far] = height;
        continue;
      }
      if (height > (highest[band] as number)) highest[band] = height;
      if (height > peakHeight) peaks[band] = (peaks[band] as number) + 1;
      sectors[sector] = (sectors[sector] as number) + height / (countOfSector[sector] as number);
    }
    const bands = new Float64Array(bandCount);
    for (let band = 0; band < bandCount; band++) {
      bands[band] = bandMean(means, band);
      let largest = 0;
      for (let sector = 0; sector < sectorCount; sector++) {
        largest = Math.max(largest, sectors[band * sectorCount + sector] as number);
      }
      target[start + band] = (bands[band] as number) - (band === 0 ? 0 : (bands[band - 1] as number));
      target[start + bandCount + band] = highest[band] as number;
      target[start + 2 * bandCount + band] = Math.log1p(peaks[band] as number);
      target[start + 3 * bandCount + band] = largest;
    }
    target[start + 4 * bandCount] = onAxes[0] as number;
    target[start + 4 * bandCount + 1] = onAxes[1] as number;
    return bands;
  }
}

function bandMean(means: Float64Array, band: number): number {
  const [from, to] = [bandBounds[band] as number, bandBounds[band + 1] as number];
  let sum = 0;
  for (let ring = from; ring < to; ring++) sum += means[ring] as number;
  return sum / (to - from);
}

function listPlaces() {
  const list: { at: number; mirror: number; ring: number; sector: number; axis: number }[] = [];
  const wrap = (k: number) => (k + patchSize) % patchSize;
  for (let v = 0; v < half; v++) {
    for (let u = -half + 1; u < half; u++) {
      const ring = Math.floor(Math.hypot(u, v));
      if ((v === 0 && u <= 0) || ring < bandBounds[0] || ring >= ringCount) continue;
      // Blocks of JPEG files leave lines on both axes; those are no sign of anything.
      const axis = Math.abs(u) <= 1 || v <= 1;
      if (axis && nearBlockLine(Math.max(Math.abs(u), v))) continue;
      const band = bandBounds.findLastIndex((bound) => ring >= bound);
      const sector = Math.min(sectorCount - 1, Math.floor((Math.atan2(v, u) / Math.PI) * sectorCount));
      list.push({
        at: wrap(v) * patchSize + wrap(u),
        mirror: wrap(-v) * patchSize + wrap(-u),
        ring,
        sector: band * sectorCount + sector,
        axis: axis ? 1 : 0,
      });
    }
  }
  return {
    at: Uint16Array.from(list, ({ at }) => at),
    mirror: Uint16Array.from(list, ({ mirror }) => mirror),
    ring: Uint8Array.from(list, ({ ring }) => ring),
    /** Its band, times the sectors of a band, and its sector. */
    sector: Uint8Array.from(list, ({ sector }) => sector),
    axis: Uint8Array.from(list, ({ axis }) => axis),
  };
}

/** Multiples of an eighth of the sampling rate, where blocks of eight pixels repeat. */
function nearBlockLine(k: number): boolean {
  const eighth = patchSize / 8;
  return Math.abs(k - eighth * Math.round(k / eighth)) <= 1;
}
