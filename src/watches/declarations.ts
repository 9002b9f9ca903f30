import Type from 'typebox';
import type { AuditActions } from '../platform/audit/index.ts';
import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { companyIdKind, defineIdKind, personIdKind } from '../platform/ids.ts';
import { executionIdKind } from '../profiles/index.ts';

export const watchAuditActions = {
  'watch.create': { meaning: 'a watch was created', target: 'watch' },
  'watch.list': { meaning: 'watches were listed' },
  'watch.read': { meaning: 'a watch was read', target: 'watch' },
  'watch.remove': { meaning: 'a watch was ended', target: 'watch' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof watchAuditActions, object> {}
}

export const watchIdKind = defineIdKind('wat');

/** Only for the client whose watch it is. */
export const watchChanged = defineEventType({
  name: 'watch.changed',
  version: 1,
  scope: 'executions:read',
  meaning:
    'An execution of a watch, or of its template on its subject between two runs, came to another outcome than the one before.',
  data: Type.Object({
    watchId: eventId(watchIdKind),
    executionId: eventId(executionIdKind),
    personId: Type.Optional(eventId(personIdKind)),
    companyId: Type.Optional(eventId(companyIdKind)),
  }),
});

export const sealedWatch = defineSealedColumns('watches', { prefix: 'watch' });

export const watchesSealedTables: readonly SealedTable[] = [sealedWatch];
