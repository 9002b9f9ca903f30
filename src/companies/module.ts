import { defineModule } from '../module.ts';

/** Companies: their profiles from the register, and the search. */
export const companiesModule = defineModule({
  name: 'companies',
  open: async (context) => (await import('./open.ts')).openCompanies(context),
});
