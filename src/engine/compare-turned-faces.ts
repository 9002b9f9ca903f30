import { fingerprintSize } from './draw-fingerprint.ts';
import type { FaceObservation } from './face-engine.ts';
import { type BandPair, fitSheet } from './fit-sheet.ts';
import { openBands } from './open-bands.ts';

/** The part of an observation that two frames are compared by. */
export type TurnedFace = Pick<FaceObservation, 'fingerprint'>;

/** The sheet that explains a turned face best. */
export type TurnedLikeness = {
  /** A correlation, -1 to 1. Near 1 when a sheet, flat or bent, shows both: see `fitSheet`. The less the further a head turned. */
  readonly asSheet: number;
  /** Width by height of that sheet, as a share of the first frame's. */
  readonly sheetNarrowing: number;
};

/**
 * Compares the face of a frame with the turned face of another by their pixels: grey pictures of 64 pixels, so it costs
 * no network, but some milliseconds of the calling thread. Throws `TypeError` for fingerprints of another size.
 */
export function compareTurnedFaces(from: TurnedFace, to: TurnedFace): TurnedLikeness {
  const { likeness, narrowing } = fitSheet(openPair(from), openPair(to));
  return { asSheet: likeness, sheetNarrowing: narrowing };
}

/** A frame is compared with several. */
const openedPairs = new WeakMap<TurnedFace, BandPair>();

function openPair(face: TurnedFace): BandPair {
  const known = openedPairs.get(face);
  if (known !== undefined) return known;
  if (face.fingerprint.length !== fingerprintSize ** 2) throw new TypeError('A fingerprint is not whole');
  const open = { whole: openBands(face.fingerprint), half: openBands(face.fingerprint, true) };
  openedPairs.set(face, open);
  return open;
}
