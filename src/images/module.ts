import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';
import type { SealedTable } from '../platform/encryption/index.ts';
import { imageContext, imageIdKind } from './declarations.ts';
import { imagesSettings } from './settings.ts';

const imageAuditActions = {
  'image.read': { meaning: 'a photo was read through its signed link', target: 'image' },
  'operator.images/check': { meaning: 'the photos of the database were compared with the stored ones' },
  'operator.images/move': { meaning: 'photos were moved between files and S3' },
  'operator.images/take-over': { meaning: 'the photo store was taken from another copy of the database' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof imageAuditActions, object> {}
}

/** The tables of this domain whose rows hold sealed keys. */
const imagesSealedTables: readonly SealedTable[] = [
  { table: 'images', idColumn: 'id', contextOf: imageContext },
];

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
