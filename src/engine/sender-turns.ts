import { EngineError } from './errors.ts';

/** For whom a photo is analysed. */
export type AnalysisSender = {
  readonly clientId: string;
  /** The person, or whatever else stands for one sender among those of a client. */
  readonly peopleId: string;
};

/** Photos of a person that are with the workers at once; more wait for these. */
const mostOfPerson = 2;
/** Photos of a person that wait; more are refused. */
const mostWaitingOfPerson = 16;
/** The part of the places at the workers that a client leaves to the others. */
const reservedShare = 1 / 16;
/** Photos of a person that may be refused in a minute; with more, each costs its sender a wait. */
const mostRefusedInWindow = 30;
const windowMs = 60_000;
/** People whose refused photos are counted at once: the oldest are forgotten. */
const mostCounted = 10_000;

type Person = { running: number; readonly waiting: (() => void)[] };

/**
 * Divides the places at the workers among those who send photos. A person has two at a time, however many photos he
 * sends, and none for the rest of a minute after 30 refused ones. A client leaves a sixteenth to other clients.
 * Of this process: several processes count for themselves.
 */
export class SenderTurns {
  readonly #mostOfClient: number;
  readonly #now: () => number;
  readonly #clients = new Map<string, number>();
  readonly #people = new Map<string, Person>();
  readonly #refused = new Map<string, { count: number; readonly endsAt: number }>();

  /** `places`: photos that may be with the workers at once. */
  constructor(places: number, now: () => number = () => performance.now()) {
    this.#mostOfClient = Math.max(1, places - Math.max(1, Math.floor(places * reservedShare)));
    this.#now = now;
  }

  /**
   * The result of the work once the sender's turn has come. `isRefused` says whether it refused the photo. Rejects with
   * `face_engine_busy` when too many photos of the person wait or were refused, and when the client has its share.
   */
  async run<Result>(
    { clientId, peopleId }: AnalysisSender,
    work: () => Promise<Result>,
    isRefused: (result: Result) => boolean,
  ): Promise<Result> {
    const name = `${clientId} ${peopleId}`;
    this.#refuseAfterRefusals(name);
    const person = this.#people.get(name) ?? { running: 0, waiting: [] };
    this.#people.set(name, person);
    if (person.running < mostOfPerson) person.running += 1;
    else {
      if (person.waiting.length >= mostWaitingOfPerson) throw busy(1);
      // Whoever ends hands his place on.
      await new Promise<void>((resolve) => person.waiting.push(resolve));
    }
    try {
      const ofClient = this.#clients.get(clientId) ?? 0;
      if (ofClient >= this.#mostOfClient) throw busy(1);
      this.#clients.set(clientId, ofClient + 1);
      try {
        const result = await work();
        if (isRefused(result)) this.#countRefusal(name);
        return result;
      } finally {
        const rest = (this.#clients.get(clientId) ?? 1) - 1;
        if (rest > 0) this.#clients.set(clientId, rest);
        else this.#clients.delete(clientId);
      }
    } finally {
      const next = person.waiting.shift();
      if (next !== undefined) next();
      else person.running -= 1;
      if (person.running === 0) this.#people.delete(name);
    }
  }

  #refuseAfterRefusals(name: string): void {
    const refused = this.#refused.get(name);
    if (refused === undefined) return;
    const leftMs = refused.endsAt - this.#now();
    if (leftMs <= 0) this.#refused.delete(name);
    else if (refused.count >= mostRefusedInWindow) throw busy(Math.ceil(leftMs / 1_000));
  }

  #countRefusal(name: string): void {
    const refused = this.#refused.get(name);
    if (refused !== undefined && refused.endsAt > this.#now()) {
      refused.count += 1;
      return;
    }
    this.#refused.delete(name);
    this.#refused.set(name, { count: 1, endsAt: this.#now() + windowMs });
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > mostCounted && oldest !== undefined) this.#refused.delete(oldest);
  }
}

function busy(retryAfterSeconds: number): EngineError {
  return new EngineError('face_engine_busy', { retryAfterSeconds });
}
