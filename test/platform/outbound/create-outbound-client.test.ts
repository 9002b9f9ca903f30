import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { parseAllowance } from '../../../src/platform/outbound/address-rules.ts';
import { askNameServers, judgeHost } from '../../../src/platform/outbound/create-connector.ts';
import {
  createOutboundClient,
  type OutboundAnswer,
  type OutboundClient,
} from '../../../src/platform/outbound/index.ts';
import { startPhotoServer, startRawServer } from '../../images/photo-server.ts';
import { blockThreads } from '../../support/block-threads.ts';
import { startNameServer } from '../../support/name-server.ts';

type Options = Parameters<typeof createOutboundClient>[0];

function createClient(t: TestContext, options: Partial<Options> = {}): OutboundClient {
  const client = createOutboundClient({ allow: ['127.0.0.1'], ...options });
  t.after(() => client.close());
  return client;
}

const limits = { maxBytes: 100_000, timeoutMs: 300_000 };
const statusOf = (answer: OutboundAnswer) => answer.status;
const textOf = async (answer: OutboundAnswer) => (await answer.bytes()).toString();

async function readAll(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('a host', () => {
  /** One allowed private address, and one that is public and belongs to nobody. */
  const mixed = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '2fff::1', family: 6 },
  ];
  const allowance = parseAllowance(['127.0.0.1']);

  it('with one public and one allowed private address is reached over https, not over http', async (t) => {
    const https = { protocol: 'https:', host: 'mixed.test', port: 443 } as const;
    assert.deepEqual(await judgeHost(https, allowance, mixed), await mixed());
    const http = { protocol: 'http:', host: 'mixed.test', port: 80 } as const;
    await assert.rejects(judgeHost(http, allowance, mixed), { code: 'outbound_address_refused' });
    await assert.rejects(judgeHost({ ...https, port: 8443 }, allowance, mixed), {
      code: 'outbound_address_refused',
    });
    // A client says the same: what fails behind the guard is the connection.
    const client = createClient(t, { lookup: mixed, connectTimeoutMs: 200 });
    const asking = client.send({ url: 'https://mixed.test/', ...limits }, statusOf);
    await assert.rejects(asking, ({ code }: { code?: string }) => /unreachable|timed_out/.test(code ?? ''));
  });

  it('with one private address that is not allowed is not reached', async (t) => {
    const client = createClient(t, { allow: ['10.0.0.0/8'], lookup: mixed });
    const asking = client.send({ url: 'https://mixed.test/', ...limits }, statusOf);
    await assert.rejects(asking, { code: 'outbound_not_public' });
  });

  it('is judged again for each connection, not only for the first request', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => {
      response.writeHead(200, { connection: 'close' }).end('ok');
    });
    let lookups = 0;
    const client = createClient(t, {
      keepAlive: true,
      lookup: async () => {
        lookups += 1;
        return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
      },
    });
    const url = `http://rebinding.test:${server.port}/`;
    assert.equal(await client.send({ url, ...limits }, textOf), 'ok');
    await assert.rejects(client.send({ url, ...limits }, textOf), { code: 'outbound_address_refused' });
    assert.equal(lookups, 2);
  });
});

