import turbo from '@julusian/jpeg-turbo';
import { type Orientation, writeOrientation } from '../platform/exif-orientation.ts';
import { isSrgbProfile } from './is-srgb-profile.ts';
import { drawPhoto, type PictureSize, type Raster } from './raster.ts';

/** Longest side of a photo that is decoded here, in pixels. */
const mostSidePx = 2_048;
const components = 3;
/** Markers of ITU-T T.81, table B.1, of JFIF and of Adobe: the segments that a plain JPEG has before its scan. */
const markers = {
  sof0: 0xc0,
  dht: 0xc4,
  sos: 0xda,
  dqt: 0xdb,
  dri: 0xdd,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  com: 0xfe,
} as const;
/** The most bits of a coefficient (T.81, F.1.2): no picture of eight bits needs more. */
const mostBits = { dc: 11, ac: 10 } as const;
/**
 * The largest step of a coefficient: 1,023 of them stay far below 65,536, where exact decoders begin again at zero.
 * Encoders with the tables of T.81, annex K, keep to it from quality 75 on.
 */
const mostStep = 61;
/** The beginning of a colour profile that is whole in one segment (ICC.1:2022, B.4). */
const wholeProfile = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
const segmentsOfOrientation = orientations.map((one) =>
  Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), writeOrientation(one)]),
);

/**
 * The pixels of a plain JPEG, in the memory that the next `Pyramid` takes them from. Undefined when the photo is not
 * plain, or damaged in any way: other means decode it then, or refuse it.
 *
 * Plain is a photo that needs nothing but its pixels decoded: one baseline scan of three colours in eight bits, of at
 * most 2,048 pixels a side and `maxPixels`, without a colour profile but that of sRGB, upright or with the orientation
 * that `writeOrientation` gives a photo when it is received.
 *
 * The inverse transform is libjpeg's quick one (`JDCT_IFAST`), in the calling thread. Its values differ by a few of 255
 * from the exact one's. So it is for photos that are compared once, not for templates that are kept. It computes with 16
 * bits: coefficients beyond those of any picture become others. The limits on their size leave a made photo no way to
 * show a browser another face than this: it can only show one broken where they differ. See docs/decisions/0210.
 */
export function decodePlainJpeg(bytes: Uint8Array, maxPixels: number): Raster | undefined {
  const header = readPlainHeader(bytes);
  if (header === undefined || Math.max(header.width, header.height) > mostSidePx) return undefined;
  if (header.width * header.height > maxPixels) return undefined;
  return drawPhoto(header, header.orientation, (pixels) => {
    try {
      // It throws at what libjpeg only warns of, such as an early end.
      const read = turbo.decompressSync(asBuffer(bytes), asBuffer(pixels), { format: turbo.FORMAT_RGB });
      return read.width === header.width && read.height === header.height;
    } catch {
      return false;
    }
  });
}

function readPlainHeader(
  bytes: Uint8Array,
): (PictureSize & { readonly orientation: Orientation }) | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let size: PictureSize | undefined;
  let orientation: Orientation | undefined;
  let hasProfile = false;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    const segment = bytes.subarray(at + 4, end);
    switch (bytes[at + 1]) {
      case markers.sos:
        if (segment[0] !== components || size === undefined) return undefined;
        return { ...size, orientation: orientation ?? 1 };
      case markers.sof0:
        if (size !== undefined) return undefined;
        size = readFrame(segment);
        if (size === undefined) return undefined;
        break;
      case markers.dht:
        if (!hasUsualSymbols(segment)) return undefined;
        break;
      case markers.dqt:
        if (!hasSmallSteps(segment)) return undefined;
        break;
      case markers.app1:
        if (orientation !== undefined) return undefined;
        orientation = orientations.find((one) => segmentsOfOrientation[one - 1]?.equals(segment));
        if (orientation === undefined) return undefined;
        break;
      case markers.app2:
        if (hasProfile || !wholeProfile.equals(segment.subarray(0, wholeProfile.length))) return undefined;
        if (!isSrgbProfile(segment.subarray(wholeProfile.length))) return undefined;
        hasProfile = true;
        break;
      case markers.app14:
        // Adobe's segment says in its last byte whether the colours are YCbCr.
        if (segment.length !== 12 || segment[11] !== 1) return undefined;
        break;
      case markers.dri:
      case markers.app0:
      case markers.com:
        break;
      default:
        // Other metadata was taken off before: what is left may change the colours.
        return undefined;
    }
    at = end;
  }
  return undefined;
}

/** T.81, B.2.2: precision, height, width, number of components. */
function readFrame(segment: Uint8Array): PictureSize | undefined {
  const [precision = 0, high = 0, low = 0, wide = 0, narrow = 0, count = 0] = segment;
  const size = { height: 256 * high + low, width: 256 * wide + narrow };
  const isPlain = precision === 8 && count === components && size.height > 0 && size.width > 0;
  return isPlain ? size : undefined;
}

/** T.81, B.2.4.2: tables of a class, the numbers of codes of each length, and a symbol for each code. */
function hasUsualSymbols(segment: Uint8Array): boolean {
  let at = 0;
  while (at < segment.length) {
    const isAc = (segment[at] as number) >> 4 === 1;
    const lengths = segment.subarray(at + 1, at + 17);
    const from = at + 17;
    at = from + lengths.reduce((sum, count) => sum + count, 0);
    if (at > segment.length) return false;
    // The upper half of an AC symbol is a run of zeros.
    const isUsual = (symbol: number) => (isAc ? (symbol & 15) <= mostBits.ac : symbol <= mostBits.dc);
    if (!segment.subarray(from, at).every(isUsual)) return false;
  }
  return true;
}

/** T.81, B.2.4.1: tables of 64 steps, of eight bits each where the upper half of the first byte is zero. */
function hasSmallSteps(segment: Uint8Array): boolean {
  for (let at = 0; at < segment.length; at += 65) {
    const steps = segment.subarray(at + 1, at + 65);
    if ((segment[at] as number) > 15 || steps.length !== 64) return false;
    if (!steps.every((step) => step <= mostStep)) return false;
  }
  return true;
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
