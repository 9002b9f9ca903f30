import type { ModuleContext, OpenModule } from '../../../src/module.ts';
import { peopleModule } from '../../../src/people/module.ts';
import { eventTypesPoint } from '../../../src/platform/events/index.ts';
import { contribute } from '../../../src/platform/extension-points.ts';
import { erasurePoint } from '../../../src/platform/personal-data.ts';
import { noteWritten } from './declarations.ts';
import { deleteNotes, markCounted } from './notes-store.ts';
import { noteRoutes } from './routes/note-routes.ts';
import type { notesSettings } from './settings.ts';

export async function openNotes(context: ModuleContext<typeof notesSettings>) {
  const { db, cipher, jobs, settings } = context;
  const { cpfIndex } = context.use(peopleModule);
  const deps = { db, cipher, cpfIndex, jobs, maxLength: settings.notes.maxLength };
  return {
    parts: undefined,
    routes: [{ on: ['customer'], add: (app) => noteRoutes(app, deps) }],
    registerJobs(jobs) {
      jobs.register('count-notes', async () => {
        await markCounted(db);
        return { outcome: 'done' };
      });
    },
    contributions: [
      contribute(eventTypesPoint, noteWritten),
      contribute(erasurePoint, async (tx, person) => {
        const ids = person.rows.map(({ id }) => id);
        return { erased: { notes: await deleteNotes(tx, ids) } };
      }),
    ],
  } satisfies OpenModule<undefined>;
}
