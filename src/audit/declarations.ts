import { defineIdKind } from '../platform/ids.ts';

export const verificationIdKind = defineIdKind('ver');

export const auditExportIdKind = defineIdKind('exp');
