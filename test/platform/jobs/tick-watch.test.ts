import assert from 'node:assert/strict';
import { it } from 'node:test';
import { insertTicks } from '../../../src/platform/jobs/jobs-store.ts';
import { watchTicks } from '../../../src/platform/jobs/tick-watch.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const hoursFrom = (hour: number) => `* * ${hour},${(hour + 1) % 24} * * *`;

it('schedules are told together, once, in the time of São Paulo, and again when it fails', async (t) => {
  const hour = Number(
    new Intl.DateTimeFormat('en', {
      hour: 'numeric',
      hourCycle: 'h23',
      timeZone: 'America/Sao_Paulo',
    }).format(),
  );
  const told: string[][] = [];
  const errors: unknown[] = [];
  const enough = Promise.withResolvers<void>();
  const watch = watchTicks({
    // Croner knows seconds, too.
    schedules: new Map([
      ['here', hoursFrom(hour)],
      ['elsewhere', hoursFrom((hour + 12) % 24)],
      ['each-second', '* * * * * *'],
    ]),
    async onTick(due) {
      told.push(due.map(({ name, at }) => `${name} ${at.toISOString()}`));
      if (told.length === 1) throw new Error('the database is away');
      if (told.length === 3) enough.resolve();
    },
    onError: (error) => errors.push(error),
  });
  t.after(() => watch.stop());
  await enough.promise;
  const [first, again, next] = told;
  const namesOf = (lines: string[] | undefined) => lines?.map((line) => line.split(' ')[0]);
  assert.deepEqual(namesOf(first), ['here', 'elsewhere', 'each-second'], 'also what ticked before the start');
  assert.deepEqual(namesOf(again), namesOf(first));
  assert.deepEqual(again![1], first![1]);
  assert.equal(errors.length, 1);
  assert.deepEqual(namesOf(next), ['here', 'each-second']);
  assert.ok(next![0]! > again![0]!);
});

describeDatabases('a tick', (kind) => {
  it('adds its job once for all processes, and none while one waits where one is the limit', async (t) => {
    const open = await openTestDatabase(t, kind);
    const at = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    const each = (name: string, hasOneWaiting: boolean, when = at) => ({
      kind: { name, hasOneWaiting },
      at: when,
    });
    const first = await insertTicks(open, [each('nightly', false), each('single', true)]);
    assert.deepEqual(first.toSorted(), ['nightly', 'single']);
    assert.deepEqual(await insertTicks(open, [each('nightly', false), each('single', true)]), []);
    const later = new Date(at.getTime() + 60_000);
    const next = await insertTicks(open, [each('nightly', false, later), each('single', true, later)]);
    assert.deepEqual(next, ['nightly'], 'the one before still waits');
  });

  it('that passed while nothing ran is made up for once, in a deployment that knows the schedule', async (t) => {
    const open = await openTestDatabase(t, kind);
    const dayMs = 86_400_000;
    const lastNight = Date.now() - dayMs / 2;
    const tick = (time: number) => insertTicks(open, [{ kind: { name: 'nightly' }, at: new Date(time) }]);
    assert.deepEqual(await tick(lastNight - 90 * dayMs), [], 'a new one has missed nothing');
    assert.deepEqual(await tick(lastNight), ['nightly']);
    assert.deepEqual(await tick(lastNight), []);
  });

  it('that a clock far ahead has noted holds up no later one', async (t) => {
    const open = await openTestDatabase(t, kind);
    const tick = (at: Date) => insertTicks(open, [{ kind: { name: 'nightly' }, at }]);
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    assert.deepEqual(await tick(new Date(minute + 365 * 86_400_000)), ['nightly']);
    assert.deepEqual(await tick(new Date(minute)), ['nightly']);
    assert.deepEqual(await tick(new Date(minute)), [], 'once all the same');
  });
});
