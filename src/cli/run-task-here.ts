import { openStorage } from '../open-storage.ts';
import { createOperatorTasks } from '../operator-tasks/index.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, toListenerUrl } from '../platform/config/index.ts';
import { createLogger } from '../platform/log.ts';
import type { TaskProgress } from '../platform/operator-tasks/index.ts';
import { createServices, type Services } from '../services.ts';

export type TaskRun = {
  readonly name: string;
  readonly input: object;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TaskProgress) => void;
};

/** Opens the storage of the configuration, runs a task on it, and closes it. Rejects with what the task rejects with. */
export async function runTaskHere(config: Config, run: TaskRun): Promise<unknown> {
  const log = createLogger({ level: config.server.logLevel === 'info' ? 'warn' : config.server.logLevel });
  await using opened = new AsyncDisposableStack();
  const storage = opened.use(
    await openStorage(config, { log, clock: systemClock, purpose: run.name.replaceAll('/', ' ') }),
  );
  if (storage.firstAdmin !== undefined) {
    const { clientId, clientSecret } = storage.firstAdmin;
    console.error(
      `First administrator, shown this once:\n  client id      ${clientId}\n  client secret  ${clientSecret}`,
    );
  }
  let services: Promise<Services> | undefined;
  const tasks = createOperatorTasks({
    config,
    storage,
    clock: systemClock,
    log,
    services: () => {
      services ??= makeServices(config, storage, log, opened);
      return services;
    },
  });
  const task = tasks[run.name];
  if (task === undefined) throw new TypeError(`there is no task ${run.name}`);
  return await task.run(run.input, { signal: run.signal, report: run.onProgress });
}

async function makeServices(
  config: Config,
  storage: Parameters<typeof createServices>[0]['storage'],
  log: ReturnType<typeof createLogger>,
  opened: AsyncDisposableStack,
): Promise<Services> {
  const baseUrl = config.server.baseUrl ?? toListenerUrl(config.server.listen);
  const mobileBaseUrl = config.server.mobileBaseUrl ?? baseUrl;
  const services = opened.use(
    await createServices({ config, storage, log, clock: systemClock, baseUrl, mobileBaseUrl }),
  );
  opened.adopt(services.jobs, (jobs) => jobs.stop({ timeoutMs: config.server.shutdownTimeoutMs }));
  await services.jobs.start({ work: false });
  return services;
}
