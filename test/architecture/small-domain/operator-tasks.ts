import Type from 'typebox';
import type { TaskContext } from '../../../src/module.ts';
import { defineOperatorTask, type OperatorTasks } from '../../../src/platform/operator-tasks/index.ts';
import { countNotes } from './notes-store.ts';
import type { notesSettings } from './settings.ts';

declare module '../../../src/platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof noteTasks> {}
}

export function noteTasks({ settings, storage }: TaskContext<typeof notesSettings>) {
  return {
    'notes/count': defineOperatorTask(Type.Object({}), async () => ({
      notes: await countNotes(storage.database.db),
      maxLength: settings.notes.maxLength,
    })),
  } satisfies OperatorTasks;
}
