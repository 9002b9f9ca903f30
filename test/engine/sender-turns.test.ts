import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SenderTurns } from '../../src/engine/sender-turns.ts';

const phone = (peopleId: string, clientId = 'cli_1', pixels = 1_000_000) => ({ clientId, peopleId, pixels });
const isBusy = { code: 'face_engine_busy' };
const never = () => false;

/** Work that is under way until it is let go. */
function createWork() {
  let begun = 0;
  const releases: (() => void)[] = [];
  const run = async () => {
    begun += 1;
    await new Promise<void>((resolve) => releases.push(resolve));
  };
  return {
    run,
    count: () => begun,
    release: () => {
      for (const release of releases.splice(0)) release();
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('one phone has two places at the workers, and twenty others get theirs beside it', async () => {
  const turns = new SenderTurns(34);
  const hostile = createWork();
  const answers = Array.from({ length: 40 }, () => turns.run(phone('hostile'), hostile.run, never));
  for (const answer of answers) answer.catch(() => {});
  await settle();
  assert.equal(hostile.count(), 2);
  const honest = createWork();
  const others = Array.from({ length: 20 }, (_, index) => turns.run(phone(`p${index}`), honest.run, never));
  await settle();
  assert.equal(honest.count(), 20);
  honest.release();
  await Promise.all(others);
  for (let round = 0; round < 20; round += 1) {
    hostile.release();
    await settle();
  }
  const settled = await Promise.allSettled(answers);
  // Two with the workers, sixteen that waited, and the rest refused.
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 18);
});

test('a client leaves places to other clients', async () => {
  const turns = new SenderTurns(34);
  const work = createWork();
  const all = Array.from({ length: 34 }, (_, index) => turns.run(phone(`p${index}`), work.run, never));
  for (const one of all) one.catch(() => {});
  await settle();
  assert.equal(work.count(), 32);
  await assert.rejects(turns.run(phone('another'), work.run, never), isBusy);
  const other = turns.run(phone('p', 'cli_2'), work.run, never);
  await settle();
  assert.equal(work.count(), 33);
  work.release();
  await other;
});

test('refused photos count for the person, for a minute', async () => {
  let now = 0;
  const turns = new SenderTurns(34, () => now);
  const refuse = () =>
    turns.run(
      phone('hostile'),
      async () => 'refused',
      () => true,
    );
  for (let sent = 0; sent < 30; sent += 1) await refuse();
  await assert.rejects(refuse(), { ...isBusy, retryAfterSeconds: 60, detail: /of this person were refused/ });
  assert.equal(await turns.run(phone('honest'), async () => 'well', never), 'well');
  now = 60_001;
  assert.equal(await refuse(), 'refused');
});

test('a refused photo counts by its pixels', async () => {
  const turns = new SenderTurns(34);
  const refuse = () =>
    turns.run(
      phone('hostile', 'cli_1', 40_000_000),
      async () => 'refused',
      () => true,
    );
  for (let sent = 0; sent < 3; sent += 1) await refuse();
  await assert.rejects(refuse(), isBusy);
});

test('a large photo is alone with the workers, and so is any after a refused one', async () => {
  let now = 0;
  const turns = new SenderTurns(34, () => now);
  const countAtOnce = async (pixels: number) => {
    const work = createWork();
    const answers = [0, 1, 2].map(() => turns.run(phone('hostile', 'cli_1', pixels), work.run, never));
    await settle();
    const begun = work.count();
    for (let round = 0; round < 3; round += 1) {
      work.release();
      await settle();
    }
    await Promise.all(answers);
    return begun;
  };
  assert.equal(await countAtOnce(1_000_000), 2);
  assert.equal(await countAtOnce(12_000_000), 1);
  await turns.run(
    phone('hostile'),
    async () => 'refused',
    () => true,
  );
  assert.equal(await countAtOnce(1_000_000), 1);
  now = 60_001;
  assert.equal(await countAtOnce(1_000_000), 2);
});

test('a photo that waited while too many were refused is refused without work', async () => {
  const turns = new SenderTurns(34);
  let worked = 0;
  const sent = Array.from({ length: 10 }, () =>
    turns.run(
      phone('hostile', 'cli_1', 40_000_000),
      async () => {
        worked += 1;
      },
      () => true,
    ),
  );
  await Promise.allSettled(sent);
  assert.equal(worked, 3);
});
