import assert from 'node:assert/strict';
import { lookup as dnsLookup } from 'node:dns/promises';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createPhotoFetcher, type PhotoFetcherOptions } from '../../src/images/index.ts';
import { startPhotoServer, startRawServer } from './photo-server.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

const limits = { maxBytes: 100_000, timeoutMs: 5_000, maxRedirects: 3, maxConcurrent: 32 };
const photo = Buffer.from('the bytes of a photo');

function createFetcher(t: TestContext, options: Partial<PhotoFetcherOptions> = {}) {
  const fetcher = createPhotoFetcher({ allow: ['127.0.0.1'], ...limits, ...options });
  t.after(() => fetcher.close());
  return fetcher;
}

/** Refused in the same words as every other address, and without a word of where it led. */
async function assertUnreachable(fetching: Promise<unknown>, reason?: RegExp): Promise<void> {
  await assert.rejects(fetching, (error: Error & { code?: string; detail?: string }) => {
    assert.equal(error.code, 'image_unreachable');
    assert.equal(error.detail, undefined);
    const text = `${error.message} ${String(error.cause)}`;
    assert.doesNotMatch(text, /127\.0|::1|localhost|:\d{4,5}|http|\.test/);
    if (reason !== undefined) assert.match(String(error.cause), reason);
    return true;
  });
}

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

describe('addresses that are never read', () => {
  const cases = [
    'not an address',
    '/relative.jpg',
    '//host/a.jpg',
    'ftp://photos.example/a.jpg',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'blob:https://photos.example/1',
    'https://user@photos.example/a.jpg',
    'https://user:secret@photos.example/a.jpg',
    'https://:secret@photos.example/a.jpg',
    'https://photos.example/a b.jpg',
    'https://photos.example:99999/',
    `https://photos.example/${'a'.repeat(9000)}`,
    'http://photos.example/a.jpg',
    'https://photos.example:8443/a.jpg',
    'https://photos.example:22/',
  ];
  for (const address of cases) {
    test(`${address.slice(0, 50)} is refused before a name is resolved`, async (t) => {
      let lookups = 0;
      const lookup = async () => {
        lookups += 1;
        return [{ address: '127.0.0.1', family: 4 }];
      };
      await assert.rejects(createFetcher(t, { allow: [], lookup }).fetchPhoto(address), {
        code: 'image_address_invalid',
      });
      assert.equal(lookups, 0);
    });
  }

  test('plain http and other ports stay refused for public hosts when something else is allowed', async (t) => {
    const lookup = async () => [{ address: '8.8.8.8', family: 4 }];
    const fetcher = createFetcher(t, { allow: ['10.0.0.0/8', 'photos.intra'], lookup });
    for (const address of ['http://public.test/', 'https://public.test:8443/', 'http://8.8.8.8/']) {
      await assert.rejects(fetcher.fetchPhoto(address), { code: 'image_address_invalid' });
    }
  });
});

