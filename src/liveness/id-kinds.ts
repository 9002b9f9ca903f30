import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of liveness sessions. */
export const livenessSessionIdKind = defineIdKind('liv');
