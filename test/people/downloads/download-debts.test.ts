import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { downloadDebts } from '../../../src/people/downloads/download-debts.ts';
import { debtAddresses, parseQuarter } from '../../../src/people/downloads/list-addresses.ts';
import { createOutboundClient } from '../../../src/platform/outbound/index.ts';

const limits = { timeoutMs: 300_000, stallTimeoutMs: 3_000, attempts: 2, retryWaitMs: 1 };
const names = ['Nao_Previdenciario', 'Previdenciario', 'FGTS'].map((one) => `Dados_abertos_${one}.zip`);
const now = new Date('2026-11-23T00:00:00Z');

describe('the download of debts', () => {
  const client = createOutboundClient({ allow: ['127.0.0.1'] });
  /** By their paths. */
  let published: Map<string, Buffer>;
  let cutAt: string | undefined;
  const asked: string[] = [];
  let folder: string;
  const server = createServer((request, response) => void serve(request, response));
  /** Ranges as the publisher's server has them; the file `cutAt` breaks off in its middle. */
  async function serve({ url = '', headers }: IncomingMessage, response: ServerResponse) {
    asked.push(`${url}${headers.range === undefined ? '' : ` ${headers.range}`}`);
    const content = published.get(url);
    if (content === undefined) return void response.writeHead(404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const rest = content.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': rest.length,
      etag: '"1"',
      ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    });
    if (cutAt === undefined || !url.endsWith(cutAt) || from > 0) return void response.end(rest);
    response.write(rest.subarray(0, 500_000));
    const part = join(folder, url.slice(1).replace(/^mirror\//, ''));
    // The run ends a wait in vain.
    while (((await stat(`${part}.part`).catch(() => undefined))?.size ?? 0) === 0) await delay(5);
    published.delete(url);
    response.destroy();
  }
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-debts-'));
    asked.length = 0;
    cutAt = undefined;
    published = new Map();
  });
  afterEach(() => rm(folder, { recursive: true }));
  after(async () => {
    client.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const publish = (quarter: string) => {
    for (const [at, name] of names.entries()) {
      published.set(`/mirror/${quarter}/${name}`, Buffer.alloc(1_000_000 + at, `${quarter}${name}`));
    }
  };
  const download = (quarter?: string) =>
    downloadDebts(client, {
      directory: folder,
      quarter: quarter === undefined ? undefined : parseQuarter(quarter),
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mirror/`,
      now,
      limits,
      signal: new AbortController().signal,
    });

  it('brings the three registers of the newest published quarter into a folder of its name', async () => {
    publish('2026_trimestre_02');
    const done = await download();
    assert.equal(done.quarter, '2026_trimestre_02');
    assert.deepEqual(
      done.files.map(({ path, sizeBytes, isKept }) => [path, sizeBytes, isKept]),
      names.map((name, at) => [join(folder, '2026_trimestre_02', name), 1_000_000 + at, false]),
    );
    for (const [at, { path }] of done.files.entries()) {
      assert.deepEqual(await readFile(path), published.get(`/mirror/2026_trimestre_02/${names[at]}`));
    }
    assert.deepEqual(asked, [
      `/mirror/2026_trimestre_03/${names[0]}`,
      ...names.map((name) => `/mirror/2026_trimestre_02/${name}`),
    ]);
  });

  it('goes on in a later run with the file that broke, and asks for none that is there', async () => {
    publish('2026_trimestre_01');
    cutAt = 'Dados_abertos_Previdenciario.zip';
    await assert.rejects(download('2026-1'), { code: 'list_download_failed' });
    publish('2026_trimestre_01');
    asked.length = 0;
    const done = await download('2026-1');
    assert.deepEqual(
      done.files.map(({ isKept, isResumed }) => [isKept, isResumed]),
      [
        [true, false],
        [false, true],
        [false, false],
      ],
    );
    assert.equal(asked.length, 2);
    assert.match(asked[0]!, /\/Dados_abertos_Previdenciario\.zip bytes=\d+-$/);
    const { path } = done.files[1]!;
    assert.deepEqual(await readFile(path), published.get(`/mirror/2026_trimestre_01/${names[1]}`));
  });

  it('a quarter that is not published is refused; of none named, three are looked for', async () => {
    await assert.rejects(download('2025-4'), {
      code: 'list_download_failed',
      detail: 'The server answers 404.',
    });
    assert.equal(asked.length, 1);
    await assert.rejects(download(), { detail: 'The server answers 404.' });
    assert.deepEqual(
      asked.slice(1).map((url) => url.split('/')[2]),
      ['2026_trimestre_03', '2026_trimestre_02', '2026_trimestre_01'],
    );
  });

  it('quarters are a year and 1 to 4, and the addresses are https', () => {
    assert.deepEqual(parseQuarter('2026-4'), { year: 2026, quarter: 4 });
    for (const wrong of ['2026-5', '2026-0', '26-1', '2026', '2026-1/..']) {
      assert.equal(parseQuarter(wrong), undefined);
    }
    assert.deepEqual(
      debtAddresses({ year: 2026, quarter: 3 }).map(({ url }) => url),
      names.map((name) => `https://dadosabertos.pgfn.gov.br/2026_trimestre_03/${name}`),
    );
  });
});