describe('the private network', () => {
  const literals = [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://%31%32%37.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://10.1.2.3/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://100.100.100.200/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'https://255.255.255.255/',
    'https://224.0.0.1/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
  ];
  for (const address of literals) {
    test(`${address} is refused`, async (t) => {
      await assertUnreachable(createFetcher(t, { allow: [] }).fetchPhoto(address), /not public/);
    });
  }

  test('a name that resolves to loopback is refused', async (t) => {
    await dnsLookup('localhost');
    await assertUnreachable(createFetcher(t, { allow: [] }).fetchPhoto('https://localhost/'), /not public/);
  });

  test('a name with one private address among public ones is refused', async (t) => {
    for (const bad of ['10.0.0.1', '::1', '::ffff:10.0.0.1', 'fe80::1%eth0', 'nonsense']) {
      const lookup = async () => [
        { address: '8.8.8.8', family: 4 },
        { address: bad, family: bad.includes(':') ? 6 : 4 },
      ];
      await assertUnreachable(
        createFetcher(t, { allow: [], lookup }).fetchPhoto('https://mixed.test/'),
        /not public/,
      );
    }
  });

  test('a redirect to a private address is refused without a connection', async (t) => {
    const inner = await startPhotoServer(t, (_request, response) => response.end('secret'));
    const hops = [`http://127.0.0.1:${inner.port}/`, `http://2130706433:${inner.port}/`, 'https://[::1]/'];
    for (const location of hops) {
      const outer = await startPhotoServer(t, (_request, response) => {
        response.writeHead(302, { location }).end();
      });
      const fetcher = createFetcher(t, {
        allow: [`localhost:${outer.port}`],
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      });
      await assertUnreachable(fetcher.fetchPhoto(`http://localhost:${outer.port}/`));
    }
    assert.equal(inner.connections(), 0);
  });

  test('a redirect to a scheme, port or credentials that are not read is refused as the server is at fault', async (t) => {
    const hops = [
      'ftp://x.test/',
      'data:image/png;base64,AAAA',
      'http://u:p@127.0.0.1/',
      'file:///etc/passwd',
    ];
    for (const location of hops) {
      const server = await startPhotoServer(t, (_request, response) => {
        response.writeHead(301, { location }).end();
      });
      await assertUnreachable(createFetcher(t).fetchPhoto(`http://127.0.0.1:${server.port}/`), /redirect/);
    }
  });

  test('a name server that changes its answer after the check is not asked again', async (t) => {
    const inner = await startPhotoServer(t, (_request, response) => response.end('secret'));
    let lookups = 0;
    // The first answer passes as public and belongs to nobody; every later one is the loopback server.
    const lookup = async () => {
      lookups += 1;
      return lookups === 1 ? [{ address: '2fff::1', family: 6 }] : [{ address: '127.0.0.1', family: 4 }];
    };
    const fetcher = createFetcher(t, { allow: [`other.test:${inner.port}`], lookup, timeoutMs: 300 });
    await assertUnreachable(fetcher.fetchPhoto('https://rebinding.test/'));
    assert.equal(lookups, 1);
    assert.equal(inner.connections(), 0);
  });

  test('the connection goes to the checked address although the name resolves elsewhere', async (t) => {
    const server = await startPhotoServer(t, (_request, response) => response.end(photo));
    let lookups = 0;
    const lookup = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
    };
    const fetcher = createFetcher(t, { allow: ['127.0.0.1'], lookup });
    assert.deepEqual(await fetcher.fetchPhoto(`http://pinned.test:${server.port}/`), photo);
    assert.equal(lookups, 1);
  });

  test('an allowed host and port open no other port of it', async (t) => {
    const inner = await startPhotoServer(t, (_request, response) => response.end('secret'));
    const fetcher = createFetcher(t, { allow: [`127.0.0.1:${inner.port + 1}`] });
    await assert.rejects(fetcher.fetchPhoto(`http://127.0.0.1:${inner.port}/`), {
      code: 'image_address_invalid',
    });
    assert.equal(inner.connections(), 0);
  });

  test('an allowance that cannot be read is refused at start', () => {
    for (const entry of [
      '',
      '10.0.0.0/33',
      'http://photos.intra',
      '*.intra',
      'a b',
      'host:0',
      'host:99999',
    ]) {
      assert.throws(() => createPhotoFetcher({ ...limits, allow: [entry] }), TypeError);
    }
  });
});

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

describe('stopping', () => {
  test('an aborted signal rejects with its reason, before and during the fetch', async (t) => {
    const server = await startRawServer(t, () => {});
    const address = `http://127.0.0.1:${server.port}/`;
    const fetcher = createFetcher(t);
    const reason = new Error('the caller left');
    await assert.rejects(fetcher.fetchPhoto(address, AbortSignal.abort(reason)), reason);
    const leaving = new AbortController();
    const fetching = fetcher.fetchPhoto(address, leaving.signal);
    setTimeout(() => leaving.abort(reason), 50);
    await assert.rejects(fetching, reason);
  });

  test('close ends what is under way and refuses what comes', async (t) => {
    const server = await startRawServer(t, () => {});
    const fetcher = createFetcher(t);
    const fetching = fetcher.fetchPhoto(`http://127.0.0.1:${server.port}/`);
    setTimeout(() => fetcher.close(), 50);
    await assertUnreachable(fetching);
    await assertUnreachable(fetcher.fetchPhoto(`http://127.0.0.1:${server.port}/`));
    assert.equal(server.connections(), 1);
  });
});
