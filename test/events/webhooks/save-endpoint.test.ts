import assert from 'node:assert/strict';
import { it } from 'node:test';
import { testDatabaseKinds } from '../../support/database.ts';
import { openEvents } from '../open-events.ts';

it('a client has ten endpoints at most, also when it makes them at the same moment', {
  skip: !testDatabaseKinds().includes('postgres') && 'the embedded database has one connection',
}, async (t) => {
  const events = await openEvents(t, 'postgres');
  const clientId = await events.client();
  const make = () => events.endpoint('https://93.184.216.34/hook', clientId);
  const made = await Promise.allSettled(Array.from({ length: 20 }, make));
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 10);
});
