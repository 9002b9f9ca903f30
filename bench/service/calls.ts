import { type ChildProcess, fork } from 'node:child_process';

type Call = { readonly id: number; readonly name: string; readonly argument: unknown };
type Answer = { readonly id: number; readonly result?: unknown; readonly error?: string };

/** What one process answers to another: a name, one argument, one result, all of plain data. */
// biome-ignore lint/suspicious/noExplicitAny: the argument's type is the handler's own.
export type Handlers = Readonly<Record<string, (argument: any) => unknown>>;

/** In the child: answers the parent's calls until the parent goes away. */
export function answerCalls(handlers: Handlers): void {
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ id, name, argument }: Call) => {
    try {
      const result = await handlers[name]!(argument);
      process.send!({ id, result } satisfies Answer);
    } catch (error) {
      process.send!({ id, error: String((error as Error).stack ?? error) } satisfies Answer);
    }
  });
}

/** In the parent: a process that was started for its calls. Ended with `end`, or with the parent. */
export type CallableProcess<H extends Handlers> = {
  readonly pid: number;
  call<N extends keyof H & string>(
    name: N,
    argument?: Parameters<H[N]>[0],
  ): Promise<Awaited<ReturnType<H[N]>>>;
  end(): Promise<void>;
};

export function startProcess<H extends Handlers>(entry: URL, cwd: string): CallableProcess<H> {
  const child: ChildProcess = fork(entry, [], { cwd, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.on('message', ({ id, result, error }: Answer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values())
      reject(new Error(`the process of ${entry.pathname} has ended`));
  });
  let last = 0;
  return {
    pid: child.pid!,
    call(name, argument) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        child.send({ id, name, argument } satisfies Call);
      });
    },
    async end() {
      child.disconnect();
      await exited;
    },
  };
}
