import { defineModule } from '../module.ts';
import { imageAuditActions } from './audit-actions.ts';
import { imageIdKind } from './id-kinds.ts';
import { imagesSealedTables } from './sealed-tables.ts';
import { imagesSettings } from './settings.ts';

/** Photos: fetched, inspected, kept encrypted, shown by links that expire. */
export const imagesModule = defineModule({
  name: 'images',
  auditActions: imageAuditActions,
  idKinds: [imageIdKind],
  settings: imagesSettings,
  sealedTables: imagesSealedTables,
  commands: { images: async () => (await import('./commands/images-command.ts')).imagesCommand() },
  open: async (context) => (await import('./open.ts')).openImages(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).imageTasks(context),
});
