import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of photos sent ahead. */
export const captureIdKind = defineIdKind('cap');
/** Identifiers of reference photos. */
export const faceIdKind = defineIdKind('fac');
