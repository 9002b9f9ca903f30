import assert from 'node:assert/strict';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { assertUnreachable, createFetcher, limits } from './create-fetcher.ts';
import { startPhotoServer, startRawServer } from './photo-server.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

const photo = Buffer.from('the bytes of a photo');

describe('what is fetched', () => {
  test('the bytes of a 200 answer are returned whatever type they are declared as', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(photo);
    });
    assert.deepEqual(await createFetcher(t).fetchPhoto(`http://127.0.0.1:${server.port}/a?b=c`), photo);
  });

  test('a body of exactly the limit is returned, without an announced length too', async (t) => {
    const body = Buffer.alloc(limits.maxBytes, 7);
    const server = await startPhotoServer(t, (request, response) => {
      if (request.url === '/announced') response.setHeader('content-length', body.length);
      response.write(body.subarray(0, 70_000));
      response.end(body.subarray(70_000));
    });
    const fetcher = createFetcher(t);
    for (const path of ['announced', 'chunked']) {
      assert.deepEqual(await fetcher.fetchPhoto(`http://127.0.0.1:${server.port}/${path}`), body);
    }
  });

  test('one fetch more than the limit is refused until another ends', async (t) => {
    const waiting: (() => void)[] = [];
    const server = await startPhotoServer(t, (_request, response) => {
      waiting.push(() => response.end(photo));
    });
    const fetcher = createFetcher(t, { maxConcurrent: 2 });
    const address = `http://127.0.0.1:${server.port}/`;
    const underWay = [fetcher.fetchPhoto(address), fetcher.fetchPhoto(address)];
    await assert.rejects(fetcher.fetchPhoto(address), { code: 'image_fetch_busy', retryAfterSeconds: 1 });
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    for (const answer of waiting) answer();
    assert.deepEqual(await Promise.all(underWay), [photo, photo]);
    const next = fetcher.fetchPhoto(address);
    while (waiting.length < 3) await new Promise((resolve) => setImmediate(resolve));
    waiting[2]!();
    assert.deepEqual(await next, photo);
  });

  test('one client gets three quarters of the fetches, however many people it names', async (t) => {
    const held = Promise.withResolvers<void>();
    let waiting = 0;
    const server = await startPhotoServer(t, async (_request, response) => {
      waiting += 1;
      await held.promise;
      response.end(photo);
    });
    const fetcher = createFetcher(t);
    const fetchFor = (clientId: string, peopleId: string) =>
      fetcher.fetchPhoto(`http://127.0.0.1:${server.port}/`, { requester: { clientId, peopleId } });
    const greedy = Array.from({ length: 32 }, (_, i) => fetchFor('greedy', `${i}`));
    const settled = Promise.allSettled(greedy);
    const other = fetchFor('other', '0');
    setTimeout(held.resolve, 200);
    assert.deepEqual(await other, photo);
    const outcomes = await settled;
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 24);
    assert.equal(waiting, 25);
  });

  test('three redirects are followed, relative ones too', async (t) => {
    const server = await startPhotoServer(t, (request, response) => {
      const step = Number(request.url!.slice(1));
      if (step < 3) response.writeHead([301, 302, 307][step]!, { location: `/${step + 1}` }).end();
      else response.end(photo);
    });
    assert.deepEqual(await createFetcher(t).fetchPhoto(`http://127.0.0.1:${server.port}/0`), photo);
    await assertUnreachable(
      createFetcher(t, { maxRedirects: 2 }).fetchPhoto(`http://127.0.0.1:${server.port}/0`),
      /too many redirects/,
    );
  });

  test('the request carries nothing but what a fetch needs', async (t) => {
    let headers: NodeJS.Dict<string | string[]> = {};
    const server = await startPhotoServer(t, (request, response) => {
      headers = request.headers;
      if (request.url === '/') response.writeHead(302, { location: '/x', 'set-cookie': 'a=b' }).end();
      else response.end(photo);
    });
    await createFetcher(t).fetchPhoto(`http://127.0.0.1:${server.port}/`);
    assert.deepEqual(Object.keys(headers).sort(), [
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    assert.equal(headers['accept-encoding'], 'identity');
    assert.equal(headers.connection, 'close');
  });

  test('a second address of the host is tried when the first takes no connection', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => response.end(photo));
    const fetcher = createFetcher(t, {
      allow: ['127.0.0.0/8', '::1'],
      lookup: async () => [
        { address: '127.0.0.2', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    });
    assert.deepEqual(await fetcher.fetchPhoto(`http://two.test:${server.port}/`), photo);
  });

  test('https works for a host whose certificate is trusted and is refused for another name', async (t) => {
    const certificate = createSelfSignedCertificate('photos.test');
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, certificate.cert]);
    t.after(() => setDefaultCACertificates(before));
    const server = createHttpsServer(certificate, (_request, response) => response.end(photo));
    t.after(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const fetcher = createFetcher(t, { allow: ['127.0.0.0/8'], lookup });
    assert.deepEqual(await fetcher.fetchPhoto(`https://photos.test:${port}/`), photo);
    await assertUnreachable(
      fetcher.fetchPhoto(`https://other.test:${port}/`),
      /ERR_TLS_CERT_ALTNAME_INVALID/,
    );
  });
});

describe('stopping', () => {
  test('an aborted signal rejects with its reason, before and during the fetch', async (t) => {
    const server = await startRawServer(t, () => {});
    const address = `http://127.0.0.1:${server.port}/`;
    const fetcher = createFetcher(t);
    const reason = new Error('the caller left');
    await assert.rejects(fetcher.fetchPhoto(address, { signal: AbortSignal.abort(reason) }), reason);
    const leaving = new AbortController();
    const fetching = fetcher.fetchPhoto(address, { signal: leaving.signal });
    setTimeout(() => leaving.abort(reason), 50);
    await assert.rejects(fetching, reason);
  });

  test('close ends what is under way and refuses what comes', async (t) => {
    const server = await startRawServer(t, () => {});
    const fetcher = createFetcher(t);
    const fetching = fetcher.fetchPhoto(`http://127.0.0.1:${server.port}/`);
    const refused = assertUnreachable(fetching);
    while (server.connections() === 0) await new Promise((resolve) => setImmediate(resolve));
    fetcher.close();
    await refused;
    await assertUnreachable(fetcher.fetchPhoto(`http://127.0.0.1:${server.port}/`));
    assert.equal(server.connections(), 1);
  });
});
