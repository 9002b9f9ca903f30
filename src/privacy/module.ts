import { defineModule } from '../module.ts';

/** Erasing a person, the copy of everything known of a person, retention. */
export const privacyModule = defineModule({
  name: 'privacy',
  open: async (context) => (await import('./open.ts')).openPrivacy(context),
});
