import { Worker } from 'node:worker_threads';
import type { IndexAnswer, IndexCandidate, IndexedFace, IndexQuery, IndexRequest } from './index-worker.ts';

type IndexReply = { readonly number: number; readonly answer?: IndexAnswer; readonly fault?: string };

type Sizes = Readonly<Record<string, number>>;

/**
 * An index in threads of its own: a search of a million templates takes tens of milliseconds. Each thread holds an equal
 * part of the faces, and all of them search at the same time.
 */
export class IndexThreads {
  readonly #threads: readonly IndexThread[];
  readonly #sizes: Sizes[];

  constructor(count: number) {
    this.#threads = Array.from({ length: count }, () => new IndexThread());
    this.#sizes = this.#threads.map(() => ({}));
  }

  /** True once a thread has died; others have to take the place of all, and be filled anew. */
  get isGone(): boolean {
    return this.#threads.some(({ isGone }) => isGone);
  }

  /** The number of templates of each model, in all threads. */
  get sizes(): Sizes {
    const sum: Record<string, number> = {};
    for (const sizes of this.#sizes) {
      for (const [model, size] of Object.entries(sizes)) sum[model] = (sum[model] ?? 0) + size;
    }
    return sum;
  }

  /** Adds faces, or brings them to how they stand now. */
  async put(faces: readonly IndexedFace[]): Promise<void> {
    const parts = Map.groupBy(faces, ({ id }) => threadOf(id, this.#threads.length));
    await Promise.all(
      [...parts].map(async ([number, part]) => {
        this.#sizes[number] = (await this.#threads[number]!.ask({ kind: 'put', faces: part })).sizes;
      }),
    );
  }

  /** At most `limit` candidates of each model, the likeliest first. Sees everything that was put before. */
  async search(queries: readonly IndexQuery[], limit: number): Promise<Omit<IndexAnswer, 'sizes'>> {
    const answers = await Promise.all(
      this.#threads.map((thread) => thread.ask({ kind: 'search', queries, limit })),
    );
    const byModel = Map.groupBy(
      answers.flatMap(({ candidates }) => candidates),
      ({ templateModel }) => templateModel,
    );
    const likeliest = (candidates: readonly IndexCandidate[]) =>
      candidates.toSorted((a, b) => b.upperBound - a.upperBound).slice(0, limit);
    return {
      candidates: [...byModel.values()].flatMap(likeliest),
      isComplete:
        answers.every(({ isComplete }) => isComplete) &&
        [...byModel.values()].every(({ length }) => length <= limit),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** The thread of a face. The last bytes of an id are random; those that place it within a thread are others. */
function threadOf(id: Uint8Array, count: number): number {
  return (((id[9] as number) << 16) | ((id[10] as number) << 8) | (id[11] as number)) % count;
}

class IndexThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<IndexAnswer>>();
  #number = 0;
  #failure: Error | undefined;

  constructor() {
    this.#worker = new Worker(new URL('./index-worker.ts', import.meta.url));
    // Nobody's process stays alive for an index.
    this.#worker.unref();
    this.#worker.on('message', ({ number, answer, fault }: IndexReply) => {
      const waiting = this.#waiting.get(number);
      if (answer === undefined) waiting?.reject(new Error(fault));
      else waiting?.resolve(answer);
      this.#waiting.delete(number);
      if (this.#waiting.size === 0) this.#worker.unref();
    });
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error('unknown')));
    this.#worker.on('exit', () => this.#fail(new Error('The index has ended')));
  }

  get isGone(): boolean {
    return this.#failure !== undefined;
  }

  /** Requests are answered in the order they were made. */
  async ask(request: IndexRequest): Promise<IndexAnswer> {
    if (this.#failure !== undefined) throw this.#failure;
    const waiting = Promise.withResolvers<IndexAnswer>();
    this.#number += 1;
    this.#waiting.set(this.#number, waiting);
    this.#worker.ref();
    this.#worker.postMessage({ number: this.#number, request });
    return await waiting.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#failure);
    this.#waiting.clear();
  }
}
