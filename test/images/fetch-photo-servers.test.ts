import assert from 'node:assert/strict';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { assertUnreachable, createFetcher, limits } from './create-fetcher.ts';
import { startPhotoServer, startRawServer } from './photo-server.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

const photo = Buffer.from('the bytes of a photo');

describe('servers that misbehave', () => {
  test('a body over the limit is refused, announced or not, and not read to its end', async (t) => {
    let written = 0;
    const server = await startPhotoServer(t, (request, response) => {
      if (request.url === '/announced') {
        response.writeHead(200, { 'content-length': limits.maxBytes + 1 }).flushHeaders();
        return;
      }
      const piece = Buffer.alloc(16_384);
      const write = () => {
        while (!response.destroyed) {
          written += piece.length;
          if (!response.write(piece)) return void response.once('drain', write);
        }
      };
      write();
    });
    const fetcher = createFetcher(t);
    for (const path of ['announced', 'endless']) {
      await assert.rejects(fetcher.fetchPhoto(`http://127.0.0.1:${server.port}/${path}`), {
        code: 'image_too_large',
      });
    }
    assert.ok(written < 100 * limits.maxBytes, `${written} bytes were taken`);
  });

  test('a body that drips ends with the time limit', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    });
    await assertUnreachable(
      createFetcher(t, { timeoutMs: 300 }).fetchPhoto(`http://127.0.0.1:${server.port}/`),
      /time limit/,
    );
  });

  test('a server that never answers and a name that never resolves end with the time limit', async (t) => {
    const server = await startRawServer(t, () => {});
    await assertUnreachable(
      createFetcher(t, { timeoutMs: 200 }).fetchPhoto(`http://127.0.0.1:${server.port}/`),
      /time limit/,
    );
    const lookup = () => new Promise<never>(() => {});
    await assertUnreachable(
      createFetcher(t, { timeoutMs: 200, lookup }).fetchPhoto('https://slow.test/'),
      /time limit/,
    );
  });

  test('the time limit counts across redirects', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 150);
    });
    await assertUnreachable(
      createFetcher(t, { timeoutMs: 400, maxRedirects: 1000 }).fetchPhoto(`http://127.0.0.1:${server.port}/`),
      /time limit/,
    );
  });

  test('a body in single bytes is refused before it costs much', async (t) => {
    const server = await startRawServer(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      socket.write('1\r\nx\r\n'.repeat(20_000));
    });
    await assertUnreachable(createFetcher(t).fetchPhoto(`http://127.0.0.1:${server.port}/`), /crumbs/);
  });

  test('a redirect loop is refused after three redirects', async (t) => {
    let requests = 0;
    const server = await startPhotoServer(t, (_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/' }).end();
    });
    await assertUnreachable(
      createFetcher(t).fetchPhoto(`http://127.0.0.1:${server.port}/`),
      /too many redirects/,
    );
    assert.equal(requests, 4);
  });

  test('every status but 200 is refused', async (t) => {
    for (const status of [201, 204, 206, 300, 303, 304, 400, 401, 404, 429, 500]) {
      const server = await startPhotoServer(t, (_request, response) => {
        response.writeHead(status).end(status === 204 || status === 304 ? undefined : photo);
      });
      await assertUnreachable(createFetcher(t).fetchPhoto(`http://127.0.0.1:${server.port}/`));
    }
  });

  test('an encoded body is refused', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(photo);
    });
    await assertUnreachable(createFetcher(t).fetchPhoto(`http://127.0.0.1:${server.port}/`), /encoded/);
  });

  const answers: Record<string, string> = {
    'a body shorter than announced': 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort',
    'chunks that end early': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nshort\r\n',
    'a broken chunk size': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nshort\r\n0\r\n\r\n',
    'two lengths': 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nshort!',
    'length and chunks at once':
      'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'a negative length': 'HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nshort',
    'another protocol': 'SSH-2.0-OpenSSH_9.9\r\n',
    'random bytes': '\x00\xff\x16\x03\x01garbage',
    'nothing at all': '',
    'a change of protocol': 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nxx',
    'a flood of headers': `HTTP/1.1 200 OK\r\n${'x-a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2_000)}\r\n`,
    'one endless header': `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(50_000)}`,
    'a flood of trailers': `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'x-a: a\r\n'.repeat(9_000)}\r\n`,
  };
  for (const [name, answer] of Object.entries(answers)) {
    test(`${name}: refused`, async (t) => {
      const server = await startRawServer(t, (socket) => socket.end(answer, 'latin1'));
      await assertUnreachable(createFetcher(t).fetchPhoto(`http://127.0.0.1:${server.port}/`));
    });
  }

  test('informational answers without end are cut by the time limit', async (t) => {
    const server = await startRawServer(t, (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n'), 10);
      socket.once('close', () => clearInterval(timer));
    });
    await assertUnreachable(
      createFetcher(t, { timeoutMs: 300 }).fetchPhoto(`http://127.0.0.1:${server.port}/`),
      /time limit/,
    );
  });

  test('bytes behind the announced length are not taken into the photo', async (t) => {
    const server = await startRawServer(t, (socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nphotoHTTP/1.1 200 OK\r\n\r\nmore');
    });
    const bytes = await createFetcher(t).fetchPhoto(`http://127.0.0.1:${server.port}/`);
    assert.equal(Buffer.from(bytes).toString(), 'photo');
  });

  test('a closed port and a name that does not exist look like any other failure', async (t) => {
    const lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND gone.test'), { code: 'ENOTFOUND' });
    };
    await assertUnreachable(createFetcher(t, { lookup }).fetchPhoto('https://gone.test/'), /ENOTFOUND/);
    await assertUnreachable(
      createFetcher(t, { lookup: async () => [] }).fetchPhoto('https://empty.test/'),
      /no address/,
    );
    const server = await startPhotoServer(t, () => {});
    const fetcher = createFetcher(t, { allow: ['127.0.0.2'] });
    await assertUnreachable(fetcher.fetchPhoto(`http://127.0.0.2:${server.port}/`), /ECONNREFUSED/);
  });

  test('a certificate that nobody trusts is refused, whatever the environment says', async (t) => {
    const server = createHttpsServer(createSelfSignedCertificate('localhost'), (_request, response) => {
      response.end(photo);
    });
    t.after(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    t.after(() => {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    });
    const { port } = server.address() as AddressInfo;
    await assertUnreachable(
      createFetcher(t, {
        allow: ['localhost'],
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      }).fetchPhoto(`https://localhost:${port}/`),
      /DEPTH_ZERO_SELF_SIGNED_CERT/,
    );
  });

  test('a plain server behind an https address is refused', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => response.end(photo));
    await assertUnreachable(createFetcher(t).fetchPhoto(`https://127.0.0.1:${server.port}/`));
  });
});
