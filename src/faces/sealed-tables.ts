import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';

/** The template of a registered face. */
export const sealedFaceTemplate = defineSealedColumns('faces', { prefix: 'face' });

/** The fingerprint of a registered face. */
export const sealedFingerprint = defineSealedColumns('face_fingerprints', { prefix: 'face-fingerprint' });

/** The personal part of an attempt. */
export const sealedAttempt = defineSealedColumns('attempts', { prefix: 'attempt' });

/** The tables of this domain whose rows hold sealed keys. */
export const facesSealedTables: readonly SealedTable[] = [
  sealedFaceTemplate,
  sealedFingerprint,
  sealedAttempt,
];
