import { defineIdKind } from '../platform/ids.ts';

export const importIdKind = defineIdKind('imp');
