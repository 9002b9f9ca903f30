import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of stored photos. */
export const imageIdKind = defineIdKind('img');
