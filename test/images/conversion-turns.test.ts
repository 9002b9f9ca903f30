import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type ConversionLimits, ConversionTurns } from '../../src/images/conversion-turns.ts';
import { ImageError } from '../../src/images/index.ts';

const limits: ConversionLimits = { inAll: 6, ofClient: 4, ofPerson: 2, waitMs: 10_000 };
const isBusy = (error: unknown) => error instanceof ImageError && error.code === 'image_conversion_busy';

/** Work that ends when it is told to, and remembers who had a turn. */
function createWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    of: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    },
    async endNext() {
      ends.shift()!();
      await delay(0);
    },
  };
}

test('clients take turns, however many photos one of them sent first', async () => {
  const turns = new ConversionTurns(limits);
  const work = createWork();
  const done = [
    turns.run({ clientId: 'a', peopleId: '1' }, work.of('a1')),
    turns.run({ clientId: 'a', peopleId: '1' }, work.of('a2')),
    turns.run({ clientId: 'a', peopleId: '2' }, work.of('a3')),
    turns.run({ clientId: 'b', peopleId: '1' }, work.of('b1')),
    turns.run({ clientId: 'c', peopleId: '1' }, work.of('c1')),
  ];
  assert.deepEqual(work.begun, ['a1']);
  for (let turn = 0; turn < 5; turn += 1) await work.endNext();
  assert.deepEqual(work.begun, ['a1', 'a2', 'b1', 'c1', 'a3']);
  assert.deepEqual(await Promise.all(done), ['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('too many photos of a person, of a client and of all are refused, and there is room again afterwards', async () => {
  const turns = new ConversionTurns(limits);
  const work = createWork();
  const send = (clientId: string, peopleId: string) => turns.run({ clientId, peopleId }, work.of('one'));
  const running = [send('a', '1'), send('a', '1')];
  await assert.rejects(send('a', '1'), isBusy);
  running.push(send('a', '2'), send('a', '3'));
  await assert.rejects(send('a', '4'), isBusy);
  running.push(send('b', '1'), send('b', '2'));
  await assert.rejects(send('c', '1'), isBusy);
  for (let turn = 0; turn < 6; turn += 1) await work.endNext();
  await Promise.all(running);
  const after = send('c', '1');
  await work.endNext();
  assert.equal(await after, 'one');
});

test('a photo whose sender goes loses its place, and its work never begins', async () => {
  const turns = new ConversionTurns(limits);
  const work = createWork();
  const first = turns.run({ clientId: 'a', peopleId: '1' }, work.of('first'));
  const gone = new AbortController();
  const waiting = turns.run({ clientId: 'a', peopleId: '1', signal: gone.signal }, work.of('gone'));
  gone.abort();
  await assert.rejects(waiting, isBusy);
  await assert.rejects(
    turns.run({ clientId: 'a', peopleId: '1', signal: gone.signal }, work.of('gone')),
    isBusy,
  );
  const next = turns.run({ clientId: 'a', peopleId: '1' }, work.of('next'));
  await work.endNext();
  await work.endNext();
  assert.deepEqual(await Promise.all([first, next]), ['first', 'next']);
  assert.deepEqual(work.begun, ['first', 'next']);
});

test('who waits too long is refused', async () => {
  const turns = new ConversionTurns({ ...limits, waitMs: 20 });
  const work = createWork();
  const first = turns.run({ clientId: 'a', peopleId: '1' }, work.of('first'));
  await assert.rejects(turns.run({ clientId: 'b', peopleId: '1' }, work.of('late')), isBusy);
  await work.endNext();
  assert.equal(await first, 'first');
});

test('work that fails passes the turn on', async () => {
  const turns = new ConversionTurns(limits);
  const failing = turns.run({ clientId: 'a', peopleId: '1' }, () => Promise.reject(new Error('as told')));
  const next = turns.run({ clientId: 'a', peopleId: '1' }, () => Promise.resolve('next'));
  await assert.rejects(failing, /as told/);
  assert.equal(await next, 'next');
});
