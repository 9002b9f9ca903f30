import { defineModule } from '../../../src/module.ts';
import { noteAuditActions } from './audit-actions.ts';
import { noteIdKind } from './declarations.ts';
import { noteContext } from './notes-store.ts';
import { notesSettings } from './settings.ts';

/** Notes on people: a domain as small as one can be that has a part of every kind. */
export const notesModule = defineModule({
  name: 'notes',
  settings: notesSettings,
  auditActions: noteAuditActions,
  idKinds: [noteIdKind],
  sealedTables: [{ table: 'notes', idColumn: 'person_id', contextOf: noteContext }],
  commands: { notes: async () => (await import('./commands/notes-command.ts')).notesCommand() },
  open: async (context) => (await import('./open.ts')).openNotes(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).noteTasks(context),
});
