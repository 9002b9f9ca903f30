import { fingerprintSize } from './draw-fingerprint.ts';
import type { FaceObservation } from './face-engine.ts';
import { type BandPair, fitSheet } from './fit-sheet.ts';
import { followMesh, type MeshedFace, meshInFingerprint } from './follow-mesh.ts';
import { openBands } from './open-bands.ts';

/** The part of an observation that two frames are compared by. */
export type TurnedFace = Pick<FaceObservation, 'points' | 'fingerprint'>;

/** Two correlations of the pixels of two frames, -1 to 1. */
export type TurnedLikeness = {
  /** Near 1 when a sheet, flat or bent, shows both: see `fitSheet`. The less the further a head turned. */
  readonly asSheet: number;
  /** Width by height of that sheet, as a share of the first frame's. */
  readonly sheetNarrowing: number;
  /** High when the first frame's face, moved as the mesh moved, is the second's: see `followMesh`. */
  readonly asMesh: number;
};

/**
 * Compares the face of a frame with the turned face of another by their pixels. Both correlations are of grey pictures
 * of 64 pixels, so they cost no network: some milliseconds of the calling thread. Throws
 * `TypeError` for fingerprints of another size.
 */
export function compareTurnedFaces(from: TurnedFace, to: TurnedFace): TurnedLikeness {
  const { likeness, narrowing } = fitSheet(openPair(from), openPair(to));
  return { asSheet: likeness, sheetNarrowing: narrowing, asMesh: followTurnedFace(from, to) };
}

/** `asMesh` of `compareTurnedFaces` alone, for a small part of its cost. */
export function followTurnedFace(from: TurnedFace, to: TurnedFace): number {
  return followMesh(openFace(from), openFace(to));
}

/** A frame is compared with several. */
const [openedFaces, openedPairs] = [
  new WeakMap<TurnedFace, MeshedFace>(),
  new WeakMap<TurnedFace, BandPair>(),
];

function openFace(face: TurnedFace): MeshedFace {
  const known = openedFaces.get(face);
  if (known !== undefined) return known;
  if (face.fingerprint.length !== fingerprintSize ** 2) throw new TypeError('A fingerprint is not whole');
  const open = { points: meshInFingerprint(face.points), bands: openBands(face.fingerprint) };
  openedFaces.set(face, open);
  return open;
}

function openPair(face: TurnedFace): BandPair {
  const known = openedPairs.get(face);
  if (known !== undefined) return known;
  const open = { whole: openFace(face).bands, half: openBands(face.fingerprint, true) };
  openedPairs.set(face, open);
  return open;
}
