import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { openStorage } from '../open-storage.ts';
import { createOperatorTasks } from '../operator-tasks/index.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, loadConfig, readEnvironment, toListenerUrl } from '../platform/config/index.ts';
import { findRunningProcess, type RunningProcess } from '../platform/data-folder/index.ts';
import { AppError } from '../platform/errors.ts';
import { createLogger } from '../platform/log.ts';
import { OperatorTaskError, type TaskLine, type TaskProgress } from '../platform/operator-tasks/index.ts';
import { createServices, type Services } from '../services.ts';
import { callRunningServer } from './call-running-server.ts';
import { RunningServerError } from './errors.ts';

export type RunOperatorTaskOptions = {
  readonly onProgress?: (progress: TaskProgress) => void;
};

/**
 * Runs a task on the storage of the configuration: in the server that holds the embedded database when one runs,
 * else here. Ctrl-C and SIGTERM stop it in order. Rejects with what the task rejects with, wherever it ran.
 */
export async function runOperatorTask(
  name: string,
  input: object,
  options: RunOperatorTaskOptions = {},
): Promise<unknown> {
  const config = loadConfig(readEnvironment());
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const run = { name, input, signal: controller.signal, onProgress: options.onProgress ?? (() => {}) };
  try {
    const isEmbedded = config.secrets.databaseUrl === undefined;
    const server = isEmbedded ? await findRunningProcess(config.storage.dataDir) : undefined;
    return server?.url === undefined
      ? await runHere(config, run)
      : await runInServer(config, { ...server, url: server.url }, run);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

type Run = {
  readonly name: string;
  readonly input: object;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TaskProgress) => void;
};

async function runHere(config: Config, run: Run): Promise<unknown> {
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

async function runInServer(
  config: Config,
  server: RunningProcess & { readonly url: string },
  run: Run,
): Promise<unknown> {
  const response = await callRunningServer(config.storage.dataDir, server.url, {
    path: '/v1/operator-tasks',
    body: { task: run.name, input: run.input },
    headers: { 'x-data-folder-key': server.taskKey ?? '' },
    signal: run.signal,
  });
  if (response.body === null) throw new OperatorTaskError('operator_task_cut_off');
  const input = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
  try {
    for await (const text of createInterface({ input })) {
      const line = JSON.parse(text) as TaskLine;
      if ('progress' in line) run.onProgress(line.progress);
      else if ('result' in line) return line.result;
      else throw new RunningServerError(line.error);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new OperatorTaskError('operator_task_cut_off', { cause: error });
  }
  throw new OperatorTaskError('operator_task_cut_off');
}
