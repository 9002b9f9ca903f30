import { Worker } from 'node:worker_threads';
import type { IndexAnswer, IndexRequest } from './index-worker.ts';

type IndexReply = { readonly number: number; readonly answer?: IndexAnswer; readonly fault?: string };

/** The index in a thread of its own: a search of a million templates takes tens of milliseconds. */
export class IndexThread {
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

  /** True once the thread has died; another has to take its place, and be filled anew. */
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
