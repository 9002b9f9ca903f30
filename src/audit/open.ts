import type { ModuleContext, OpenModule } from '../module.ts';
import { listPersonIds } from '../people/index.ts';
import { peopleModule } from '../people/module.ts';
import { type ListAuditEventsDeps, listAuditEventsRoute } from './routes/list-audit-events.ts';

/** Opens the reading of the audit log. */
export async function openAudit(context: ModuleContext) {
  const { db } = context;
  const { cpfIndex } = context.use(peopleModule);
  const deps: ListAuditEventsDeps = {
    auditDb: db,
    listPersonIds: (by) => listPersonIds({ db, cpfIndex }, by),
  };
  return {
    parts: undefined,
    routes: [{ on: ['customer'], add: (app) => listAuditEventsRoute(app, deps) }],
  } satisfies OpenModule<undefined>;
}
