import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type ConfigOf, readEnvironment } from '../platform/config/index.ts';
import {
  adminCredentialsPath,
  findRunningProcess,
  type RunningProcess,
} from '../platform/data-folder/index.ts';
import { AppError } from '../platform/errors.ts';
import {
  OperatorTaskError,
  type OperatorTaskName,
  type TaskInput,
  type TaskLine,
  type TaskOutput,
  type TaskProgress,
  type TaskRun,
  toPlain,
} from '../platform/operator-tasks/index.ts';
import type { storageSettings } from '../platform/storage-settings.ts';
import { CliError, RunningServerError } from './errors.ts';
import { listenForInterruption } from './listen-for-interruption.ts';
import { type BarProgress, createProgressBar } from './progress-bar.ts';

/** The storage of a deployment, as far as a command knows it that runs a task on it. */
type TaskStorage = {
  readonly config: ConfigOf<typeof storageSettings>;
  /** Runs a task in this process. Rejects with what the task rejects with. */
  runHere(run: TaskRun): Promise<unknown>;
};

/** The storage that variables configure. Throws a ConfigError for those that are wrong. */
export type OpenTaskStorage = (env: Readonly<Record<string, string | undefined>>) => TaskStorage;

/** The way to the storage comes from the program: the command line itself knows no module. */
const given = new AsyncLocalStorage<OpenTaskStorage>();

/** The result of `work`, in which `runOperatorTask` finds the storage. */
export async function withTaskStorage<Result>(
  open: OpenTaskStorage,
  work: () => Promise<Result>,
): Promise<Result> {
  return await given.run(open, work);
}

/**
 * Runs a task on the storage of the configuration: in the server that holds the embedded database when one runs,
 * else here. Ctrl-C and SIGTERM stop it in order. Rejects with what the task rejects with, wherever it ran, with
 * `command_interrupted` when it was stopped before its end, with `server_not_running` when it `needsServer` and an
 * embedded database is held by none, and with a TypeError outside of `withTaskStorage`.
 */
export async function runOperatorTask<Name extends OperatorTaskName>(
  name: Name,
  input: TaskInput<Name>,
  {
    onProgress = () => {},
    needsServer = false,
  }: { readonly onProgress?: (progress: TaskProgress) => void; readonly needsServer?: boolean } = {},
): Promise<TaskOutput<Name>> {
  const openStorage = given.getStore();
  if (openStorage === undefined) throw new TypeError('no program gave this command a storage');
  const storage = openStorage(readEnvironment());
  const { config } = storage;
  using interruption = listenForInterruption(() => new CliError('command_interrupted'));
  const run: TaskRun = { name, input: input as object, signal: interruption.signal, onProgress };
  const isEmbedded = config.secrets.databaseUrl === undefined;
  const server = isEmbedded ? await findRunningProcess(config.storage.dataDir) : undefined;
  try {
    if (server?.url !== undefined) {
      return (await runInServer(config, { ...server, url: server.url }, run)) as TaskOutput<Name>;
    }
    if (needsServer && isEmbedded) throw new CliError('server_not_running');
    return toPlain(await storage.runHere(run)) as TaskOutput<Name>;
  } catch (error) {
    interruption.signal.throwIfAborted();
    throw error;
  }
}

/** The same with a bar on standard error; `read` gives what the bar shows, undefined for nothing new. */
export async function runTaskWithBar<Name extends OperatorTaskName>(
  name: Name,
  input: TaskInput<Name>,
  unit: string,
  read: (progress: TaskProgress) => BarProgress | undefined,
): Promise<TaskOutput<Name>> {
  using bar = createProgressBar(process.stderr, unit);
  const onProgress = (progress: TaskProgress) => {
    const shown = read(progress);
    if (shown !== undefined) bar.show(shown);
  };
  return await runOperatorTask(name, input, { onProgress });
}

/** Asks the server that holds the data folder, as the administrator whose credentials are in the folder. */
async function runInServer(
  { storage }: TaskStorage['config'],
  { url, taskKey = '' }: RunningProcess & { readonly url: string },
  { name, input, signal, onProgress }: TaskRun,
): Promise<unknown> {
  const token = await getAdminToken(storage.dataDir, url);
  const response = await fetch(`${url}/v1/operator-tasks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-data-folder-key': taskKey,
    },
    body: JSON.stringify({ task: name, input }),
    signal,
  }).catch((cause: unknown) => {
    throw new OperatorTaskError('operator_task_cut_off', { cause });
  });
  if (!response.ok) {
    throw new CliError('server_refused', { detail: describeRefusal((await response.json()) as ErrorAnswer) });
  }
  if (response.body === null) throw new OperatorTaskError('operator_task_cut_off');
  const lines = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
  try {
    for await (const text of createInterface({ input: lines })) {
      const line = JSON.parse(text) as TaskLine;
      if ('progress' in line) onProgress(line.progress);
      else if ('result' in line) return line.result;
      else throw new RunningServerError(line.error);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new OperatorTaskError('operator_task_cut_off', { cause: error });
  }
  throw new OperatorTaskError('operator_task_cut_off');
}

type ErrorAnswer = {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
};

function describeRefusal({ title, detail, errors = [] }: ErrorAnswer): string {
  const said = [title, detail].filter((part) => part !== undefined).join(': ');
  return [said, ...errors.map(({ path, message }) => `  ${path}: ${message}`)].join('\n');
}

async function getAdminToken(dataDir: string, url: string): Promise<string> {
  try {
    const { clientId, clientSecret } = JSON.parse(await readFile(adminCredentialsPath(dataDir), 'utf8'));
    const response = await fetch(`${url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'admin' }),
      signal: AbortSignal.timeout(30_000),
    });
    const { access_token: token } = (await response.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`the token endpoint answered ${response.status}`);
    return token;
  } catch (cause) {
    throw new CliError('admin_credentials_missing', { cause });
  }
}
