import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDuplicatesServer } from '../../../../src/faces/duplicates/index.ts';
import type { IndexQuery } from '../../../../src/faces/duplicates/index-worker.ts';
import {
  decodeFound,
  decodeSearch,
  digestModels,
  encodeFound,
  encodeSearch,
  largestSearchBytes,
} from '../../../../src/faces/duplicates/peer/peer-messages.ts';
import { closeServer, listen, peerSecret } from './start-test-peer.ts';

const models = ['one@1', 'two@1'];
const candidate = { id: Buffer.alloc(16, 7), templateModel: 'one@1', upperBound: 0.7 };
const found = { candidates: [candidate], isComplete: true, models: ['one@1'] };
const query: IndexQuery = {
  templateModel: 'one@1',
  minScore: 0.5,
  offset: -0.25,
  values: Float32Array.of(0.6, -0.8),
};

describe('the server of the role duplicates', () => {
  let url: string;
  let isLoaded = true;
  let failure: Error | undefined;
  const asked: (readonly IndexQuery[])[] = [];
  const errors: unknown[] = [];
  const server = createDuplicatesServer({
    index: {
      isLoaded: () => isLoaded,
      models: () => ['one@1'],
      sizes: () => ({ 'one@1': 3 }),
      async search(queries) {
        if (failure !== undefined) throw failure;
        asked.push(queries);
        return found;
      },
    },
    templateModels: () => models,
    secret: peerSecret,
    requestTimeoutMs: 10_000,
    onError: (error) => void errors.push(error),
  });

  before(async () => {
    ({ url } = await listen(server));
  });
  after(() => closeServer(server));

  const authorization = { authorization: `Bearer ${peerSecret}` };
  const expected = { ...authorization, 'confere-models': digestModels(models) };
  const search = (
    headers: Record<string, string> = expected,
    body = encodeSearch({ limit: 5, queries: [query] }),
  ) => fetch(`${url}/searches`, { method: 'POST', headers, body });

  it('answers nobody without its secret, but says that it lives', async () => {
    const { authorization: _, ...without } = expected;
    for (const headers of [
      without,
      { ...without, authorization: 'Bearer wrong' },
      { ...without, authorization: peerSecret },
      { ...without, authorization: `Basic ${peerSecret}` },
    ]) {
      assert.equal((await search(headers)).status, 401);
    }
    assert.equal((await fetch(`${url}/readyz`)).status, 401);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    assert.deepEqual(asked, []);
  });

  it('names candidates for the templates of a search', async () => {
    const response = await search();
    assert.equal(response.status, 200);
    assert.deepEqual(decodeFound(await response.text()), found);
    assert.deepEqual(asked.pop(), [query]);
  });

  it('says which models it compares, and when it is still loading', async () => {
    const ready = await fetch(`${url}/readyz`, { headers: authorization });
    assert.equal(ready.status, 200);
    const description = {
      digest: digestModels(models),
      models: ['one@1'],
      sizes: { 'one@1': 3 },
    };
    assert.deepEqual(await ready.json(), { status: 'ready', ...description });
    isLoaded = false;
    for (const answer of [await fetch(`${url}/readyz`, { headers: authorization }), await search()]) {
      assert.equal(answer.status, 503);
      assert.deepEqual(await answer.json(), { status: 'loading', ...description });
    }
    isLoaded = true;
  });

  it('refuses what is meant for other models, and says which are its own', async () => {
    for (const headers of [
      { ...expected, 'confere-models': digestModels(['two@1', 'one@1']) },
      authorization,
    ]) {
      const response = await search(headers);
      assert.equal(response.status, 409);
      const body = (await response.json()) as { digest: string };
      assert.equal(body.digest, digestModels(models));
    }
    assert.deepEqual(asked, []);
  });

  it('refuses requests that are no searches', async () => {
    const { queries } = JSON.parse(encodeSearch({ limit: 5, queries: [query] })) as { queries: object[] };
    for (const body of [
      '',
      'no JSON',
      '{}',
      JSON.stringify({ limit: 0, queries }),
      JSON.stringify({ limit: 1e9, queries }),
      JSON.stringify({ limit: 5, queries: [{ ...queries[0], values: '' }] }),
      JSON.stringify({ limit: 5, queries: [{ ...queries[0], values: 'AAA=' }] }),
      JSON.stringify({ limit: 5, queries: [{ ...queries[0], minScore: null }] }),
      encodeSearch({ limit: 5, queries: [{ ...query, values: Float32Array.of(Number.NaN) }] }),
    ]) {
      assert.equal((await search(expected, body)).status, 400, body);
    }
    assert.equal((await fetch(`${url}/searches`, { headers: expected })).status, 405);
    assert.equal((await fetch(`${url}/elsewhere`, { headers: expected })).status, 404);
    assert.deepEqual(asked, []);
  });

  it('reads no request that is larger than allowed', async () => {
    const { status } = await search(expected, ' '.repeat(largestSearchBytes + 1));
    assert.equal(status, 413);
  });

  it('goes on after a search that failed', async () => {
    failure = new Error('A query of another length');
    assert.equal((await search()).status, 500);
    assert.equal(errors.pop(), failure);
    failure = undefined;
    assert.equal((await search()).status, 200);
  });
});

describe('the messages of the duplicate search', () => {
  it('bring vectors and candidates as they are', () => {
    assert.deepEqual(decodeSearch(encodeSearch({ limit: 7, queries: [query] })), {
      limit: 7,
      queries: [query],
    });
    assert.deepEqual(decodeFound(encodeFound(found)), found);
  });

  it('bring a part of a longer array only', () => {
    const values = Float32Array.of(9, 0.6, -0.8, 9).subarray(1, 3);
    assert.deepEqual(decodeSearch(encodeSearch({ limit: 7, queries: [{ ...query, values }] }))?.queries, [
      query,
    ]);
  });

  it('are nothing when they are of another form', () => {
    for (const text of ['', '[]', '{"isComplete":true}', encodeFound(found).replace(/"07/, '"XX')]) {
      assert.equal(decodeFound(text), undefined);
    }
  });
});
