import { Piscina } from 'piscina';
import { EngineError } from './errors.ts';
import type { EngineWorkload } from './face-engine.ts';

/** The argument of each call to a worker. */
export type PhotoTask = {
  readonly photo: Uint8Array;
  /** Milliseconds since the epoch after which nobody waits for the answer. */
  readonly deadline: number;
};

/** The answer of a worker that began after the deadline, or whose time for a part of the work was over. */
export type ExpiredTask = { readonly kind: 'expired' };

/** The start data of every worker, besides those of its own code. */
export type PoolWorkerData = {
  /** Two counters the main thread watches: workers that have loaded, workers that could not. */
  readonly started: Int32Array;
};

export type PhotoPoolOptions = {
  /** Module of the workers: its default export is a promise of a function from a `PhotoTask` to a result. */
  readonly module: URL;
  readonly workers: number;
  /** Photos that may be with the pool at once, running and waiting; more are refused. */
  readonly maxPending: number;
  readonly timeoutMs: number;
  readonly workerData: object;
};

/** Worker threads that answer photos, one at a time each, with a bounded queue in front. */
export class PhotoPool<Result extends { readonly kind: string }> {
  readonly #options: PhotoPoolOptions;
  readonly #threads: Piscina<PhotoTask, Result | ExpiredTask>;
  readonly #started = new Int32Array(new SharedArrayBuffer(8));
  readonly #pending = new Set<Promise<unknown>>();
  #closed = false;

  constructor(options: PhotoPoolOptions) {
    this.#options = options;
    const own: PoolWorkerData = { started: this.#started };
    this.#threads = new Piscina({
      filename: options.module.href,
      minThreads: options.workers,
      maxThreads: options.workers,
      maxQueue: options.maxPending,
      // Otherwise a photo that finds all workers busy goes to the end of the queue again, and may never have its turn.
      stricterFIFO: true,
      workerData: { ...options.workerData, ...own },
    });
    // A worker that dies between photos is replaced by Piscina; the event would otherwise end the process.
    this.#threads.on('error', () => undefined);
  }

  /** Resolves when every worker has loaded; rejects with the reason of one that could not, and once closed. */
  async loaded(): Promise<void> {
    // Neither workers that have loaded nor waiting for memory keep a process alive that has nothing else to do.
    const awake = setInterval(() => undefined, 1000);
    try {
      await this.#allLoaded();
    } finally {
      clearInterval(awake);
    }
  }

  async #allLoaded(): Promise<void> {
    for (;;) {
      const done = Atomics.load(this.#started, 0);
      if (Atomics.load(this.#started, 1) > 0) {
        const task = { photo: new Uint8Array(), deadline: Number.POSITIVE_INFINITY };
        const failure = await this.#threads.run(task).catch((error: unknown) => error);
        throw new Error('The face networks cannot be loaded', { cause: failure });
      }
      if (done >= this.#options.workers) return;
      if (this.#closed) throw new Error('The workers were closed before they had loaded');
      // Woken by the counter, and every so often in case a worker failed rather than loaded.
      await Atomics.waitAsync(this.#started, 0, done, 100).value;
    }
  }

  /**
   * The worker's result for the photo. The bytes are copied once, unless they lie in shared memory.
   *
   * Rejects with `face_engine_busy` when too many photos are with the pool already, with `face_engine_timeout`
   * when the time limit passes, and with the worker's own error when it throws or dies. A photo that outlives its
   * time keeps its worker, and its place among the pending, until it is done: a thread ended inside native code
   * takes the process with it. What workers do is bounded by limits of its own.
   *
   * `more` is handed to the worker beside the photo.
   */
  async run(photo: Uint8Array, more: object = {}): Promise<Result> {
    if (this.#closed || this.#pending.size >= this.#options.maxPending) {
      throw new EngineError('face_engine_busy', { retryAfterSeconds: 1 });
    }
    // Not `slice`: of a Buffer that would be a view, whose memory would then be taken from the caller.
    const own = photo.buffer instanceof SharedArrayBuffer ? photo : new Uint8Array(photo);
    const transferList = own.buffer instanceof ArrayBuffer ? [own.buffer] : [];
    const task = { ...more, photo: own, deadline: Date.now() + this.#options.timeoutMs };
    const answer = this.#threads.run(task, { transferList });
    this.#pending.add(answer);
    const done = () => void this.#pending.delete(answer);
    answer.then(done, done);
    const result = await withinTime(answer, this.#options.timeoutMs);
    if (isExpired(result)) throw timeout();
    return result;
  }

  /** Workers take photos in their order, so that none waits while a worker has nothing to do. */
  get workload(): EngineWorkload {
    const { workers } = this.#options;
    const busy = Math.min(this.#pending.size, workers);
    return { waiting: this.#pending.size - busy, busy, workers };
  }

  /** Refuses new photos, waits for those with the pool, then ends the workers. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#pending);
    await this.#threads.destroy();
  }
}

async function withinTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeout()), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function timeout(): EngineError {
  return new EngineError('face_engine_timeout', { retryAfterSeconds: 1 });
}

function isExpired(result: { readonly kind: string }): result is ExpiredTask {
  return result.kind === 'expired';
}
