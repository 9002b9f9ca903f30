import type { ConvertedModels } from './ensure-converted-models.ts';

/** The places of all networks, as JSON: some hundred bytes, and the length of the data folder's path for each. */
const mostBytes = 64 * 1024;
const headBytes = 8;

const waiting = 0;
const written = 1;
const failed = 2;

/**
 * Memory in which the thread that converts the networks says where they lie. Other threads wait for that by themselves:
 * while a service starts, its main thread has no time to pass messages on.
 */
export class ModelsNote {
  readonly memory: SharedArrayBuffer;
  /** State, and the length of the text. */
  readonly #head: Int32Array;

  /** A new note, or one that another thread has made. */
  constructor(memory = new SharedArrayBuffer(headBytes + mostBytes)) {
    this.memory = memory;
    this.#head = new Int32Array(memory, 0, 2);
  }

  write(models: ConvertedModels): void {
    const text = Buffer.from(JSON.stringify(models));
    if (text.length > mostBytes)
      throw new RangeError(`The networks' paths take more than ${mostBytes} bytes`);
    new Uint8Array(this.memory, headBytes).set(text);
    this.#head[1] = text.length;
    this.#end(written);
  }

  /** Ends the wait of those who read: there will be no networks. */
  fail(): void {
    this.#end(failed);
  }

  /** Resolves once the networks are there. Rejects when they will never be. */
  async read(): Promise<ConvertedModels> {
    // Waiting for memory keeps no thread alive that has nothing else to do.
    const awake = setInterval(() => undefined, 1000);
    try {
      await Atomics.waitAsync(this.#head, 0, waiting).value;
    } finally {
      clearInterval(awake);
    }
    if (Atomics.load(this.#head, 0) !== written) throw new Error('The face networks were not converted');
    const [, length = 0] = this.#head;
    return JSON.parse(Buffer.from(this.memory.slice(headBytes, headBytes + length)).toString());
  }

  #end(state: number): void {
    Atomics.store(this.#head, 0, state);
    Atomics.notify(this.#head, 0);
  }
}
