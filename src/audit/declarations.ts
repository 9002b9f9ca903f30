import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of verifications of the log. */
export const verificationIdKind = defineIdKind('ver');

/** Identifiers of exports of the log. */
export const auditExportIdKind = defineIdKind('exp');
