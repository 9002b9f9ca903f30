/*
 * Layout and names of ICC.1:2022: header (7.2), tag table (7.3), `XYZType` (10.31), `curveType` (10.6) and
 * `parametricCurveType` (10.18). Colours of sRGB adapted to the light of the profile connection space: IEC 61966-2-1.
 */
const headerBytes = 128;
const tagBytes = 12;
const mostTags = 40;
/** Tags that say how a picture was made, who made the profile, or what a screen is told: no decoder's colours change by them. */
const silentTags = new Set([
  ...['desc', 'cprt', 'wtpt', 'bkpt', 'chad', 'chrm', 'dmnd', 'dmdd', 'vued', 'view', 'lumi', 'meas', 'tech'],
  ...['dscm', 'mmod', 'vcgt', 'ndin', 'targ', 'calt', 'meta', 'arts'],
]);
const colourants = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
} as const;
const curves = ['rTRC', 'gTRC', 'bTRC'] as const;
/** Of a part of a colourant: white and grey stay within half a step of 255. */
const colourantTolerance = 0.001;
/** Of a curve, in steps of 255 of the picture. */
const curveTolerance = 1;

/**
 * True for an ICC profile by which colours are those of sRGB, but for rounding: a screen's profile of three colourants and
 * three curves that are those of sRGB, and no table that a decoder might prefer to them. False for any other, also for
 * one that is damaged. NOT verified: what the tags say that change no colours, such as texts.
 */
export function isSrgbProfile(bytes: Uint8Array): boolean {
  const profile = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (profile.length < headerBytes + 4 || profile.readUInt32BE(0) !== profile.length) return false;
  const signatureAt = (at: number) => profile.toString('latin1', at, at + 4);
  if (signatureAt(12) !== 'mntr' || signatureAt(16) !== 'RGB ' || signatureAt(20) !== 'XYZ ') return false;
  if (signatureAt(36) !== 'acsp') return false;
  const tags = readTags(profile);
  if (tags === undefined) return false;
  const areColourants = Object.entries(colourants).every(([name, wanted]) => {
    const tag = tags.get(name);
    if (tag === undefined || tag.length < 20 || tag.toString('latin1', 0, 4) !== 'XYZ ') return false;
    return wanted.every((value, index) => {
      const found = tag.readInt32BE(8 + 4 * index) / 65_536;
      return Math.abs(found - value) <= colourantTolerance;
    });
  });
  return areColourants && curves.every((name) => isSrgbCurve(tags.get(name)));
}

/** The tags by their signatures; undefined when one is unknown, comes twice, or lies outside of the profile. */
function readTags(profile: Buffer): ReadonlyMap<string, Buffer> | undefined {
  const count = profile.readUInt32BE(headerBytes);
  if (count > mostTags || headerBytes + 4 + tagBytes * count > profile.length) return undefined;
  const tags = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const at = headerBytes + 4 + tagBytes * index;
    const name = profile.toString('latin1', at, at + 4);
    const from = profile.readUInt32BE(at + 4);
    const end = from + profile.readUInt32BE(at + 8);
    const isKnown = silentTags.has(name) || name in colourants || curves.some((one) => one === name);
    if (!isKnown || tags.has(name) || end > profile.length) return undefined;
    tags.set(name, profile.subarray(from, end));
  }
  return tags;
}

/**
 * True for a curve that gives each of the 256 values of a picture the light that sRGB gives it, within the tolerance, and
 * each entry of its table, too: some decoders take another curve that lies near the whole table.
 */
function isSrgbCurve(tag: Buffer | undefined): boolean {
  const curve = tag && readCurve(tag);
  if (curve === undefined) return false;
  // Not the other way round: it must be false for what is no number.
  const isNear = (value: number) => Math.abs(fromLight(curve.lightOf(value)) - value) * 255 <= curveTolerance;
  return [255, curve.steps].every((steps) => {
    for (let step = 0; step <= steps; step += 1) if (!isNear(step / steps)) return false;
    return true;
  });
}

/** Light for a value, both from 0 to 1, and the number of equal steps between the places where it is given. */
type Curve = { readonly lightOf: (value: number) => number; readonly steps: number };

function readCurve(tag: Buffer): Curve | undefined {
  if (tag.length < 12) return undefined;
  const type = tag.toString('latin1', 0, 4);
  if (type === 'curv') return readTable(tag);
  // Of the parametric functions the one that sRGB is: (a x + b)^g from d on, and c x below.
  if (type !== 'para' || tag.readUInt16BE(8) !== 3 || tag.length < 12 + 4 * 5) return undefined;
  const [g, a, b, c, d] = Array.from(
    { length: 5 },
    (_, index) => tag.readInt32BE(12 + 4 * index) / 65_536,
  ) as [number, number, number, number, number];
  return { lightOf: (value) => (value >= d ? (a * value + b) ** g : c * value), steps: 255 };
}

/** Values with equal distances from 0 to 1, straight lines between them; a single one would be an exponent. */
function readTable(tag: Buffer): Curve | undefined {
  const count = tag.readUInt32BE(8);
  if (count < 2 || count > 4_096 || tag.length < 12 + 2 * count) return undefined;
  const entry = (index: number) => tag.readUInt16BE(12 + 2 * index) / 65_535;
  return {
    lightOf(value) {
      const place = value * (count - 1);
      const below = Math.min(Math.floor(place), count - 2);
      return entry(below) + (place - below) * (entry(below + 1) - entry(below));
    },
    steps: count - 1,
  };
}

/** The value of sRGB for a light, both from 0 to 1 (IEC 61966-2-1). */
function fromLight(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}
