import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { Client } from 'pg';
import type { AccessToken } from '../../src/platform/tokens/index.ts';
import type { App } from '../../src/web/app.ts';
import { addBodyParsers, limitBodiesInMemory } from '../../src/web/body-parsers.ts';
import { takeTurns } from '../../src/web/take-turns.ts';
import { testDatabaseKinds } from '../support/database.ts';
import { assertError, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

/** A server whose list answers a request when it is told to, and whose other route answers at once. */
async function openServer(t: TestContext, places: number) {
  const app: App = Fastify().withTypeProvider<TypeBoxTypeProvider>();
  t.after(() => app.close());
  takeTurns(app, places);
  app.decorateRequest('accessToken', undefined);
  app.addHook('onRequest', async (request) => {
    request.accessToken = { clientId: String(request.headers.from) } as AccessToken;
  });
  const underWay: { readonly from: string; readonly answer: () => void }[] = [];
  app.get(
    '/list',
    { schema: { querystring: Type.Object({ cursor: Type.Optional(Type.String()) }) } },
    (request) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      underWay.push({ from: String(request.headers.from), answer: () => resolve('done') });
      return promise;
    },
  );
  app.get('/one', async () => 'done');
  await app.ready();
  const ask = async (from: string, url = '/list') => {
    const { statusCode } = await app.inject({ url, headers: { from } });
    return statusCode;
  };
  const readers = async () => {
    for (let turns = 0; turns < 20; turns += 1) await turn();
    return underWay.map(({ from }) => from);
  };
  return { ask, readers, answerNext: () => underWay.shift()?.answer() };
}

describe('lists', () => {
  it('of one reader leave a place to others, who go before what the first one asks for more', async (t) => {
    const { ask, readers, answerNext } = await openServer(t, 3);
    const asked = Array.from({ length: 5 }, () => ask('greedy'));
    assert.deepEqual(await readers(), ['greedy', 'greedy']);
    asked.push(ask('modest'));
    assert.deepEqual(await readers(), ['greedy', 'greedy', 'modest']);
    asked.push(ask('late'));
    await readers();
    answerNext();
    assert.deepEqual(await readers(), ['greedy', 'modest', 'late']);
    for (let left = asked.length - 1; left > 0; left -= 1) {
      answerNext();
      await readers();
    }
    assert.deepEqual(await Promise.all(asked), Array(7).fill(200));
  });

  it('keep nobody from what costs little', async (t) => {
    const { ask, readers, answerNext } = await openServer(t, 1);
    const asked = ask('greedy');
    assert.deepEqual(await readers(), ['greedy']);
    assert.equal(await ask('greedy', '/one'), 200);
    answerNext();
    assert.equal(await asked, 200);
  });
});

describe('large bodies', () => {
  const largest = 1_048_576;

  /** A server that takes bodies of up to one mebibyte, and begins requests whose bodies stay away. */
  async function openReceiver(t: TestContext) {
    const app: App = Fastify({ forceCloseConnections: true }).withTypeProvider<TypeBoxTypeProvider>();
    t.after(() => app.close());
    app.decorateRequest('accessToken', undefined);
    const { promise: nineCame, resolve: tellNine } = Promise.withResolvers<void>();
    let came = 0;
    app.addHook('onRequest', async (request) => {
      request.accessToken = { clientId: String(request.headers.from) } as AccessToken;
      came += 1;
      if (came === 9) tellNine();
    });
    addBodyParsers(app, 10_000);
    limitBodiesInMemory(app, 10_000);
    app.post('/photos', { bodyLimit: largest }, async () => 'done');
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/photos`;
    const headers = (from: string) => ({ from, 'content-type': 'application/json' });
    const begin = (from: string) => {
      const begun = request(url, {
        method: 'POST',
        headers: { ...headers(from), 'content-length': largest },
      });
      begun.on('error', () => {});
      t.after(() => begun.destroy());
      begun.flushHeaders();
      return begun;
    };
    const send = async (from: string, body: string) =>
      (await fetch(url, { method: 'POST', headers: headers(from), body })).status;
    return { begin, send, nineCame };
  }

  it('of one client leave room for others, and give it back when the connection is lost', async (t) => {
    const { begin, send, nineCame } = await openReceiver(t);
    const begun = Array.from({ length: 9 }, () => begin('greedy'));
    await nineCame;
    let isAnswered = false;
    const tenth = send('greedy', JSON.stringify('x'.repeat(largest - 2))).finally(() => {
      isAnswered = true;
    });
    assert.equal(await send('greedy', '"small"'), 200);
    assert.equal(await send('modest', JSON.stringify('x'.repeat(largest - 2))), 200);
    assert.equal(isAnswered, false);
    begun[4]?.destroy();
    assert.equal(await tenth, 200);
  });
});

const skip = testDatabaseKinds().includes('postgres') ? false : 'needs PostgreSQL';

describe('lists that hang in the database', { skip }, () => {
  const service = shareService('postgres', {
    engine: createStandInEngine(),
    env: { DATABASE_POOL_SIZE: '4' },
  });

  it('leave connections for everything else', async (t) => {
    const { url, databaseUrl } = service();
    const token = await service().token('customer');
    const holder = new Client({ connectionString: databaseUrl });
    await holder.connect();
    t.after(() => holder.end());
    await holder.query('begin; lock table query_templates in access exclusive mode');
    const lists = Array.from({ length: 12 }, () => send(`${url}/v1/query-templates`, { token }));
    const person = await send(`${url}/v1/people/52998224725`, { token });
    assertError(person, 404, 'profile_not_found');
    assert.equal((await send(`${url}/readyz`)).status, 200);
    await holder.query('rollback');
    for (const { status } of await Promise.all(lists)) assert.ok(status === 200 || status === 503);
  });
});
