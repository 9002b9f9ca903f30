import { defineIdKind } from '../../../src/platform/ids.ts';

export const noteIdKind = defineIdKind('not');
