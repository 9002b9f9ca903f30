import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

/** PostgreSQL in WebAssembly runs for a second or two in a test: V8 would spend longer on making it faster. */
export const engineOptions = ['--liftoff-only'];

export type Bounded = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and standard error, in the order in which they came. */
  readonly printed: string;
  /** Why the process or what it left was ended; undefined when it ended by itself and left nothing. */
  readonly fault: string | undefined;
};

/** So long a process has to say where it was when it is interrupted, and what it started to close its output. */
const graceMs = 15_000;

/**
 * Runs Node.js with arguments for as long as it prints. A process that is silent for `silenceSeconds` is interrupted,
 * then killed: a busy machine makes it slow, not silent. A process that ended but left others that hold its output has
 * them killed: nothing that a test starts may outlive it. The process has a group of its own; `onStart` is given it, to
 * pass on what a terminal sends.
 */
export async function runBounded(
  args: readonly string[],
  silenceSeconds: number,
  env: NodeJS.ProcessEnv,
  onStart: (child: ChildProcess) => void,
): Promise<Bounded> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
  onStart(child);
  const printed: Buffer[] = [];
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => {
      printed.push(chunk);
      limit.refresh();
    });
  }
  const exit = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...how) => resolve(how));
  });
  const close = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let fault: string | undefined;
  const limit = globalThis.setTimeout(async () => {
    fault = `printed nothing for ${silenceSeconds} s`;
    child.kill('SIGINT');
    await Promise.race([close, setTimeout(graceMs)]);
    killGroup(child);
  }, silenceSeconds * 1000);
  const [code, signal] = await exit;
  clearTimeout(limit);
  const isClosed = await Promise.race([close.then(() => true), setTimeout(graceMs, false, { ref: false })]);
  if (!isClosed) {
    fault ??= 'left processes that hold its output';
    killGroup(child);
    child.stdout.destroy();
    child.stderr.destroy();
  }
  return { code, signal, printed: Buffer.concat(printed).toString(), fault };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Everything in it has ended.
  }
}
