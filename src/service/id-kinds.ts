import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of processes. */
export const processIdKind = defineIdKind('prc');
