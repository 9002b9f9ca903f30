import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export type BoundedProcessOptions = {
  /** The code of the process; it calls `answerTasks`. */
  readonly module: URL;
  /** Largest heap of the process, in megabytes: a task that needs more ends it. */
  readonly memoryMb: number;
};

/** The task took longer, or more memory, than it may. Its process has been ended. */
export class ProcessLimitError extends Error {
  override readonly name = 'ProcessLimitError';
}

export type ProcessMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly number: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly number: number; readonly name: string; readonly message: string };

type Waiting = {
  readonly task: unknown;
  readonly timeoutMs: number;
  readonly settled: PromiseWithResolvers<unknown>;
};

/**
 * A process for work that nobody can say how long it takes: a regular expression, an expression that an operator wrote.
 * It does one task at a time. A task that passes its limit is ended with its process, and the next task gets a new one.
 * The process starts with the first task, keeps no other one alive, and sees nothing of the environment. A thread would
 * not do: one that needs too much memory at once ends the whole process (docs/decisions/0031).
 */
export class BoundedProcess implements AsyncDisposable {
  readonly #options: BoundedProcessOptions;
  readonly #queue: Waiting[] = [];
  #child: ChildProcess | undefined;
  #isReady = false;
  #number = 0;
  #current: (Waiting & { timer: NodeJS.Timeout | undefined }) | undefined;
  #isClosed = false;

  constructor(options: BoundedProcessOptions) {
    this.#options = options;
  }

  /**
   * The answer of the process's code to a task. `timeoutMs` counts from the start of the task in the process. Tasks and
   * answers are cloned; big integers and dates keep their type.
   *
   * Rejects with `ProcessLimitError` when a limit is passed, and with an Error of the same name and message when the
   * process's code throws.
   */
  run(task: unknown, timeoutMs: number): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new ProcessLimitError('The process is closed'));
    const settled = Promise.withResolvers<unknown>();
    this.#queue.push({ task, timeoutMs, settled });
    this.#next();
    return settled.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const waiting = [...this.#queue.splice(0), ...(this.#current === undefined ? [] : [this.#current])];
    clearTimeout(this.#current?.timer);
    this.#current = undefined;
    for (const { settled } of waiting) settled.reject(new ProcessLimitError('The process is closed'));
    await this.#drop();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const next = this.#queue.shift();
    if (next === undefined) {
      if (this.#child !== undefined) setAwake(this.#child, false);
      return;
    }
    this.#current = { ...next, timer: undefined };
    this.#number += 1;
    this.#child ??= this.#start();
    setAwake(this.#child, true);
    if (this.#isReady) this.#send();
  }

  #start(): ChildProcess {
    const { module, memoryMb } = this.#options;
    const child = fork(fileURLToPath(module), {
      execArgv: [`--max-old-space-size=${memoryMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    this.#isReady = false;
    child.on('message', (message: ProcessMessage) => this.#receive(child, message));
    child.on('error', (error) => this.#die(child, error));
    child.on('exit', (code, signal) => this.#die(child, describeEnd(code, signal)));
    return child;
  }

  #send(): void {
    const current = this.#current!;
    // A main thread that is late finds the answer before it ends the process.
    const expire = () => setImmediate(() => this.#expire(current));
    current.timer = setTimeout(expire, current.timeoutMs);
    this.#child!.send({ number: this.#number, task: current.task as object });
  }

  #receive(child: ChildProcess, message: ProcessMessage): void {
    if (child !== this.#child) return;
    if (message.kind === 'ready') {
      this.#isReady = true;
      if (this.#current !== undefined) this.#send();
      return;
    }
    if (message.number !== this.#number) return;
    if (message.kind === 'result') this.#settle(({ resolve }) => resolve(message.result));
    else {
      const error = new Error(message.message);
      error.name = message.name;
      this.#settle(({ reject }) => reject(error));
    }
  }

  #expire(task: Waiting): void {
    if (this.#current !== task) return;
    void this.#drop();
    this.#settle(({ reject }) => reject(new ProcessLimitError('The task took too long')));
  }

  #die(child: ChildProcess, error: Error): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    this.#settle(({ reject }) => reject(error));
  }

  #settle(how: (settled: PromiseWithResolvers<unknown>) => void): void {
    const current = this.#current;
    if (current === undefined) return;
    clearTimeout(current.timer);
    this.#current = undefined;
    how(current.settled);
    this.#next();
  }

  async #drop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

/** A process that waits for a task keeps this one alive no longer than its answer is waited for. */
function setAwake(child: ChildProcess, isAwake: boolean): void {
  if (isAwake) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** Why a process ended by itself. The runtime aborts when the heap is full; the system kills what takes too much. */
function describeEnd(code: number | null, signal: NodeJS.Signals | null): Error {
  const isMemory = signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP' || code === 134;
  return isMemory
    ? new ProcessLimitError('The task needs too much memory')
    : new Error(`The process has ended: ${signal ?? code}`);
}

/** Ends the process when the one that started it is gone, also while a task holds its main thread. */
const watch = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;

/** Answers the tasks of the `BoundedProcess` that started this process. To be called once, when everything is loaded. */
export function answerTasks(answer: (task: never) => unknown): void {
  const send = (message: ProcessMessage) => process.send?.(message);
  process.on('message', async ({ number, task }: { number: number; task: never }) => {
    try {
      send({ kind: 'result', number, result: await answer(task) });
    } catch (error) {
      const { name = 'Error', message = '' } = error instanceof Error ? error : {};
      send({ kind: 'failure', number, name, message });
    }
  });
  // Asked here: the parent may be gone before the thread has started.
  new Worker(watch, { eval: true, workerData: process.ppid }).unref();
  // Nobody waits for an answer any more.
  process.once('disconnect', () => process.exit());
  send({ kind: 'ready' });
}
