import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConfigOf } from '../platform/config/index.ts';
import type { TaskRun } from '../platform/operator-tasks/index.ts';
import type { storageSettings } from '../platform/storage-settings.ts';

/** The storage of a deployment, as far as a command knows it that runs a task on it. */
export type TaskStorage = {
  readonly config: ConfigOf<typeof storageSettings>;
  /** Runs a task in this process. Rejects with what the task rejects with. */
  runHere(run: TaskRun): Promise<unknown>;
};

/** The storage that variables configure. Throws a ConfigError for those that are wrong. */
export type OpenTaskStorage = (env: Readonly<Record<string, string | undefined>>) => TaskStorage;

/** The way to the storage comes from the program: the command line itself knows no module. */
const given = new AsyncLocalStorage<OpenTaskStorage>();

/** The result of `work`, in which commands find the storage of their tasks by `openTaskStorage`. */
export async function withTaskStorage<Result>(
  open: OpenTaskStorage,
  work: () => Promise<Result>,
): Promise<Result> {
  return await given.run(open, work);
}

/** The storage of the tasks of the command that runs. Throws a TypeError outside of `withTaskStorage`. */
export function openTaskStorage(env: Readonly<Record<string, string | undefined>>): TaskStorage {
  const open = given.getStore();
  if (open === undefined) throw new TypeError('no program gave this command a storage');
  return open(env);
}
