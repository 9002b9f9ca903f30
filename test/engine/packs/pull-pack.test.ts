import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { verifyPacks } from '../../../src/engine/packs/install-pack.ts';
import { pullPack } from '../../../src/engine/packs/pull-pack.ts';
import { makeRecognitionNetwork, recognitionManifest } from './generated-packs.ts';

const network = Buffer.from(makeRecognitionNetwork(1));
const manifest = recognitionManifest('faces', network);

type Served = { readonly from: number };

/** A server of one file that does with each request what the test says. */
async function serve(
  t: TestContext,
  answer: (response: ServerResponse, served: Served, count: number) => void,
): Promise<{ url: string; requests: Served[] }> {
  const requests: Served[] = [];
  const server = createServer((request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    requests.push({ from });
    answer(response, { from }, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** The rest of the file from a byte on, as a server that knows ranges sends it. */
function sendRest(response: ServerResponse, { from }: Served, bytes: Buffer = network): void {
  const rest = bytes.subarray(from);
  const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
  response.writeHead(from === 0 ? 200 : 206, { 'content-length': rest.length, ...(from === 0 ? {} : range) });
  response.end(rest);
}

function sendStart(response: ServerResponse, served: Served, length: number): void {
  const rest = network.subarray(served.from);
  response.writeHead(served.from === 0 ? 200 : 206, {
    'content-length': rest.length,
    'content-range': `bytes ${served.from}-${network.length - 1}/${network.length}`,
  });
  // What was written is to arrive before the connection breaks.
  response.write(rest.subarray(0, length), () => setTimeout(() => response.destroy(), 100));
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-pull-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const accept = { acceptLicence: () => true, published: [manifest], attempts: 2, stallTimeoutMs: 1_500 };

describe('pullPack', () => {
  it('fetches, checks and installs, showing how far it is', async (t) => {
    const directory = await makeFolder(t);
    const { url } = await serve(t, (response, served) => sendRest(response, served));
    const seen: number[] = [];
    const pulled = await pullPack('faces', {
      ...accept,
      directory,
      baseUrl: url,
      onProgress: ({ done, total }) => {
        seen.push(done);
        assert.equal(total, network.length);
      },
    });
    assert.equal(pulled.id, 'faces@1');
    assert.equal(seen.at(-1), network.length);
    assert.deepEqual(await verifyPacks(directory), [{ id: 'faces@1', isSound: true }]);
  });

  it('nothing is fetched before the licence is accepted', async (t) => {
    const directory = await makeFolder(t);
    const { url, requests } = await serve(t, (response, served) => sendRest(response, served));
    const asked: string[] = [];
    const pulling = pullPack('faces', {
      ...accept,
      directory,
      baseUrl: url,
      acceptLicence: ({ licence }) => {
        asked.push(licence);
        return false;
      },
    });
    await assert.rejects(pulling, { code: 'pack_licence_not_accepted' });
    assert.deepEqual(asked, ['CC0-1.0']);
    assert.equal(requests.length, 0);
  });

  it('a connection that breaks is taken up where it broke', async (t) => {
    const directory = await makeFolder(t);
    const { url, requests } = await serve(t, (response, served, count) =>
      count < 4 ? sendStart(response, served, 20_000) : sendRest(response, served),
    );
    await pullPack('faces', { ...accept, directory, baseUrl: url });
    assert.ok(requests.slice(1).every(({ from }, index) => from >= requests[index]!.from));
    assert.ok(requests.at(-1)!.from > 0);
  });

  it('a run that was given up is gone on with by the next one', async (t) => {
    const directory = await makeFolder(t);
    let isBroken = true;
    const { url, requests } = await serve(t, (response, served, count) => {
      if (!isBroken) return sendRest(response, served);
      if (count === 1) return sendStart(response, served, 30_000);
      response.writeHead(503).end();
    });
    const first = pullPack('faces', { ...accept, directory, baseUrl: url });
    await assert.rejects(first, { code: 'pack_download_failed' });
    isBroken = false;
    await pullPack('faces', { ...accept, directory, baseUrl: url });
    assert.equal(requests.at(-1)!.from, 30_000);
  });

  it('a server that knows no ranges is read from the start again', async (t) => {
    const directory = await makeFolder(t);
    const { url } = await serve(t, (response, served, count) =>
      count === 1 ? sendStart(response, served, 30_000) : sendRest(response, { from: 0 }),
    );
    await pullPack('faces', { ...accept, directory, baseUrl: url });
    assert.equal((await verifyPacks(directory))[0]?.isSound, true);
  });

  it('a server that falls silent is asked again', async (t) => {
    const directory = await makeFolder(t);
    const { url, requests } = await serve(t, (response, served, count) => {
      if (count > 1) return sendRest(response, served);
      response.writeHead(200, { 'content-length': network.length });
      response.write(network.subarray(0, 10_000));
    });
    await pullPack('faces', { ...accept, directory, baseUrl: url });
    assert.equal(requests.at(-1)!.from, 10_000);
  });

  it('a file with another hash is not installed, and not gone on with', async (t) => {
    const directory = await makeFolder(t);
    const { url, requests } = await serve(t, (response, served) =>
      sendRest(response, served, Buffer.from(makeRecognitionNetwork(2))),
    );
    for (const _ of [1, 2]) {
      const pulling = pullPack('faces', { ...accept, directory, baseUrl: url });
      await assert.rejects(pulling, { code: 'pack_file_changed' });
    }
    assert.deepEqual(requests, [{ from: 0 }, { from: 0 }]);
    assert.deepEqual(await verifyPacks(directory), []);
    assert.deepEqual(await readdir(directory), ['.downloads']);
  });

  it('a file that is not there ends it at once', async (t) => {
    const directory = await makeFolder(t);
    const { url, requests } = await serve(t, (response) => response.writeHead(404).end());
    const pulling = pullPack('faces', { ...accept, directory, baseUrl: url });
    await assert.rejects(pulling, { code: 'pack_download_failed' });
    assert.equal(requests.length, 1);
  });

  it('a pack nobody published is not found', async (t) => {
    const pulling = pullPack('nobody', { ...accept, directory: await makeFolder(t) });
    await assert.rejects(pulling, { code: 'pack_not_found' });
  });
});

it('a server that closes fifty connections one after the other still gives the whole pack', async (t) => {
  const directory = await makeFolder(t);
  const share = Math.ceil(network.length / 50);
  let count = 0;
  // The protocol of simple servers: every answer ends with the connection, here always too early.
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (request) => {
      count += 1;
      const from = Number(/range: bytes=(\d+)-/i.exec(request.toString())?.[1] ?? 0);
      const rest = network.subarray(from);
      const range =
        from === 0 ? '' : `content-range: bytes ${from}-${network.length - 1}/${network.length}\r\n`;
      socket.write(`HTTP/1.0 ${from === 0 ? 200 : 206} OK\r\ncontent-length: ${rest.length}\r\n${range}\r\n`);
      // Time for a client on a busy machine to take what was sent: what comes together with the end is lost.
      socket.write(rest.subarray(0, share), () => setTimeout(() => socket.end(), 100));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await pullPack('faces', { ...accept, directory, baseUrl, retryWaitMs: 1 });
  assert.ok(count >= 50, `${count} connections`);
  assert.deepEqual(await verifyPacks(directory), [{ id: 'faces@1', isSound: true }]);
});

describe('a pack that was altered', () => {
  async function prepare(t: TestContext) {
    const directory = await makeFolder(t);
    const served = await serve(t, (response, request) => sendRest(response, request));
    const pull = () => pullPack('faces', { ...accept, directory, baseUrl: served.url });
    assert.equal((await pull()).outcome, 'installed');
    const pack = join(directory, 'faces@1');
    await writeFile(join(pack, 'calibration.json'), '{}');
    return { directory, pack, pull, requests: served.requests };
  }

  it('is repaired by the next pull, which keeps what was learnt', async (t) => {
    const { directory, pack, pull, requests } = await prepare(t);
    const file = join(pack, manifest.files[0]!.name);
    await writeFile(file, 'altered');
    assert.equal((await verifyPacks(directory))[0]?.problem?.code, 'pack_file_changed');
    assert.equal((await pull()).outcome, 'repaired');
    assert.deepEqual(await verifyPacks(directory), [{ id: 'faces@1', isSound: true }]);
    await rm(file);
    assert.equal((await pull()).outcome, 'repaired');
    assert.deepEqual(await verifyPacks(directory), [{ id: 'faces@1', isSound: true }]);
    assert.equal(await readFile(join(pack, 'calibration.json'), 'utf8'), '{}');
    assert.equal(requests.length, 3);
  });

  it('is repaired when its manifest cannot be read, without fetching what is sound', async (t) => {
    const { directory, pack, pull, requests } = await prepare(t);
    await writeFile(join(pack, 'confere-pack.json'), '{');
    assert.deepEqual(await verifyPacks(directory), []);
    assert.equal((await pull()).outcome, 'repaired');
    assert.deepEqual(await verifyPacks(directory), [{ id: 'faces@1', isSound: true }]);
    assert.equal(requests.length, 1);
  });

  it('stays as it is, and nothing is fetched, when it is sound', async (t) => {
    const { pull, requests } = await prepare(t);
    assert.equal((await pull()).outcome, 'present');
    assert.equal(requests.length, 1);
  });
});

it('an address that is none is refused before anything is asked', async (t) => {
  for (const baseUrl of [
    '127.0.0.1:8765',
    'localhost:8765',
    'ftp://localhost',
    'http://user:pass@localhost/',
  ]) {
    const asked: unknown[] = [];
    const pulling = pullPack('faces', {
      ...accept,
      directory: await makeFolder(t),
      baseUrl,
      acceptLicence: (pack) => asked.push(pack) > 0,
    });
    await assert.rejects(pulling, { code: 'pack_address_invalid' });
    assert.deepEqual(asked, []);
  }
});
