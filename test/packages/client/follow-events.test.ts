import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConfere, ForbiddenError, TokenRequestError } from '../../../packages/client/src/index.ts';
import { type Reply, startScriptedServer } from './scripted-server.ts';

const event = (id: string) => ({ id, type: 'face.registered', version: 1, timestamp: 't', data: {} });
const page = (items: object[], nextCursor?: string): Reply => ({
  status: 200,
  body: { requestId: 'r', items, ...(nextCursor === undefined ? {} : { nextCursor }) },
});

it('events come once each and in order, over pages, empty pages and failures', async (t) => {
  const script: Reply[] = [
    page([event('evt_1'), event('evt_2')], 'evt_2'),
    page([event('evt_3')], 'evt_3'),
    page([], 'evt_3'),
    { status: 503, body: { code: 'server_overloaded' } },
    'drop',
    { status: 429, body: { code: 'rate_limited' } },
    page([event('evt_4')], 'evt_4'),
  ];
  const { url, seen } = await startScriptedServer(t, (_, index) => script[index] ?? page([], 'evt_4'));
  const confere = createConfere({ url, credentials: { token: 'one' }, retries: 0 });
  const ids: string[] = [];
  for await (const { id } of confere.events({ after: 'evt_0', types: ['a', 'b'], pauseMs: 1 })) {
    ids.push(id);
    if (id === 'evt_4') break;
  }
  assert.deepEqual(ids, ['evt_1', 'evt_2', 'evt_3', 'evt_4']);
  assert.deepEqual(
    seen.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('cursor')),
    ['evt_0', 'evt_2', 'evt_3', 'evt_3', 'evt_3', 'evt_3', 'evt_3'],
  );
  assert.equal(new URLSearchParams(seen[0]!.path.split('?')[1]).get('type'), 'a,b');
});

it('a token that cannot be had for a while is waited for, too', async (t) => {
  const script: Reply[] = [
    { status: 503, body: { error: 'temporarily_unavailable' } },
    { status: 429, body: { error: 'temporarily_unavailable' } },
    { status: 502 },
    { status: 200, body: { access_token: 'one', expires_in: 900 } },
    page([event('evt_1')], 'evt_1'),
  ];
  const { url } = await startScriptedServer(t, (_, index) => script[index] ?? { status: 403 });
  const confere = createConfere({ url, credentials: { clientId: 'cli', clientSecret: 's' }, retries: 0 });
  for await (const { id } of confere.events({ pauseMs: 1 })) {
    assert.equal(id, 'evt_1');
    break;
  }
});

it('an error that waiting does not mend is thrown', async (t) => {
  const { url } = await startScriptedServer(t, () => ({ status: 403, body: { code: 'scope_forbidden' } }));
  const confere = createConfere({ url, credentials: { token: 'one' } });
  await assert.rejects(async () => {
    for await (const _ of confere.events({ pauseMs: 1 })) assert.fail();
  }, ForbiddenError);
  const withoutToken = await startScriptedServer(t, () => ({
    status: 401,
    body: { error: 'invalid_client' },
  }));
  const credentials = { clientId: 'cli', clientSecret: 'wrong' };
  await assert.rejects(async () => {
    for await (const _ of createConfere({ url: withoutToken.url, credentials }).events()) assert.fail();
  }, TokenRequestError);
});

it('the iterator ends with its signal, also while it waits', async (t) => {
  const { url, seen } = await startScriptedServer(t, () => page([]));
  const confere = createConfere({ url, credentials: { token: 'one' } });
  const controller = new AbortController();
  const reading = (async () => {
    for await (const _ of confere.events({ pauseMs: 60_000, signal: controller.signal })) assert.fail();
  })();
  while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  await reading;
  assert.equal(seen.length, 1);
});
