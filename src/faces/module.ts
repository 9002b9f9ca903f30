import { defineModule } from '../module.ts';
import type { OperatorTasks } from '../platform/operator-tasks/index.ts';
import { faceAuditActions } from './audit-actions.ts';
import { captureIdKind, faceIdKind } from './id-kinds.ts';
import { facesSealedTables } from './sealed-tables.ts';
import { facesSettings } from './settings.ts';

/** Registered faces, authentications, attempts. */
export const facesModule = defineModule({
  name: 'faces',
  auditActions: faceAuditActions,
  idKinds: [captureIdKind, faceIdKind],
  settings: facesSettings,
  sealedTables: facesSealedTables,
  commands: { faces: async () => (await import('./commands/faces-command.ts')).facesCommand() },
  open: async (context) => (await import('./open.ts')).openFaces(context),
  operatorTasks: async (context): Promise<OperatorTasks> =>
    (await import('./operator-tasks.ts')).faceTasks(context),
});
