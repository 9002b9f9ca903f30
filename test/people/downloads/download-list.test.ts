import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { downloadList } from '../../../src/people/downloads/download-list.ts';
import { listAddresses } from '../../../src/people/downloads/list-addresses.ts';
import { createOutboundClient } from '../../../src/platform/outbound/index.ts';

const content = Buffer.from(Array.from({ length: 20_000 }, (_, at) => `<entry id="${at}"/>`).join('\n'));
const limits = { timeoutMs: 300_000, stallTimeoutMs: 3_000, attempts: 3, retryWaitMs: 1 };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe('the download of a list', () => {
  const client = createOutboundClient({ allow: ['127.0.0.1'] });
  let handle: Handler;
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.range);
    handle(request, response);
  });
  let folder: string;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-download-'));
    asked.length = 0;
  });
  after(async () => {
    client.close();
    await new Promise((resolve) => server.close(resolve));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const download = (
    change: { readonly maxBytes?: number; readonly signal?: AbortSignal; readonly path?: string } = {},
  ) =>
    downloadList(
      client,
      {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${change.path ?? '/list.xml'}`,
        fileName: 'list.xml',
        maxBytes: change.maxBytes ?? 10_000_000,
      },
      { directory: folder, limits, signal: change.signal ?? new AbortController().signal },
    );
  /** Resolves once the file is longer; the run ends a wait in vain. */
  const untilLonger = async (path: string, length: number) => {
    while (((await stat(path).catch(() => undefined))?.size ?? 0) <= length) await delay(5);
  };
  /** Serves the content with ranges, as published servers do; cuts the first `cuts` answers in the middle. */
  const serve = (etag: () => string | undefined, cuts: number, body = () => content): Handler => {
    let left = cuts;
    return (request, response) => {
      const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
      const tag = etag();
      const isSame = tag !== undefined && request.headers['if-range'] === tag;
      const from = range !== undefined && isSame ? Number(range) : 0;
      const rest = body().subarray(from);
      response.writeHead(from > 0 ? 206 : 200, {
        'content-length': rest.length,
        ...(tag !== undefined && { etag: tag }),
        ...(from > 0 && { 'content-range': `bytes ${from}-${body().length - 1}/${body().length}` }),
      });
      if (left > 0) {
        left -= 1;
        response.write(rest.subarray(0, Math.ceil(rest.length / 3)));
        void untilLonger(join(folder, 'list.xml.part'), from).then(() => response.destroy());
      } else response.end(rest);
    };
  };

  it('brings the file whole, and goes on where a broken connection stopped', async () => {
    handle = serve(() => '"a"', 2);
    const done = await download();
    assert.deepEqual(await readFile(done.path), content);
    assert.deepEqual([done.sizeBytes, done.isResumed], [content.length, true]);
    assert.equal(asked.length, 3);
    assert.deepEqual([asked[0] === undefined, asked[1]?.startsWith('bytes=')], [true, true]);
    assert.equal(existsSync(`${done.path}.part`), false);
  });

  it('keeps a second download of the file out while one runs: theirs would be one file of two', async () => {
    const over = Promise.withResolvers<void>();
    handle = (_, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 100_000));
      void over.promise.then(() => response.end(content.subarray(100_000)));
    };
    const first = download();
    await untilLonger(join(folder, 'list.xml.part'), 0);
    const detail = 'Another download of the file runs.';
    await assert.rejects(download(), { code: 'list_download_failed', detail });
    over.resolve();
    assert.deepEqual(await readFile((await first).path), content);
    assert.deepEqual(await readdir(folder), ['list.xml']);
  });

  it('goes on in a later run, and starts again when the file has changed meanwhile or nobody says whether', async () => {
    const other = Buffer.from(content.toString().replaceAll('entry', 'other'));
    let tag: string | undefined = '"a"';
    let body = content;
    const cutThenGone = (): Handler => {
      const cut = serve(
        () => tag,
        1,
        () => body,
      );
      let isFirst = true;
      return (request, response) => {
        if (isFirst) cut(request, response);
        else response.writeHead(404).end();
        isFirst = false;
      };
    };
    handle = cutThenGone();
    await assert.rejects(download(), { code: 'list_download_failed', detail: 'The server answers 404.' });
    assert.ok(existsSync(join(folder, 'list.xml.part')));
    assert.equal(existsSync(join(folder, 'list.xml')), false);
    handle = serve(
      () => tag,
      0,
      () => body,
    );
    assert.equal((await download()).isResumed, true);

    handle = cutThenGone();
    await assert.rejects(download());
    tag = '"b"';
    body = other;
    handle = serve(
      () => tag,
      0,
      () => body,
    );
    const changed = await download();
    assert.deepEqual([await readFile(changed.path), changed.isResumed], [other, false]);

    tag = undefined;
    handle = cutThenGone();
    await assert.rejects(download());
    handle = serve(
      () => undefined,
      0,
      () => body,
    );
    const unnamed = await download();
    assert.deepEqual(
      [await readFile(unnamed.path), unnamed.isResumed, asked.at(-1)],
      [other, false, undefined],
    );
  });

  it('a file that is too large, empty, refused or endless in coming is given up, each with its reason', async () => {
    handle = serve(() => '"a"', 0);
    await assert.rejects(download({ maxBytes: 1_000 }), {
      code: 'list_download_failed',
      detail: /larger than 1000/,
    });
    handle = (_, response) => {
      response.writeHead(200);
      response.write(content);
      response.end(content);
    };
    await assert.rejects(download({ maxBytes: content.length + 1 }), { code: 'list_download_failed' });
    handle = (_, response) => response.writeHead(403).end();
    await assert.rejects(download(), { detail: 'The server answers 403.' });
    assert.equal(asked.length, 3, 'a refusal is not repeated');
    handle = (_, response) => response.writeHead(503, { 'retry-after': '0' }).end();
    await assert.rejects(download(), { detail: 'The server answers 503.' });
    assert.equal(asked.length, 6, 'a failure of the server is');
    handle = (_, response) => response.writeHead(200).end();
    await assert.rejects(download(), { detail: 'The server sent an empty file.' });
    handle = (_, response) => response.writeHead(200).write('x');
    await assert.rejects(download({ signal: AbortSignal.timeout(200) }), { name: 'TimeoutError' });
  });

  it('follows redirects to allowed hosts only', async () => {
    const send = serve(() => '"a"', 0);
    handle = (request, response) => {
      if (request.url === '/list.xml') send(request, response);
      else if (request.url === '/moved') response.writeHead(302, { location: '/list.xml' }).end();
      else response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    };
    assert.equal((await download({ path: '/moved' })).sizeBytes, content.length);
    await rm(join(folder, 'list.xml'));
    await assert.rejects(download({ path: '/inside' }), { code: 'list_download_failed' });
    assert.equal(existsSync(join(folder, 'list.xml')), false);
  });

  it('every published address is https', () => {
    for (const [list, address] of Object.entries(listAddresses)) {
      assert.equal(new URL(address.url).protocol, 'https:', list);
    }
  });
});
