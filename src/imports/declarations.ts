import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of imports. */
export const importIdKind = defineIdKind('imp');