describe('a host that others choose', () => {
  it('is found while name servers of other names keep every thread waiting', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => {
      response.writeHead(200).end('ok');
    });
    const nameServer = await startNameServer(t, { 'photos.test': ['127.0.0.1'] });
    const client = createClient(t, { lookup: askNameServers([nameServer]) });
    const url = `http://photos.test:${server.port}/`;
    assert.equal(await client.send({ url, ...limits }, textOf), 'ok');
    await blockThreads(t);
    assert.equal(await client.send({ url, ...limits }, textOf), 'ok');
  });

  it('has all its addresses judged, of both kinds', async (t) => {
    const nameServer = await startNameServer(t, { 'both.test': ['2fff::1', '127.0.0.1'] });
    const lookup = askNameServers([nameServer]);
    assert.deepEqual(await lookup('both.test', false), [
      { address: '127.0.0.1', family: 4 },
      { address: '2fff::1', family: 6 },
    ]);
    const https = { protocol: 'https:', host: 'both.test', port: 443 } as const;
    await assert.rejects(judgeHost(https, parseAllowance([]), lookup), { code: 'outbound_not_public' });
    await assert.rejects(lookup('nobody.test', false), { code: 'ENOTFOUND' });
  });

  it('is this machine under its own name, whatever name servers say', async (t) => {
    const client = createClient(t, { allow: [], areHostsForeign: true });
    for (const host of ['localhost', 'any.localhost']) {
      await assert.rejects(client.send({ url: `https://${host}/`, ...limits }, statusOf), {
        code: 'outbound_not_public',
      });
    }
  });

  it('is found by the system where the operator named it', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => {
      response.writeHead(200).end('ok');
    });
    const client = createClient(t, { allow: ['localhost'], lookup: askNameServers(['127.0.0.1:9']) });
    const url = `http://localhost:${server.port}/`;
    assert.equal(await client.send({ url, ...limits }, textOf), 'ok');
  });
});

describe('a request', () => {
  it('with a body and headers arrives as it was sent', async (t) => {
    const seen: { method?: string | undefined; headers?: IncomingMessage['headers']; body?: string } = {};
    const server = await startPhotoServer(t, async (request, response) => {
      Object.assign(seen, { method: request.method, headers: request.headers, body: await readAll(request) });
      response.writeHead(202, { 'x-one': ['a', 'b'] }).end();
    });
    const answer = await createClient(t).send(
      {
        url: `http://127.0.0.1:${server.port}/hook`,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
        body: '{"name":"Zoë"}',
        ...limits,
      },
      ({ status, header }) => ({ status, one: header('x-one'), none: header('x-none') }),
    );
    assert.deepEqual(answer, { status: 202, one: 'a, b', none: undefined });
    assert.equal(seen.method, 'POST');
    assert.equal(seen.body, '{"name":"Zoë"}');
    assert.equal(seen.headers?.['webhook-id'], 'evt_1');
    assert.equal(seen.headers?.['content-length'], '15');
    assert.equal(seen.headers?.['transfer-encoding'], undefined);
  });

  it('follows no redirect unless told to', async (t) => {
    const server = await startPhotoServer(t, (request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/next' }).end();
      else response.end('arrived');
    });
    const url = `http://127.0.0.1:${server.port}/`;
    const client = createClient(t);
    const body = 'secret';
    assert.equal(await client.send({ url, method: 'POST', body, ...limits }, statusOf), 302);
    assert.equal(await client.send({ url, maxRedirects: 1, ...limits }, textOf), 'arrived');
  });

  it('without a time limit is a mistake', async (t) => {
    await assert.rejects(
      createClient(t).send({ url: 'http://127.0.0.1/', maxBytes: 1 }, statusOf),
      TypeError,
    );
  });

  it('ends when nothing comes for a while, however long it takes in all', async (t) => {
    const server = await startPhotoServer(t, (request, response) => {
      let left = 120;
      const timer = setInterval(() => {
        left -= 1;
        if (left > 0) response.write('x'.repeat(10));
        else if (request.url === '/steady') response.end();
        if (left <= 0 || request.url === '/silent') clearInterval(timer);
      }, 20);
    });
    const client = createClient(t);
    // Far longer than a busy machine lets this process stand still, and shorter than the steady answer takes in all.
    const stall = { timeoutMs: 2_000, bytes: 1 };
    const ask = (path: string) =>
      client.send({ url: `http://127.0.0.1:${server.port}/${path}`, maxBytes: 10_000, stall }, textOf);
    assert.equal((await ask('steady')).length, 1_190);
    await assert.rejects(ask('silent'), { code: 'outbound_timed_out', detail: 'Nothing came for 2 s.' });
  });

  it('whose reader fails rejects with that error and closes the connection', async (t) => {
    let isClosed = false;
    const server = await startPhotoServer(t, (_request, response) => {
      response.once('close', () => {
        isClosed = true;
      });
      response.write('endless');
    });
    const failure = new Error('the caller has seen enough');
    const asking = createClient(t).send({ url: `http://127.0.0.1:${server.port}/`, ...limits }, () => {
      throw failure;
    });
    await assert.rejects(asking, failure);
    while (!isClosed) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('that is over its size is refused while it comes', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => {
      response.write(Buffer.alloc(60_000));
      response.write(Buffer.alloc(60_000));
    });
    const asking = createClient(t).send({ url: `http://127.0.0.1:${server.port}/`, ...limits }, textOf);
    await assert.rejects(asking, { code: 'outbound_too_large' });
  });

  it('names no host, address or port when it fails', async (t) => {
    const client = createClient(t, { allow: ['127.0.0.2', 'localhost'], lookup: async () => [] });
    for (const url of [
      'http://127.0.0.2:9/',
      'https://localhost/',
      'http://u:p@localhost/',
      'https://10.0.0.1/',
    ]) {
      await assert.rejects(
        client.send({ url, ...limits }, statusOf),
        (error: Error & { detail?: string }) => {
          const text = `${error.message} ${error.detail} ${error.cause}`;
          assert.doesNotMatch(text, /127|localhost|10\.0|:9|u:p/);
          return true;
        },
      );
    }
  });
});

