import { loadAppConfig, modules, settingsGroups } from '../app.ts';
import { runProgram } from '../cli/program.ts';
import type { OpenTaskStorage } from '../cli/run-operator-task.ts';
import type { Application } from '../module.ts';
import { findMisspelt } from '../platform/config/index.ts';
import { createLogger } from '../platform/log.ts';

/** Parts are loaded when a command starts them: one that asks the running server is done before all was read. */
const application: Application = {
  settingsGroups,
  loadConfig: (env) => loadAppConfig(env),
  async serve(env, { role = 'all', onListening } = {}) {
    const config = loadAppConfig(env);
    const log = createLogger({ level: config.server.logLevel, inGroups: true });
    for (const misspelt of findMisspelt(env, settingsGroups)) {
      log.warn(misspelt, 'a variable is no setting, and its name is nearly that of one');
    }
    const { runPeer, runService } = await import('./run-service.ts');
    await (role === 'faces' || role === 'duplicates'
      ? runPeer(config, log, role)
      : runService(config, log, role, onListening));
  },
  async start(env) {
    const config = loadAppConfig(env);
    const { startService } = await import('./start-service.ts');
    return await startService(config, { log: createLogger({ level: config.server.logLevel }) });
  },
  async openStorageToRestore(config, log) {
    const { openStorageToRestore } = await import('./open-storage.ts');
    return await openStorageToRestore(config, { log });
  },
  async createCommandAdmin(storage, clock) {
    const { createCommandAdmin } = await import('./prepare-first-admin.ts');
    await createCommandAdmin(storage, clock);
  },
};

/** The storage that commands run their tasks on. */
const openTaskStorage: OpenTaskStorage = (env) => {
  const config = loadAppConfig(env);
  return {
    config,
    runHere: async (run) => await (await import('./run-task-here.ts')).runTaskHere(config, run),
  };
};

export async function runConfere(): Promise<void> {
  const commands = modules.flatMap((module) => Object.entries(module.commands));
  await runProgram(
    Object.fromEntries(commands.map(([name, make]) => [name, () => make(application)])),
    openTaskStorage,
  );
}
