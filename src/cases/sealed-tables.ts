import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';

/** The text of a comment. */
export const sealedComment = defineSealedColumns('case_comments', { prefix: 'case-comment' });

/** The notes of a decision and of its confirmation. */
export const sealedDecision = defineSealedColumns('case_decisions', { prefix: 'case-decision' });

/** The tables of this domain whose rows hold sealed keys. */
export const casesSealedTables: readonly SealedTable[] = [sealedComment, sealedDecision];
