import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ImageError } from './errors.ts';

/** The kernel counts in these, whatever its own clock (Linux, `USER_HZ`). */
const ticksPerSecond = 100;

export type ConversionRequest = { readonly bytes: Uint8Array; readonly maxPixels: number };

/** The answer of the process; without a photo when decoding failed. */
export type ConversionAnswer = { readonly jpeg?: Uint8Array };

export type ConversionProcessOptions = {
  /** Processor time for one photo; then the process is ended. Counted on Linux only. */
  readonly processorMs: number;
  /** Time for one photo, however little of it a busy machine leaves to the process; then the process is ended. */
  readonly timeoutMs: number;
  /** The module it runs. */
  readonly module: URL;
};

/** The interval for looking at the processor time. */
const lookAtProcessorMs = 250;

/**
 * A separate process for a decoder without a time limit. A thread inside a decoder cannot be ended alone, but a
 * process can. The process starts with the first photo, gets neither environment nor files, and is replaced after an
 * end with the next photo.
 */
export class ConversionProcess {
  readonly #options: ConversionProcessOptions;
  #process: ChildProcess | undefined;

  constructor(options: ConversionProcessOptions) {
    this.#options = options;
  }

  /**
   * The photo as a JPEG. One at a time. Rejects with `image_undecodable` for a photo that cannot be decoded, takes more
   * processor time than it may or ends the process, and with `image_conversion_busy` when the time is over or the signal
   * is aborted.
   */
  async convert(request: ConversionRequest, signal: AbortSignal | undefined): Promise<Uint8Array> {
    this.#process ??= this.#start();
    const child = this.#process;
    const usedBefore = readProcessorMs(child.pid);
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const refuse = (detail: string) => reject(new ImageError('image_undecodable', { detail }));
    const onMessage = ({ jpeg }: ConversionAnswer) => {
      if (jpeg === undefined) refuse('The AVIF cannot be decoded.');
      else resolve(jpeg);
    };
    const onExit = () => refuse('The AVIF cannot be decoded.');
    const onGone = () => {
      this.close();
      reject(new ImageError('image_conversion_busy', { detail: 'The client has closed the connection.' }));
    };
    const timer = setTimeout(() => {
      this.close();
      reject(new ImageError('image_conversion_busy', { retryAfterSeconds: 5 }));
    }, this.#options.timeoutMs);
    const watch = setInterval(() => {
      const used = readProcessorMs(child.pid);
      if (used === undefined || used - (usedBefore ?? 0) <= this.#options.processorMs) return;
      this.close();
      refuse('Decoding the AVIF takes too long.');
    }, lookAtProcessorMs);
    child.once('message', onMessage).once('exit', onExit).once('error', reject);
    signal?.addEventListener('abort', onGone, { once: true });
    try {
      if (signal?.aborted) onGone();
      else child.send(request, (error) => error && onExit());
      return await promise;
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener('abort', onGone);
      child.off('message', onMessage).off('exit', onExit).off('error', reject);
    }
  }

  /** Ends the process at once, whatever it does. */
  close(): void {
    const child = this.#process;
    this.#process = undefined;
    child?.kill('SIGKILL');
  }

  #start(): ChildProcess {
    const child = fork(this.#options.module, {
      serialization: 'advanced',
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const forget = () => {
      if (this.#process === child) this.#process = undefined;
    };
    // A process that cannot be started, or ends while it has nothing to do, is replaced.
    child.on('exit', forget).on('error', forget);
    // Neither keeps this process alive: photos under way are waited for by a timer.
    child.unref();
    child.channel?.unref();
    return child;
  }
}

/** The processor time that a process has used, in milliseconds; undefined where the kernel does not tell, and of none. */
function readProcessorMs(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in brackets, may hold anything. `utime` and `stime` are the 12th and 13th behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
