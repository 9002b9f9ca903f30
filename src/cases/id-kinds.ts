import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of cases. */
export const caseIdKind = defineIdKind('cas');
/** Identifiers of photos added to cases. */
export const caseAttachmentIdKind = defineIdKind('cat');
/** Identifiers of decisions of cases. */
export const caseDecisionIdKind = defineIdKind('dec');
