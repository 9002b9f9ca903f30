import { ImageError } from './errors.ts';
import type { PhotoRequester } from './fetch-photo.ts';

/** Who sent a photo: conversions are shared out among clients, and among the people of a client. */
export type PhotoSender = PhotoRequester & {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
};

export type ConversionLimits = {
  /** Photos that wait or are under way at once. */
  readonly inAll: number;
  readonly ofClient: number;
  readonly ofPerson: number;
  /** The longest wait of a photo for its turn. */
  readonly waitMs: number;
};

type Entry = { readonly sender: PhotoSender; begin(): Promise<void>; leave(error: ImageError): void };

/**
 * One piece of work at a time. Those who wait take turns by client, so that one who sends many photos makes
 * another wait for one of them at most.
 *
 * See docs/decisions/0010.
 */
export class ConversionTurns {
  readonly #limits: ConversionLimits;
  /** By client, the one whose turn is next first. */
  readonly #waiting = new Map<string, Entry[]>();
  #underWay: Entry | undefined;

  constructor(limits: ConversionLimits) {
    this.#limits = limits;
  }

  /**
   * The result of the work, which runs when its turn comes. Its signal is aborted when the sender has gone. Rejects
   * with `image_conversion_busy` when too many photos wait already, of all, of the client or of the person, when the
   * turn does not come in time, and when the sender goes before it.
   */
  run<T>(sender: PhotoSender, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
    const { signal } = sender;
    if (signal?.aborted) return Promise.reject(senderGone());
    if (!this.#hasRoom(sender)) return Promise.reject(busy());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const leave = (error: ImageError): void => {
      this.#remove(entry);
      reject(error);
    };
    const onGone = (): void => leave(senderGone());
    const timer = setTimeout(() => leave(busy()), this.#limits.waitMs);
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onGone);
    };
    const entry: Entry = {
      sender,
      leave,
      async begin() {
        settle();
        await work(signal).then(resolve, reject);
      },
    };
    signal?.addEventListener('abort', onGone, { once: true });
    promise.then(settle, settle);
    const ofClient = this.#waiting.get(sender.clientId);
    if (ofClient === undefined) this.#waiting.set(sender.clientId, [entry]);
    else ofClient.push(entry);
    this.#next();
    return promise;
  }

  /** Refuses those who wait. */
  close(): void {
    for (const entry of [...this.#waiting.values()].flat()) entry.leave(busy());
  }

  #hasRoom({ clientId, peopleId }: PhotoSender): boolean {
    const all = [...this.#waiting.values()].flat();
    if (this.#underWay !== undefined) all.push(this.#underWay);
    const ofClient = all.filter(({ sender }) => sender.clientId === clientId);
    const ofPerson = ofClient.filter(({ sender }) => sender.peopleId === peopleId);
    const { inAll, ofClient: mostOfClient, ofPerson: mostOfPerson } = this.#limits;
    if (all.length >= inAll || ofClient.length >= mostOfClient) return false;
    return ofPerson.length < mostOfPerson;
  }

  #remove(entry: Entry): void {
    const { clientId } = entry.sender;
    const others = (this.#waiting.get(clientId) ?? []).filter((other) => other !== entry);
    if (others.length > 0) this.#waiting.set(clientId, others);
    else this.#waiting.delete(clientId);
  }

  #next(): void {
    if (this.#underWay !== undefined) return;
    const [first] = this.#waiting;
    if (first === undefined) return;
    const [clientId, [entry, ...others]] = first;
    this.#waiting.delete(clientId);
    // Behind the other clients.
    if (others.length > 0) this.#waiting.set(clientId, others);
    this.#underWay = entry!;
    void entry!.begin().finally(() => {
      this.#underWay = undefined;
      this.#next();
    });
  }
}

function busy(): ImageError {
  return new ImageError('image_conversion_busy', { retryAfterSeconds: 5 });
}

function senderGone(): ImageError {
  return new ImageError('image_conversion_busy', { detail: 'The client has closed the connection.' });
}
