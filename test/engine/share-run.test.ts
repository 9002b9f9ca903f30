import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Network } from '../../src/engine/onnx-network.ts';
import type { HelpTask } from '../../src/engine/photo-pool.ts';
import { SharedRun, SharedRuns } from '../../src/engine/share-run.ts';

const picture = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** A network of pictures of 2 x 2 pixels that gives sum and product by `factor`; `runs` counts. */
function countingNetwork(factor: number, gate: () => Promise<void> = async () => {}) {
  const made = {
    runs: 0,
    name: 'doubler',
    inputShape: [3, 2, 2] as const,
    pictures: 1,
    outputNames: ['values'],
    async run(values: Float32Array) {
      made.runs += 1;
      await gate();
      const sum = values.reduce((total, value) => total + value, 0);
      return { values: Float32Array.of(sum * factor, factor) };
    },
    async release() {},
  };
  return made satisfies Network & { runs: number };
}

function openOwner(options: { readonly idle: number; readonly call?: (offer: SharedArrayBuffer) => void }) {
  const network = countingNetwork(1);
  const offers: SharedArrayBuffer[] = [];
  const idle = Int32Array.of(options.idle);
  const run = new SharedRun(network, 2, {
    idle,
    call: (offer) => {
      offers.push(offer);
      options.call?.(offer);
    },
  });
  const begin = (first = 1) => {
    run.picture.set(picture);
    run.picture[0] = first;
    run.begin();
  };
  return { network, run, offers, begin, idle };
}

/** Another worker. Its factor tells its results from the owner's. */
function openHelper(gate?: () => Promise<void>) {
  const network = countingNetwork(10, gate);
  return {
    network,
    run: new SharedRun(network, 2, { idle: Int32Array.of(0), call: () => assert.fail('nothing to offer') }),
  };
}

const own = [78, 1];
const helped = [780, 10];

describe('SharedRun', () => {
  it('runs by itself, and offers nothing, while nobody is idle', async () => {
    const { run, begin, network, offers } = openOwner({ idle: 0 });
    begin();
    assert.deepEqual([...(await run.finish())], own);
    assert.deepEqual([offers.length, network.runs], [0, 1]);
  });

  it('has what another worker made of it meanwhile, run after run', async () => {
    const { run, begin, network, offers } = openOwner({ idle: 1 });
    const other = openHelper();
    for (const first of [1, 2]) {
      begin(first);
      await other.run.take(offers.at(-1)!);
      assert.deepEqual([...(await run.finish())], [(77 + first) * 10, 10]);
    }
    assert.deepEqual([network.runs, other.network.runs], [0, 2]);
  });

  it('runs what nobody took by itself, and nobody can take it afterwards', async () => {
    const { run, begin, offers } = openOwner({ idle: 1 });
    const other = openHelper();
    begin();
    assert.deepEqual([...(await run.finish())], own);
    await other.run.take(offers[0]!);
    assert.equal(other.network.runs, 0);
  });

  it('is taken by one of those who were called', async () => {
    const { run, begin, offers } = openOwner({ idle: 2 });
    const others = [openHelper(), openHelper()];
    begin();
    await Promise.all(others.map((other) => other.run.take(offers[0]!)));
    assert.equal(others[0]!.network.runs + others[1]!.network.runs, 1);
    assert.deepEqual([...(await run.finish())], helped);
  });

  it('runs by itself what failed with another worker', async () => {
    const { run, begin, offers } = openOwner({ idle: 1 });
    const other = openHelper(() => Promise.reject(new Error('as told')));
    begin();
    await assert.rejects(other.run.take(offers[0]!), /as told/);
    assert.deepEqual([...(await run.finish())], own);
    begin();
    await openHelper().run.take(offers[1]!);
    assert.deepEqual([...(await run.finish())], helped);
  });

  it('runs by itself what a worker took and never finished, which can do no harm later', async () => {
    const { run, begin, offers } = openOwner({ idle: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = openHelper(() => promise);
    begin();
    const taking = late.run.take(offers[0]!);
    assert.deepEqual([...(await run.finish())], own);
    begin(2);
    resolve();
    await taking;
    assert.deepEqual([...(await run.finish())], [79, 1]);
    assert.notEqual(offers[0], offers[1]);
  });

  it('begins anew when the last one was not finished, whoever had it', async () => {
    const { run, begin, offers } = openOwner({ idle: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    begin();
    begin(2);
    const taking = openHelper(() => promise).run.take(offers[1]!);
    begin(3);
    resolve();
    await taking;
    assert.deepEqual([...(await run.finish())], [80, 1]);
  });

  it('offers nothing when told so, and nobody has an earlier picture of it', async () => {
    const { run, begin, offers } = openOwner({ idle: 1 });
    const other = openHelper();
    begin(5);
    const taken = other.run.take(offers[0]!);
    run.picture[0] = 2;
    assert.equal(run.begin({ isOffered: false }), false);
    await taken;
    assert.deepEqual([...(await run.finish())], [79, 1]);
    assert.equal(offers.length, 1);
  });

  it('says whether somebody was idle', () => {
    const { run, idle } = openOwner({ idle: 1 });
    assert.equal(run.begin(), true);
    idle[0] = 0;
    assert.equal(run.begin(), false);
  });
});

describe('SharedRuns', () => {
  it('has the network that an offer names run by another worker', async () => {
    const asked: HelpTask[] = [];
    const owner = new SharedRuns({ idle: Int32Array.of(1), call: (help) => asked.push(help) });
    const other = new SharedRuns();
    const networks = { small: countingNetwork(1), large: countingNetwork(2) };
    const others = { small: countingNetwork(10), large: countingNetwork(20) };
    for (const name of ['small', 'large'] as const) other.open(name, others[name], 2);
    const run = owner.open('large', networks.large, 2);
    owner.open('small', networks.small, 2);
    run.picture.set(picture);
    run.begin();
    assert.deepEqual(
      asked.map(({ of }) => of),
      ['large'],
    );
    await other.take(asked[0]!);
    assert.deepEqual([...(await run.finish())], [1560, 20]);
    assert.deepEqual([networks.large.runs, others.small.runs, others.large.runs], [0, 0, 1]);
  });

  it('leaves a run to its owner when the other worker has no such network', async () => {
    const asked: HelpTask[] = [];
    const owner = new SharedRuns({ idle: Int32Array.of(1), call: (help) => asked.push(help) });
    const run = owner.open('added later', countingNetwork(1), 2);
    run.picture.set(picture);
    run.begin();
    await new SharedRuns().take(asked[0]!);
    assert.deepEqual([...(await run.finish())], own);
  });

  it('offers nothing by default', () => {
    assert.equal(new SharedRuns().open('alone', countingNetwork(1), 2).begin(), false);
  });
});
