import { defineModule } from '../module.ts';
import { imagesSealedTables } from './sealed-tables.ts';
import { imagesSettings } from './settings.ts';

/** Photos: fetched, inspected, kept encrypted, shown by links that expire. */
export const imagesModule = defineModule({
  name: 'images',
  settings: imagesSettings,
  sealedTables: imagesSealedTables,
  commands: { images: async () => (await import('./commands/images-command.ts')).imagesCommand() },
  open: async (context) => (await import('./open.ts')).openImages(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).imageTasks(context),
});
