import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of executions. */
export const executionIdKind = defineIdKind('exe');
/** Identifiers of entries of the history. */
export const historyEntryIdKind = defineIdKind('his');
/** Identifiers of query templates. */
export const queryTemplateIdKind = defineIdKind('tpl');