describe('connections', () => {
  it('are kept only when asked for, and closed with the client', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => response.end('ok'));
    const url = `http://127.0.0.1:${server.port}/`;
    const kept = createClient(t, { keepAlive: true });
    for (let i = 0; i < 6; i += 1) await kept.send({ url, ...limits }, textOf);
    // A request right after another may come before its connection is free again.
    const used = server.connections();
    assert.ok(used <= 2, `${used} connections`);
    const fresh = createClient(t);
    for (let i = 0; i < 6; i += 1) await fresh.send({ url, ...limits }, textOf);
    assert.equal(server.connections(), used + 6);
    kept.close();
    await assert.rejects(kept.send({ url, ...limits }, textOf), { code: 'outbound_unreachable' });
  });

  it('to one host are as many as allowed; the rest wait', async (t) => {
    let open = 0;
    let most = 0;
    const server = await startPhotoServer(t, (_request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end('ok');
      }, 20);
    });
    const client = createClient(t, { keepAlive: true, maxConnectionsPerHost: 3 });
    const url = `http://127.0.0.1:${server.port}/`;
    await Promise.all(Array.from({ length: 12 }, () => client.send({ url, ...limits }, textOf)));
    assert.equal(most, 3);
  });

  for (const [how, ends] of Object.entries({
    'behind a whole body': 0,
    'before the body is whole': 100_000,
    'at the end of a body without a length': undefined,
  })) {
    it(`that a server closes ${how} end the request and nothing else, fifty times`, async (t) => {
      let count = 0;
      const server = await startRawServer(t, (socket) => {
        count += 1;
        const size = 40_000 + count * 17_321;
        const length = ends === undefined ? '' : `content-length: ${size + ends}\r\n`;
        socket.write(`HTTP/1.0 200 OK\r\nconnection: close\r\n${length}\r\n`);
        socket.end(Buffer.alloc(size, 1));
      });
      const client = createClient(t);
      const url = `http://127.0.0.1:${server.port}/`;
      for (let i = 1; i <= 50; i += 1) {
        let size = 0;
        // A reader that is slower than the server: in this case the fetch of Node.js ended the process.
        const reading = client.send({ url, maxBytes: 2_000_000, timeoutMs: 20_000 }, async ({ body }) => {
          for await (const piece of body) {
            size += piece.length;
            await new Promise((resolve) => setTimeout(resolve, i % 5));
          }
        });
        if (ends === 100_000) await assert.rejects(reading, { code: 'outbound_unreachable' });
        else await reading;
        if (ends !== 100_000) assert.equal(size, 40_000 + i * 17_321);
      }
      assert.equal(count, 50);
    });
  }
});
