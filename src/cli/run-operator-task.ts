import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { readEnvironment } from '../platform/config/index.ts';
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
import { CliError, RunningServerError } from './errors.ts';
import { listenForInterruption } from './listen-for-interruption.ts';
import { type BarProgress, createProgressBar } from './progress-bar.ts';
import { openTaskStorage, type TaskStorage } from './task-storage.ts';

export type RunOperatorTaskOptions = {
  readonly onProgress?: (progress: TaskProgress) => void;
};

/**
 * Runs a task on the storage of the configuration: in the server that holds the embedded database when one runs,
 * else here. Ctrl-C and SIGTERM stop it in order. Rejects with what the task rejects with, wherever it ran.
 */
export async function runOperatorTask<Name extends OperatorTaskName>(
  name: Name,
  input: TaskInput<Name>,
  options: RunOperatorTaskOptions = {},
): Promise<TaskOutput<Name>> {
  const storage = openTaskStorage(readEnvironment());
  const { config } = storage;
  using interruption = listenForInterruption();
  const run: TaskRun = {
    name,
    input: input as object,
    signal: interruption.signal,
    onProgress: options.onProgress ?? (() => {}),
  };
  const isEmbedded = config.secrets.databaseUrl === undefined;
  const server = isEmbedded ? await findRunningProcess(config.storage.dataDir) : undefined;
  if (server?.url !== undefined) {
    return (await runInServer(config, { ...server, url: server.url }, run)) as TaskOutput<Name>;
  }
  return toPlain(await storage.runHere(run)) as TaskOutput<Name>;
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

async function runInServer(
  config: TaskStorage['config'],
  server: RunningProcess & { readonly url: string },
  run: TaskRun,
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

export type ServerCall = {
  readonly path: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/**
 * Asks the server that holds the data folder to do something, as the administrator whose credentials are in the
 * folder. Gives the answer, its body not yet read.
 *
 * Rejects with `admin_credentials_missing` and `server_refused`.
 */
async function callRunningServer(dataDir: string, url: string, call: ServerCall): Promise<Response> {
  const token = await getAdminToken(dataDir, url);
  const response = await fetch(`${url}${call.path}`, {
    method: 'POST',
    headers: { ...call.headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(call.body),
    signal: call.signal,
  });
  if (!response.ok) {
    throw new CliError('server_refused', { detail: describeRefusal((await response.json()) as ErrorAnswer) });
  }
  return response;
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
