import { defineModule } from '../module.ts';
import { captureSettings } from './settings.ts';

/** The page that takes the photos of a liveness session. */
export const captureModule = defineModule({
  name: 'capture',
  settings: captureSettings,
  open: async (context) => (await import('./open.ts')).openCapture(context),
});
