import { defineModule } from '../module.ts';

/** The documentation site and the API reference: their built files at /docs. */
export const documentationModule = defineModule({
  name: 'documentation',
  open: async (context) => (await import('./open.ts')).openDocumentation(context),
});
