import { showFirstAdmin } from '../access/index.ts';
import { type Config, modules, sealedTables, settingsOf } from '../app.ts';
import type { Opens, Storage } from '../module.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { toListenerUrl } from '../platform/config/index.ts';
import { createLogger, type Logger } from '../platform/log.ts';
import { type OperatorTasks, recordTask, type TaskRun } from '../platform/operator-tasks/index.ts';
import { type OpenModules, openModules } from './open-modules.ts';
import { openStorage } from './open-storage.ts';
import { describeFirstAdmin, prepareFirstAdmin } from './prepare-first-admin.ts';

/**
 * The tasks that may come before the first start. Any other would begin a new deployment where a command was meant for
 * one that stands elsewhere: a nightly backup of nothing that succeeds.
 */
const maybeFirst = /^(clients\/create|accounts\/invite|(registry|people|sources)\/import|faces\/|liveness\/)/;

/** Opens the storage of the configuration, runs a task on it, and closes it. Rejects with what the task rejects with. */
export async function runTaskHere(config: Config, run: TaskRun): Promise<unknown> {
  const log = createLogger({ level: config.server.logLevel === 'info' ? 'warn' : config.server.logLevel });
  await using opened = new AsyncDisposableStack();
  const storage = opened.use(
    await openStorage(config, {
      log,
      clock: systemClock,
      purpose: run.name.replaceAll('/', ' '),
      keepsRelease: true,
      mustHaveBegun: !maybeFirst.test(run.name),
    }),
  );
  await prepareFirstAdmin(storage, systemClock);
  const { db, kind } = storage.database;
  await showFirstAdmin({ db, cipher: storage.cipher }, async (credentials) => {
    console.error(describeFirstAdmin(credentials, kind));
  });
  const baseUrl = config.server.baseUrl ?? toListenerUrl(config.server.listen);
  const mobileBaseUrl = config.server.mobileBaseUrl ?? baseUrl;
  const parts = { config, storage, clock: systemClock, log, baseUrl };
  const openService = async () => {
    const open = opened.use(await openModules({ ...parts, mobileBaseUrl }));
    opened.adopt(open.jobs, (jobs) => jobs.stop({ timeoutMs: config.server.shutdownTimeoutMs }));
    await open.jobs.start({ work: false });
    return open;
  };
  let opening: Promise<OpenModules> | undefined;
  const tasks = await createOperatorTasks({
    ...parts,
    open: () => {
      opening ??= openService();
      return opening;
    },
  });
  const task = tasks[run.name];
  if (task === undefined) throw new TypeError(`there is no task ${run.name}`);
  return await task.run(run.input, { signal: run.signal, report: run.onProgress });
}

export type OperatorTaskParts = {
  readonly config: Config;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  /** Public address, without a slash at its end. */
  readonly baseUrl: string;
  /** The opened modules; in a command's own process opened at the first call. */
  readonly open: () => Promise<Pick<OpenModules, 'use'>>;
};

/** Every task of every module by name, each recorded in the audit log. Two of one name fail here. */
export async function createOperatorTasks(parts: OperatorTaskParts): Promise<OperatorTasks> {
  const { config, storage, clock, log, baseUrl, open } = parts;
  const audit = { db: storage.database.db, cipher: storage.cipher, clock };
  const tasks: Record<string, OperatorTasks[string]> = {};
  for (const module of modules) {
    const group = await module.operatorTasks({
      config,
      storage,
      clock,
      log,
      baseUrl,
      sealedTables,
      settings: settingsOf(config, module),
      use: async <Parts>(used: Opens<Parts>) => (await open()).use(used),
    });
    for (const [name, task] of Object.entries(group)) {
      if (name in tasks) throw new TypeError(`two tasks are called ${name}`);
      tasks[name] = recordTask(audit, name, task);
    }
  }
  return tasks;
}
