import type { AuditActions } from '../../../src/platform/audit/index.ts';

export const noteAuditActions = {
  'note.write': { meaning: 'a note was written', target: 'note' },
  'operator.notes/count': { meaning: 'the notes were counted' },
} as const satisfies AuditActions;

declare module '../../../src/platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof noteAuditActions, object> {}
}
