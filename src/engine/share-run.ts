import { noteNetworkRun, preciseNow } from './network-runs.ts';
import type { Network } from './onnx-network.ts';
import type { HelpTask } from './photo-pool.ts';

/*
 * One photo's networks on two threads: a worker offers the run of a network in shared memory, and a worker that has
 * nothing to do takes it over. Nobody has to: what is not taken when its owner comes back to it, the owner runs. So no
 * work is added, and with all workers busy nothing is offered.
 */

/**
 * States of an offer, the first four bytes of its memory. From the eighth byte on: when the run began and ended, the
 * picture, the network's values.
 */
const noOffer = 0;
const offered = 1;
const taken = 2;
const done = 3;
const failed = 4;
const headBytes = 24;

/** Time that an owner waits for a run somebody has taken. A run is far shorter: the other worker has died. */
const longestWaitMs = 2_000;

/** The worker's view of idle workers, and its way to offer them a run. */
export type Idleness = {
  /** One counter: workers that have nothing to do. */
  readonly idle: Int32Array;
  /** Hands an offer to an idle worker, by way of the main thread; if there is none, nothing happens. */
  readonly call: (help: HelpTask) => void;
};

/** The runs of one worker that others may take over, by names that mean the same network in each worker. */
export class SharedRuns {
  readonly #idleness: Idleness;
  readonly #runs = new Map<string, SharedRun>();

  /** By default nobody is ever idle. */
  constructor(idleness: Idleness = { idle: new Int32Array(1), call: () => undefined }) {
    this.#idleness = idleness;
  }

  /** `values` is the length of the network's only output. */
  open(name: string, network: Network, values: number): SharedRun {
    const { idle, call } = this.#idleness;
    const run = new SharedRun(network, values, { idle, call: (offer) => call({ of: name, offer }) });
    this.#runs.set(name, run);
    return run;
  }

  /** Runs what another worker offers. Nothing happens when this worker has no such network: the owner runs it. */
  async take({ of, offer }: HelpTask): Promise<void> {
    await this.#runs.get(of)?.take(offer);
  }
}

/** The same for one network. */
type OwnIdleness = Omit<Idleness, 'call'> & { readonly call: (offer: SharedArrayBuffer) => void };

/** Runs of one network with one output, each of which another worker may take over. One at a time. */
export class SharedRun {
  /** The picture of the next run, for the caller to draw. */
  readonly picture: Float32Array;
  readonly #network: Network;
  readonly #values: number;
  readonly #idleness: OwnIdleness;
  #offer: Offer | undefined;

  /** See `SharedRuns.open`. */
  constructor(network: Network, values: number, idleness: OwnIdleness) {
    const [channels, height, width] = network.inputShape;
    this.#network = network;
    this.#values = values;
    this.#idleness = idleness;
    this.picture = new Float32Array(network.pictures * channels * height * width);
  }

  /**
   * Offers the run of `picture` as it is now, unless told not to, and answers whether somebody was idle. A run that
   * was never finished is dropped.
   */
  begin({ isOffered = true } = {}): boolean {
    // An offer that was never finished may still be with somebody: its memory is theirs.
    if (this.#offer !== undefined && !withdraw(this.#offer)) this.#offer = undefined;
    if (!isOffered || Atomics.load(this.#idleness.idle, 0) < 1) return false;
    this.#offer ??= openOffer(
      new SharedArrayBuffer(headBytes + 4 * (this.picture.length + this.#values)),
      this.picture.length,
    );
    this.#offer.picture.set(this.picture);
    Atomics.store(this.#offer.state, 0, offered);
    this.#idleness.call(this.#offer.memory);
    return true;
  }

  /** The network's values for the picture, computed here unless somebody else has. Blocks the thread meanwhile. */
  async finish(): Promise<Float32Array> {
    const offer = this.#offer;
    if (offer === undefined || withdraw(offer)) return await this.#run();
    Atomics.wait(offer.state, 0, taken, longestWaitMs);
    const state = Atomics.load(offer.state, 0);
    const [startedAt = 0, endedAt = 0] = offer.times;
    if (state === done) noteNetworkRun({ name: this.#network.name, startedAt, endedAt });
    if (state === taken) this.#offer = undefined;
    else Atomics.store(offer.state, 0, noOffer);
    return state === done ? offer.values.slice() : await this.#run();
  }

  /** Runs what another worker offers, unless that is no longer so. Rejects when the network does. */
  async take(memory: SharedArrayBuffer): Promise<void> {
    const { state, times, picture, values } = openOffer(memory, this.picture.length);
    if (Atomics.compareExchange(state, 0, offered, taken) !== offered) return;
    let end = failed;
    try {
      // A network takes no shared memory.
      this.picture.set(picture);
      times[0] = preciseNow();
      values.set(await this.#run());
      times[1] = preciseNow();
      end = done;
    } finally {
      Atomics.store(state, 0, end);
      Atomics.notify(state, 0);
    }
  }

  async #run(): Promise<Float32Array> {
    const [values] = Object.values(await this.#network.run(this.picture));
    if (values?.length !== this.#values) throw new Error(`The network gives ${values?.length} values`);
    return values;
  }
}

type Offer = {
  readonly memory: SharedArrayBuffer;
  readonly state: Int32Array;
  readonly times: Float64Array;
  readonly picture: Float32Array;
  readonly values: Float32Array;
};

function openOffer(memory: SharedArrayBuffer, pictureLength: number): Offer {
  return {
    memory,
    state: new Int32Array(memory, 0, 1),
    times: new Float64Array(memory, 8, 2),
    picture: new Float32Array(memory, headBytes, pictureLength),
    values: new Float32Array(memory, headBytes + 4 * pictureLength),
  };
}

/** True if nobody has the run now. */
function withdraw({ state }: Offer): boolean {
  const before = Atomics.compareExchange(state, 0, offered, noOffer);
  return before === offered || before === noOffer;
}
