import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of clients. */
export const clientIdKind = defineIdKind('cli');
