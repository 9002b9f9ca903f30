import Type from 'typebox';
import { defineSealedColumns } from '../platform/encryption/index.ts';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { attemptIdKind, defineIdKind, personIdKind } from '../platform/ids.ts';

export const captureIdKind = defineIdKind('cap');

/** Identifiers of reference photos. */
export const faceIdKind = defineIdKind('fac');

export const sealedFaceTemplate = defineSealedColumns('faces', { prefix: 'face' });

export const sealedFingerprint = defineSealedColumns('face_fingerprints', { prefix: 'face-fingerprint' });

/** The personal part of an attempt. */
export const sealedAttempt = defineSealedColumns('attempts', { prefix: 'attempt' });

export const attemptMade = defineEventType({
  name: 'attempt.made',
  version: 1,
  scope: 'attempts:read',
  meaning: 'A photo was compared with the registered face of a person.',
  data: Type.Object({ attemptId: eventId(attemptIdKind), personId: eventId(personIdKind) }),
});

export const faceRegistered = defineEventType({
  name: 'face.registered',
  version: 1,
  scope: 'faces:read',
  meaning: 'A reference photo of a person was registered.',
  data: Type.Object({ personId: eventId(personIdKind), faceId: eventId(faceIdKind) }),
});

export const faceRemoved = defineEventType({
  name: 'face.removed',
  version: 1,
  scope: 'faces:read',
  meaning: 'A reference photo of a person was removed, or a newer one took its place.',
  data: Type.Object({ personId: eventId(personIdKind), faceId: eventId(faceIdKind) }),
});

export const facePossibleDuplicate = defineEventType({
  name: 'face.possible_duplicate',
  version: 1,
  scope: 'faces:duplicates',
  meaning: 'A registered face may also belong to another person.',
  data: Type.Object({
    personId: eventId(personIdKind),
    faceId: eventId(faceIdKind),
    otherPersonId: eventId(personIdKind),
  }),
});
