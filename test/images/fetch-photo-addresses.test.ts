import assert from 'node:assert/strict';
import { lookup as dnsLookup } from 'node:dns/promises';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createPhotoFetcher } from '../../src/images/fetch-photo.ts';
import { blockThreads } from '../support/block-threads.ts';
import { assertUnreachable, createFetcher, limits } from './create-fetcher.ts';
import { startPhotoServer } from './photo-server.ts';

const photo = Buffer.from('the bytes of a photo');

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
      await assertUnreachable(createFetcher(t, { allow: [] }).fetchPhoto(address), /private address/);
    });
  }

  test('a name that resolves to loopback is refused', async (t) => {
    await dnsLookup('localhost');
    await assertUnreachable(
      createFetcher(t, { allow: [] }).fetchPhoto('https://localhost/'),
      /private address/,
    );
  });

  test('a name with one private address among public ones is refused', async (t) => {
    for (const bad of ['10.0.0.1', '::1', '::ffff:10.0.0.1', 'fe80::1%eth0', 'nonsense']) {
      const lookup = async () => [
        { address: '8.8.8.8', family: 4 },
        { address: bad, family: bad.includes(':') ? 6 : 4 },
      ];
      await assertUnreachable(
        createFetcher(t, { allow: [], lookup }).fetchPhoto('https://mixed.test/'),
        /private address/,
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

test('a name is looked up while name servers of other names keep every thread waiting', async (t) => {
  const fetcher = createFetcher(t, { allow: [] });
  await assertUnreachable(fetcher.fetchPhoto('https://127.0.0.1/'));
  await blockThreads(t);
  const fetching = assertUnreachable(fetcher.fetchPhoto('https://nobody.invalid/')).then(() => 'answered');
  assert.equal(await Promise.race([fetching, wait(60_000, 'waits', { ref: false })]), 'answered');
});
