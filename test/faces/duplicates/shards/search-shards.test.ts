import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaceEngine } from '../../../../src/engine/index.ts';
import {
  createDuplicateSearch,
  type DuplicateSearch,
  openShards,
  type ShardState,
  type Shards,
} from '../../../../src/faces/duplicates/index.ts';
import { isInShard } from '../../../../src/faces/duplicates/shards/shard.ts';
import { finishDuplicateSearches } from '../../../../src/faces/finish-duplicate-searches.ts';
import { deleteRegisteredFaces, registerFace } from '../../../../src/faces/index.ts';
import { type Cpf, generateCpf } from '../../../../src/platform/documents/index.ts';
import { describeDatabases } from '../../../support/database.ts';
import { addNewerModel } from '../../add-newer-model.ts';
import { clientId, createDistinctPhoto, useFaces } from '../../open-faces.ts';
import { listen, shardSecret, startShard, type TestShard } from './open-test-shards.ts';

const first = { number: 1, count: 2 };
const second = { number: 2, count: 2 };

describeDatabases('the search for duplicates in shards', (kind) => {
  const faces = useFaces(kind);
  type Scope = { after(end: () => unknown): void };
  type Asker = { readonly search: DuplicateSearch; readonly shards: Shards; readonly told: ShardState[] };

  /** A process that asks shards. */
  const ask = (
    t: Scope,
    urls: readonly string[],
    options: {
      readonly secret?: string;
      readonly timeoutMs?: number;
      readonly engine?: FaceEngine;
      readonly breaker?: { readonly timeouts: number; readonly pauseMs: number };
    } = {},
  ): Asker => {
    const { db, cipher } = faces();
    const { engine = faces().engine, secret = shardSecret, timeoutMs = 10_000 } = options;
    const { breaker = { timeouts: 1_000, pauseMs: 60_000 } } = options;
    const told: ShardState[] = [];
    const shards = openShards({
      urls,
      secret,
      timeoutMs,
      breaker,
      templateModels: () => engine.templateModels(),
      pollIntervalMs: 50,
      onState: (state) => void told.push(state),
    });
    const onError = (error: unknown) => assert.fail(String(error));
    const search = createDuplicateSearch({ db, cipher, engine, index: shards, minSimilarity: 0.9, onError });
    t.after(() => search.close());
    return { search, shards, told };
  };

  const startBoth = async (t: Scope): Promise<[TestShard, TestShard]> => [
    await startShard(t, faces(), first),
    await startShard(t, faces(), second),
  ];

  const startAsker = async (t: Scope, shards: readonly TestShard[]): Promise<Asker> => {
    const asker = ask(
      t,
      shards.map(({ url }) => url),
    );
    asker.search.start();
    await asker.search.loaded();
    return asker;
  };

  const reviews: string[] = [];
  const register = (duplicates: DuplicateSearch, bytes: Uint8Array, cpf: Cpf = generateCpf()) =>
    registerFace(
      {
        ...faces(),
        duplicates,
        requestReview: async (_tx, { reasons }) => void reviews.push(...reasons),
      },
      cpf,
      { kind: 'bytes', bytes },
      { clientId, searchDuplicates: true },
    );

  const finish = (duplicates: DuplicateSearch) =>
    finishDuplicateSearches(
      {
        ...faces(),
        duplicates,
        requestReview: async (_tx, { reasons }) => void reviews.push(...reasons),
      },
      { signal: new AbortController().signal },
    );

  const listPending = () =>
    faces().db.selectFrom('pending_duplicate_searches').selectAll().orderBy('face_id').execute();

  /** Who was named as a possible duplicate of a face, once for each event. */
  const listNamed = async (faceId: string): Promise<string[]> => {
    const rows = await faces()
      .db.selectFrom('event_outbox')
      .select('data')
      .where('type', '=', 'face.possible_duplicate')
      .execute();
    return rows
      .map(({ data }) => data as { faceId: string; otherPersonId: string })
      .filter((data) => data.faceId === faceId)
      .map(({ otherPersonId }) => otherPersonId)
      .sort();
  };

  /** The same face under other CPFs until each shard holds one of them. */
  const registerInBoth = async (
    duplicates: DuplicateSearch,
    photo: Uint8Array,
  ): Promise<{ inFirst: string[]; inSecond: string[] }> => {
    const [inFirst, inSecond]: [string[], string[]] = [[], []];
    while (inFirst.length === 0 || inSecond.length === 0) {
      const { face } = await register(duplicates, photo);
      (isInShard(face.id, first) ? inFirst : inSecond).push(face.personId);
    }
    return { inFirst, inSecond };
  };

  const namesOf = (registered: Awaited<ReturnType<typeof register>>) =>
    registered.duplicates?.possibleDuplicates.map(({ personId }) => personId).sort();

  it('finds the faces of both shards, and leaves no search pending', async (t) => {
    const { search, shards } = await startAsker(t, await startBoth(t));
    const photo = await createDistinctPhoto();
    const { inFirst, inSecond } = await registerInBoth(search, photo);
    const registered = await register(search, photo);
    assert.equal(registered.duplicates?.status, 'complete');
    assert.deepEqual(namesOf(registered), [...inFirst, ...inSecond].sort());
    assert.deepEqual(await listNamed(registered.face.id), [...inFirst, ...inSecond].sort());
    assert.deepEqual(shards.states(), [
      { shard: '1/2', state: 'ready' },
      { shard: '2/2', state: 'ready' },
    ]);
    assert.deepEqual(await listPending(), []);
  });

  it('goes on without a shard that was killed, and finishes the search once it is back', async (t) => {
    const [one, two] = await startBoth(t);
    const { search, shards, told } = await startAsker(t, [one, two]);
    const photo = await createDistinctPhoto();
    const { inFirst, inSecond } = await registerInBoth(search, photo);
    await two.stop();
    const registered = await register(search, photo);
    const { face } = registered;
    assert.equal(registered.duplicates?.status, 'incomplete');
    assert.deepEqual(namesOf(registered), inFirst.toSorted());
    assert.deepEqual(shards.states()[1], { shard: '2/2', state: 'unreachable' });
    assert.deepEqual(
      (await listPending()).map((row) => [row.face_id, row.reported.toSorted()]),
      [[face.id, inFirst.toSorted()]],
    );
    assert.deepEqual(await listNamed(face.id), inFirst.toSorted());

    faces().advance(61_000);
    assert.equal((await finish(search)).outcome, 'skipped');
    assert.equal((await listPending()).length, 1);

    const back = await startShard(t, faces(), second, { port: two.port });
    assert.equal(back.url, two.url);
    // Not due yet: the last try was just now.
    assert.deepEqual(await finish(search), { outcome: 'done' });
    assert.equal((await listPending()).length, 1);
    faces().advance(61_000);
    reviews.length = 0;
    assert.deepEqual(await finish(search), { outcome: 'done' });
    assert.deepEqual(await listPending(), []);
    // Each of them once, those found at first not again.
    assert.deepEqual(await listNamed(face.id), [...inFirst, ...inSecond].sort());
    assert.deepEqual(reviews.sort(), inSecond.map((person) => `like:${person}`).sort());
    assert.ok(told.some(({ shard, state }) => shard === '2/2' && state === 'unreachable'));
    assert.equal(shards.states()[1]?.state, 'ready');
  });

  it('waits for a late shard no longer than its time limit', async (t) => {
    const one = await startShard(t, faces(), first);
    // It takes connections and says nothing.
    const mute = createServer((socket) => void socket.on('error', () => {}));
    const { url } = await listen(mute);
    t.after(() => mute.close());
    // The other shard answers in a few milliseconds, and on a busy machine within this time as well.
    const { search, shards } = ask(t, [one.url, url], { timeoutMs: 3_000 });
    const { duplicates, face } = await register(search, await createDistinctPhoto());
    assert.deepEqual(duplicates, { status: 'incomplete', possibleDuplicates: [], missingShards: ['2/2'] });
    assert.deepEqual(
      shards.states().map(({ state }) => state),
      ['ready', 'unreachable'],
    );
    assert.ok((await listPending()).some((row) => row.face_id === face.id));
  });

  it('says incomplete when no shard answers', async (t) => {
    const [one, two] = await startBoth(t);
    await one.stop();
    await two.stop();
    const { search } = ask(t, [one.url, two.url]);
    const { duplicates } = await register(search, await createDistinctPhoto());
    assert.deepEqual(duplicates, {
      ...{ status: 'incomplete', possibleDuplicates: [] },
      missingShards: ['1/2', '2/2'],
    });
  });

  it('asks a shard that hangs no more after some time-outs, until it answers again', async (t) => {
    const one = await startShard(t, faces(), first);
    let connections = 0;
    const sockets = new Set<Socket>();
    // It takes connections and says nothing.
    const mute = createServer((socket) => {
      connections += 1;
      sockets.add(socket.on('error', () => {}));
    });
    const { url, port } = await listen(mute);
    const closeMute = () => {
      for (const socket of sockets) socket.destroy();
      mute.close();
    };
    t.after(closeMute);
    // Never polled, so that every connection is a search.
    const breaker = { timeouts: 2, pauseMs: 3_000 };
    const { search, shards, told } = ask(t, [one.url, url], { timeoutMs: 1_500, breaker });
    for (let time = 1; time <= breaker.timeouts; time += 1) {
      const { duplicates } = await register(search, await createDistinctPhoto());
      assert.deepEqual(duplicates?.missingShards, ['2/2']);
    }
    assert.deepEqual(shards.states()[1], { shard: '2/2', state: 'cut-off' });
    assert.equal(connections, 2);
    closeMute();

    await startShard(t, faces(), second, { port });
    for (let turn = 0; ; turn += 1) {
      const { duplicates } = await register(search, await createDistinctPhoto());
      if (duplicates?.status === 'complete') break;
      assert.deepEqual(duplicates?.missingShards, ['2/2']);
      assert.ok(turn < 200, 'it is asked again');
      await delay(100);
    }
    assert.deepEqual(shards.states()[1], { shard: '2/2', state: 'ready' });
    const states = told.filter(({ shard }) => shard === '2/2').map(({ state }) => state);
    assert.deepEqual(states, ['unreachable', 'cut-off', 'ready']);
  });

  it('counts a shard that still loads as missing', async (t) => {
    const one = await startShard(t, faces(), first);
    const loading = await startShard(t, faces(), second, { isStarted: false });
    const { search, shards } = ask(t, [one.url, loading.url]);
    const { duplicates } = await register(search, await createDistinctPhoto());
    assert.equal(duplicates?.status, 'incomplete');
    assert.deepEqual(shards.states()[1], { shard: '2/2', state: 'loading' });
  });

  it('uses no shard that knows another secret', async (t) => {
    const both = await startBoth(t);
    const urls = both.map(({ url }) => url);
    const { search, shards } = ask(t, urls, { secret: 'another secret of thirty-two characters' });
    const { duplicates } = await register(search, await createDistinctPhoto());
    assert.equal(duplicates?.status, 'incomplete');
    assert.deepEqual(
      shards.states().map(({ state }) => state),
      ['refused', 'refused'],
    );
  });

  it('uses no shard that holds another part than its place in the list says', async (t) => {
    const [one, two] = await startBoth(t);
    const twice = await startShard(t, faces(), first);
    for (const urls of [
      [one.url, twice.url],
      [two.url, one.url],
      [one.url, two.url, twice.url],
    ]) {
      const { search, shards } = ask(t, urls);
      const { duplicates } = await register(search, await createDistinctPhoto());
      assert.equal(duplicates?.status, 'incomplete');
      assert.ok(shards.states().some(({ state }) => state === 'misplaced'));
      // So says the look before any search, too.
      const { search: looking, shards: looked } = ask(t, urls);
      looking.start();
      while (looked.states().some(({ state }) => state === 'unknown')) await new Promise(setImmediate);
      assert.deepEqual(looked.states(), shards.states());
    }
  });

  it('uses no shard that compares other models', async (t) => {
    const both = await startBoth(t);
    const engine: FaceEngine = { ...faces().engine, templateModels: () => ['stand-in@1', 'newer@1'] };
    const { search, shards } = ask(
      t,
      both.map(({ url }) => url),
      { engine },
    );
    const { duplicates } = await register(search, await createDistinctPhoto());
    assert.equal(duplicates?.status, 'incomplete');
    assert.deepEqual(
      shards.states().map(({ state }) => state),
      ['other-models', 'other-models'],
    );
  });

  it('finds nobody any more whose faces were removed', async (t) => {
    const { search } = await startAsker(t, await startBoth(t));
    const photo = await createDistinctPhoto();
    const cpf = generateCpf();
    const { face } = await register(search, photo, cpf);
    assert.deepEqual(namesOf(await register(search, photo)), [face.personId]);
    await deleteRegisteredFaces(faces(), cpf);
    assert.ok(!namesOf(await register(search, photo))?.includes(face.personId));
  });

  it('a face that is removed takes its pending search with it', async (t) => {
    const both = await startBoth(t);
    for (const shard of both) await shard.stop();
    const { search } = ask(
      t,
      both.map(({ url }) => url),
    );
    const cpf = generateCpf();
    const { face } = await register(search, await createDistinctPhoto(), cpf);
    const isPending = async () => (await listPending()).some((row) => row.face_id === face.id);
    assert.equal(await isPending(), true);
    await deleteRegisteredFaces(faces(), cpf);
    assert.equal(await isPending(), false);
  });

  it('a search that its process left behind is made by the job', async (t) => {
    const { search } = await startAsker(t, await startBoth(t));
    const photo = await createDistinctPhoto();
    const other = await register(search, photo);
    const killed: DuplicateSearch = { ...search, search: () => Promise.reject(new Error('killed')) };
    await assert.rejects(register(killed, photo), /killed/);
    const left = (await listPending()).at(-1)!;
    assert.deepEqual(await listNamed(left.face_id), []);
    faces().advance(61_000);
    assert.deepEqual(await finish(search), { outcome: 'done' });
    assert.deepEqual(await listNamed(left.face_id), [other.face.personId]);
    assert.deepEqual(await listPending(), []);
  });

  it('the job makes the templates of models that the registration did not know of', async (t) => {
    const newer = addNewerModel(faces().engine);
    const photo = await createDistinctPhoto();
    const earlier = await faces().register(generateCpf(), photo);
    const deps = { db: faces().db, cipher: faces().cipher, engine: newer };
    const both = [await startShard(t, deps, first), await startShard(t, deps, second)];
    // It has not yet heard of the models of the registered faces.
    const { search } = ask(
      t,
      both.map(({ url }) => url),
      { engine: newer },
    );
    const registered = await registerFace(
      { ...faces(), engine: newer, duplicates: search },
      generateCpf(),
      { kind: 'bytes', bytes: photo },
      { clientId, searchDuplicates: true },
    );
    assert.deepEqual(registered.duplicates, {
      status: 'incomplete',
      possibleDuplicates: [],
      missingShards: [],
    });
    faces().advance(61_000);
    const signal = new AbortController().signal;
    assert.deepEqual(
      await finishDuplicateSearches({ ...faces(), engine: newer, duplicates: search }, { signal }),
      {
        outcome: 'done',
      },
    );
    assert.deepEqual(await listNamed(registered.face.id), [earlier.face.personId]);
    assert.deepEqual(await listPending(), []);
  });

  it('a photo that cannot be read holds up no other search', async (t) => {
    const both = await startBoth(t);
    const { search } = await startAsker(t, both);
    const photo = await createDistinctPhoto();
    const killed: DuplicateSearch = { ...search, search: () => Promise.reject(new Error('killed')) };
    await assert.rejects(register(killed, await createDistinctPhoto()), /killed/);
    const [bad] = await listPending();
    const other = await register(search, photo);
    await assert.rejects(register(killed, photo), /killed/);
    faces().advance(61_000);
    const broken: DuplicateSearch = { ...search, templateModels: () => ['newer@1'] };
    const store = { ...faces().store, get: () => Promise.reject(new Error('the bucket is gone')) };
    const signal = new AbortController().signal;
    await assert.rejects(finishDuplicateSearches({ ...faces(), store, duplicates: broken }, { signal }));
    assert.deepEqual(await finish(search), { outcome: 'done' });
    const left = await listPending();
    assert.deepEqual(
      left.map((row) => row.face_id),
      [bad!.face_id],
    );
    assert.equal((await listNamed(other.face.id)).length, 0);
    await faces().db.deleteFrom('pending_duplicate_searches').execute();
  });
});
