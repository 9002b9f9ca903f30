import { EngineError } from './errors.ts';

export type AnalysisSender = {
  readonly clientId: string;
  /** The person, or whatever else stands for one sender among those of a client. */
  readonly peopleId: string;
  /** Of the photo: width times height. */
  readonly pixels: number;
};

/** Photos of a person that are with the workers at once, when they are small and none was refused lately. */
const placesOfPerson = 2;
/** A photo with more pixels takes all places of its person. */
const mostPixelsOfSmall = 2_000_000;
/** Photos of a person that wait; more are refused. */
const mostWaitingOfPerson = 16;
/** The part of the places at the workers that a client leaves to the others. */
const reservedShare = 1 / 16;
/** Photos of a person that may be refused in a minute: each counts once for every so many pixels that it has begun. */
const mostRefusedInWindow = 30;
const pixelsCountedOnce = 4_000_000;
const windowMs = 60_000;
/** People whose refused photos are counted at once: the oldest are forgotten. */
const mostCounted = 10_000;

type Waiting = { readonly pixels: number; readonly enter: (places: number) => void };
type Person = { taken: number; readonly waiting: Waiting[] };

/**
 * Divides the places at the workers among those who send photos. A person has two small photos there at a time, or one:
 * a large one, or any after a refused one. So one phone never keeps all of several workers. Refused photos count by
 * their pixels, and with 30 in a minute (small ones, or three of 40 megapixels) the person has none for the rest of it.
 * A client leaves a sixteenth to other clients. Of this process: several processes count for themselves.
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
    { clientId, peopleId, pixels }: AnalysisSender,
    work: () => Promise<Result>,
    isRefused: (result: Result) => boolean,
  ): Promise<Result> {
    const name = `${clientId} ${peopleId}`;
    this.#refuseAfterRefusals(name);
    const person = this.#people.get(name) ?? { taken: 0, waiting: [] };
    this.#people.set(name, person);
    if (person.waiting.length >= mostWaitingOfPerson) {
      throw busy(1, { detail: 'Too many photos of this person wait.' });
    }
    const places = await new Promise<number>((enter) => {
      person.waiting.push({ pixels, enter });
      this.#admit(name, person);
    });
    try {
      this.#refuseAfterRefusals(name);
      const ofClient = this.#clients.get(clientId) ?? 0;
      if (ofClient >= this.#mostOfClient) throw busy(1);
      this.#clients.set(clientId, ofClient + 1);
      try {
        const result = await work();
        if (isRefused(result)) this.#countRefusal(name, pixels);
        return result;
      } finally {
        const rest = (this.#clients.get(clientId) ?? 1) - 1;
        if (rest > 0) this.#clients.set(clientId, rest);
        else this.#clients.delete(clientId);
      }
    } finally {
      person.taken -= places;
      this.#admit(name, person);
      if (person.taken === 0) this.#people.delete(name);
    }
  }

  /** Those who have waited longest, as far as there is room for them. */
  #admit(name: string, person: Person): void {
    for (let first = person.waiting[0]; first !== undefined; first = person.waiting[0]) {
      const isSmall = first.pixels <= mostPixelsOfSmall && this.#countOf(name) === undefined;
      const places = isSmall ? 1 : placesOfPerson;
      if (person.taken + places > placesOfPerson) return;
      person.waiting.shift();
      person.taken += places;
      first.enter(places);
    }
  }

  /** The refused photos of the minute under way. */
  #countOf(name: string): { count: number; readonly endsAt: number } | undefined {
    const refused = this.#refused.get(name);
    if (refused === undefined || refused.endsAt > this.#now()) return refused;
    this.#refused.delete(name);
    return undefined;
  }

  #refuseAfterRefusals(name: string): void {
    const refused = this.#countOf(name);
    if (refused === undefined || refused.count < mostRefusedInWindow) return;
    const detail = 'Too many photos of this person were refused in this minute.';
    throw busy(Math.ceil((refused.endsAt - this.#now()) / 1_000), { detail });
  }

  #countRefusal(name: string, pixels: number): void {
    const refused = this.#countOf(name) ?? { count: 0, endsAt: this.#now() + windowMs };
    refused.count += Math.max(1, Math.ceil(pixels / pixelsCountedOnce));
    this.#refused.set(name, refused);
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > mostCounted && oldest !== undefined) this.#refused.delete(oldest);
  }
}

function busy(retryAfterSeconds: number, more: { readonly detail?: string } = {}): EngineError {
  return new EngineError('face_engine_busy', { retryAfterSeconds, ...more });
}
