import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changeEndpoint, createEndpoint } from '../../../src/events/webhooks/save-endpoint.ts';
import { testDatabaseKinds } from '../../support/database.ts';
import { openEvents, operator } from '../open-events.ts';

it('a client has ten endpoints at most, also when it makes them at the same moment', {
  skip: !testDatabaseKinds().includes('postgres') && 'the embedded database has one connection',
}, async (t) => {
  const events = await openEvents(t, 'postgres');
  const clientId = await events.client();
  const make = () => events.endpoint('https://93.184.216.34/hook', clientId);
  const made = await Promise.allSettled(Array.from({ length: 20 }, make));
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 10);
});

it('a description that does not show as it is written is refused', async (t) => {
  const events = await openEvents(t, 'embedded');
  const clientId = await events.client();
  const url = 'https://93.184.216.34/hook';
  const { id } = await events.endpoint(url, clientId);
  for (const description of ['two\nlines', 'half \ud800', 'turned \u202e around']) {
    const expected = { code: 'request_invalid' };
    await assert.rejects(createEndpoint(events, { clientId, url, types: undefined, description }), expected);
    await assert.rejects(changeEndpoint(events, id, { description }, operator), expected);
  }
  const { description } = await changeEndpoint(events, id, { description: 'Aviso à operação 🙂' }, operator);
  assert.equal(description, 'Aviso à operação 🙂');
});
