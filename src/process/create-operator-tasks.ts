import { type Config, modules, sealedTables, settingsOf } from '../app.ts';
import type { Opens, Storage } from '../module.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { type OperatorTasks, recordTask } from '../platform/operator-tasks/index.ts';
import type { OpenModules } from './open-modules.ts';

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
