import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaceEngine } from '../../../../src/engine/index.ts';
import {
  createDuplicateSearch,
  type DuplicateSearch,
  type DuplicatesPeer,
  type DuplicatesPeerState,
  openDuplicatesPeer,
} from '../../../../src/faces/duplicates/index.ts';
import { finishDuplicateSearches } from '../../../../src/faces/finish-duplicate-searches.ts';
import { registerFace } from '../../../../src/faces/register-face.ts';
import { deleteRegisteredFaces } from '../../../../src/faces/registered-faces.ts';
import { type Cpf, generateCpf } from '../../../../src/platform/documents.ts';
import { describeDatabases } from '../../../support/database.ts';
import { addNewerModel } from '../../add-newer-model.ts';
import { clientId, createDistinctPhoto, useFaces } from '../../open-faces.ts';
import { listen, peerSecret, startPeer } from './start-test-peer.ts';

describeDatabases('the search for duplicates in another process', (kind) => {
  const faces = useFaces(kind);
  type Scope = { after(end: () => unknown): void };
  type Asker = {
    readonly search: DuplicateSearch;
    readonly peer: DuplicatesPeer;
    readonly told: DuplicatesPeerState[];
  };

  /** A process that asks another one. */
  const ask = (
    t: Scope,
    url: string,
    options: {
      readonly secret?: string;
      readonly timeoutMs?: number;
      readonly pauseMs?: number;
      readonly engine?: FaceEngine;
    } = {},
  ): Asker => {
    const { db, cipher } = faces();
    const { engine = faces().engine, secret = peerSecret, timeoutMs = 10_000, pauseMs = 0 } = options;
    const told: DuplicatesPeerState[] = [];
    const peer = openDuplicatesPeer({
      url,
      secret,
      timeoutMs,
      pauseMs,
      templateModels: () => engine.templateModels(),
      pollIntervalMs: 50,
      onState: (state) => void told.push(state),
    });
    const onError = (error: unknown) => assert.fail(String(error));
    const search = createDuplicateSearch({ db, cipher, engine, index: peer, minSimilarity: 0.9, onError });
    t.after(() => search.close());
    return { search, peer, told };
  };

  const startAsker = async (t: Scope, { url }: { readonly url: string }): Promise<Asker> => {
    const asker = ask(t, url);
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

  const namesOf = (registered: Awaited<ReturnType<typeof register>>) =>
    registered.duplicates?.possibleDuplicates.map(({ personId }) => personId).sort();

  /** Four people with one face. */
  const registerFour = async (duplicates: DuplicateSearch, photo: Uint8Array): Promise<string[]> => {
    const people: string[] = [];
    while (people.length < 4) people.push((await register(duplicates, photo)).face.personId);
    return people.sort();
  };

  it('finds every face, and leaves no search pending', async (t) => {
    const { search, peer } = await startAsker(t, await startPeer(t, faces()));
    const photo = await createDistinctPhoto();
    const people = await registerFour(search, photo);
    const registered = await register(search, photo);
    assert.equal(registered.duplicates?.status, 'complete');
    assert.deepEqual(namesOf(registered), people);
    assert.deepEqual(await listNamed(registered.face.id), people);
    assert.equal(peer.state(), 'ready');
    assert.deepEqual(await listPending(), []);
  });

  it('goes on without the process when it was killed, and finishes the search once it is back', async (t) => {
    const killed = await startPeer(t, faces());
    const { search, peer, told } = await startAsker(t, killed);
    const photo = await createDistinctPhoto();
    const people = await registerFour(search, photo);
    await killed.stop();
    const { face, duplicates } = await register(search, photo);
    assert.deepEqual(duplicates, { status: 'incomplete', possibleDuplicates: [] });
    assert.equal(peer.state(), 'unreachable');
    assert.deepEqual(
      (await listPending()).map((row) => [row.face_id, row.reported]),
      [[face.id, []]],
    );

    faces().advance(61_000);
    assert.equal((await finish(search)).outcome, 'skipped');
    assert.equal((await listPending()).length, 1);

    const back = await startPeer(t, faces(), { port: killed.port });
    assert.equal(back.url, killed.url);
    // Not due yet: the last try was just now.
    assert.deepEqual(await finish(search), { outcome: 'done' });
    assert.equal((await listPending()).length, 1);
    faces().advance(61_000);
    reviews.length = 0;
    assert.deepEqual(await finish(search), { outcome: 'done' });
    assert.deepEqual(await listPending(), []);
    assert.deepEqual(await listNamed(face.id), people);
    assert.deepEqual(reviews.sort(), people.map((person) => `like:${person}`).sort());
    assert.ok(told.includes('unreachable'));
    assert.equal(peer.state(), 'ready');
  });

  it('waits for a process that hangs no longer than its time limit, and next not at all', async (t) => {
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
    const { search, peer, told } = ask(t, url, { timeoutMs: 1_000, pauseMs: 5_000 });
    const { duplicates, face } = await register(search, await createDistinctPhoto());
    assert.deepEqual(duplicates, { status: 'incomplete', possibleDuplicates: [] });
    assert.equal(peer.state(), 'unreachable');
    assert.ok((await listPending()).some((row) => row.face_id === face.id));
    const next = await register(search, await createDistinctPhoto());
    assert.equal(next.duplicates?.status, 'incomplete');
    assert.equal(connections, 1);
    closeMute();

    await startPeer(t, faces(), { port });
    for (let turn = 0; ; turn += 1) {
      const { duplicates: found } = await register(search, await createDistinctPhoto());
      if (found?.status === 'complete') break;
      assert.equal(found?.status, 'incomplete');
      assert.ok(turn < 200, 'it is asked again');
      await delay(100);
    }
    assert.deepEqual(told, ['unreachable', 'ready']);
    faces().advance(61_000);
    assert.deepEqual(await finish(search), { outcome: 'done' });
  });

  it('counts a process that still loads as missing', async (t) => {
    const { url } = await startPeer(t, faces(), { isStarted: false });
    const { search, peer } = ask(t, url);
    const { duplicates } = await register(search, await createDistinctPhoto());
    assert.equal(duplicates?.status, 'incomplete');
    assert.equal(peer.state(), 'loading');
  });

  it('uses no process that knows another secret', async (t) => {
    const { url } = await startPeer(t, faces());
    const { search, peer } = ask(t, url, { secret: 'another secret of thirty-two characters' });
    const { duplicates } = await register(search, await createDistinctPhoto());
    assert.equal(duplicates?.status, 'incomplete');
    assert.equal(peer.state(), 'refused');
  });

  it('uses no process that compares other models', async (t) => {
    const { url } = await startPeer(t, faces());
    const engine: FaceEngine = { ...faces().engine, templateModels: () => ['stand-in@1', 'newer@1'] };
    const { search, peer } = ask(t, url, { engine });
    const { duplicates } = await register(search, await createDistinctPhoto());
    assert.equal(duplicates?.status, 'incomplete');
    assert.equal(peer.state(), 'other_models');
    // So says the look before any search, too.
    const { search: looking, peer: looked } = ask(t, url, { engine });
    looking.start();
    while (looked.state() === 'unknown') await new Promise(setImmediate);
    assert.equal(looked.state(), 'other_models');
  });

  it('finds nobody any more whose faces were removed', async (t) => {
    const { search } = await startAsker(t, await startPeer(t, faces()));
    const photo = await createDistinctPhoto();
    const cpf = generateCpf();
    const { face } = await register(search, photo, cpf);
    assert.deepEqual(namesOf(await register(search, photo)), [face.personId]);
    await deleteRegisteredFaces(faces(), cpf);
    assert.ok(!namesOf(await register(search, photo))?.includes(face.personId));
  });

  it('a face that is removed takes its pending search with it', async (t) => {
    const stopped = await startPeer(t, faces());
    await stopped.stop();
    const { search } = ask(t, stopped.url);
    const cpf = generateCpf();
    const { face } = await register(search, await createDistinctPhoto(), cpf);
    const isPending = async () => (await listPending()).some((row) => row.face_id === face.id);
    assert.equal(await isPending(), true);
    await deleteRegisteredFaces(faces(), cpf);
    assert.equal(await isPending(), false);
  });

  it('a search that its process left behind is made by the job', async (t) => {
    const { search } = await startAsker(t, await startPeer(t, faces()));
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
    const { url } = await startPeer(t, deps);
    // It has not yet heard of the models of the registered faces.
    const { search } = ask(t, url, { engine: newer });
    const registered = await registerFace(
      { ...faces(), engine: newer, duplicates: search },
      generateCpf(),
      { kind: 'bytes', bytes: photo },
      { clientId, searchDuplicates: true },
    );
    assert.deepEqual(registered.duplicates, {
      status: 'incomplete',
      possibleDuplicates: [],
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
    const { search } = await startAsker(t, await startPeer(t, faces()));
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
