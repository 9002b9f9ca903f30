import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of erasures. */
export const erasureIdKind = defineIdKind('era');
/** Identifiers of holds. */
export const holdIdKind = defineIdKind('hld');
