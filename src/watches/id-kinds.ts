import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of watches. */
export const watchIdKind = defineIdKind('wat');
