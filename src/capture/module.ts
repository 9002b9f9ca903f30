import { defineModule } from '../module.ts';

/** The page that takes the photos of a liveness session. */
export const captureModule = defineModule({
  name: 'capture',
  open: async (context) => (await import('./open.ts')).openCapture(context),
});
