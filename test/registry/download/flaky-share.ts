import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ServiceScope } from '../../support/service.ts';

/** What the share does to one request for a file; after those given it behaves. */
export type Mood =
  /** Sends so many bytes and then nothing more, the connection open. */
  | { readonly stallAfter: number }
  /** Sends a byte now and then. */
  | { readonly dripEveryMs: number }
  /** Sends so many bytes and breaks the connection. */
  | { readonly cutAfter: number }
  /** Breaks the connection before it answers. */
  | { readonly refuse: true }
  | { readonly status: number; readonly retryAfter?: string }
  /** Answers the whole file to a range. */
  | { readonly ignoreRange: true }
  /** Says 206 and the right range, and sends the file from its start. */
  | { readonly lieInRange: true }
  /** Says 206 and a range that was not asked for. */
  | { readonly otherRange: true }
  /** Turns one byte over, behind the given place, so that only the checksum tells. */
  | { readonly corruptAt: number }
  | { readonly tooLong: true };

export type FlakyShare = {
  /** For `shareUrl`. */
  readonly url: string;
  /** What comes next for a file, in order. */
  plan(name: string, ...moods: readonly Mood[]): void;
  /** What is done to the next listings. */
  planListing(...statuses: readonly number[]): void;
  /** ETags get this suffix: a new edition. */
  edition: string;
  /** Requests for files: name, and the first byte asked for. */
  readonly requests: { readonly name: string; readonly from: number; readonly ifRange: string | undefined }[];
  /** The most requests for files that were open at a time, since the last reading. */
  takePeak(): number;
};

/** A share as Nextcloud shows one, of folders of months in `root`, that does what it is told to. */
export async function startFlakyShare(t: ServiceScope, root: string): Promise<FlakyShare> {
  const plans = new Map<string, Mood[]>();
  const listings: number[] = [];
  const requests: FlakyShare['requests'] = [];
  let open = 0;
  let peak = 0;
  const share = { edition: 'a' };
  const base = '/public.php/dav/files/token';

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://share').pathname);
    const local = join(root, path.slice(base.length));
    if (request.method === 'PROPFIND') {
      const status = listings.shift();
      if (status !== undefined) return void response.writeHead(status, { 'retry-after': '0' }).end();
      if (request.headers.depth !== '1') return void response.writeHead(400).end();
      const listing = await describe(path, local).catch(() => undefined);
      if (listing === undefined) return void response.writeHead(404).end();
      return void response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' }).end(listing);
    }
    open += 1;
    peak = Math.max(peak, open);
    response.once('close', () => {
      open -= 1;
    });
    await sendFile(request, response, local);
  }

  async function describe(path: string, local: string): Promise<string> {
    const names = await readdir(local);
    const own = `<d:response><d:href>${path}</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
    const entries = names.map(async (name) => {
      const found = await stat(join(local, name));
      const kind = found.isDirectory() ? '<d:collection/>' : '';
      const size = found.isDirectory() ? '' : `<d:getcontentlength>${found.size}</d:getcontentlength>`;
      const missing = found.isDirectory() ? '<d:getcontentlength/>' : '<d:quota-used-bytes/>';
      return `<d:response><d:href>${path.replace(/\/$/, '')}/${encodeURIComponent(name)}${found.isDirectory() ? '/' : ''}</d:href><d:propstat><d:prop><d:getlastmodified>${found.mtime.toUTCString()}</d:getlastmodified>${size}<d:resourcetype>${kind}</d:resourcetype><d:getetag>&quot;${etagOf(name)}&quot;</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop>${missing}</d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>`;
    });
    return `<?xml version="1.0"?>\n<d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns">${own}${(await Promise.all(entries)).join('')}</d:multistatus>`;
  }

  function etagOf(name: string): string {
    return `${name.length}-${share.edition}`;
  }

  async function sendFile(request: IncomingMessage, response: ServerResponse, local: string): Promise<void> {
    const name = local.slice(local.lastIndexOf('/') + 1);
    const whole = await readFile(local).catch(() => undefined);
    if (whole === undefined) return void response.writeHead(404).end();
    const etag = `"${etagOf(name)}"`;
    const ifRange = request.headers['if-range'] as string | undefined;
    let from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? -1);
    requests.push({ name, from: Math.max(0, from), ifRange });
    const mood: Mood | Record<never, never> = plans.get(name)?.shift() ?? {};
    if ('refuse' in mood) return void request.socket.destroy();
    if ('status' in mood) {
      const headers = mood.retryAfter === undefined ? {} : { 'retry-after': mood.retryAfter };
      return void response.writeHead(mood.status, headers).end('busy');
    }
    if ('ignoreRange' in mood || (ifRange !== undefined && ifRange !== etag)) from = -1;
    let body = from < 0 || 'lieInRange' in mood ? whole : whole.subarray(from);
    if ('lieInRange' in mood && from >= 0) body = body.subarray(0, whole.length - from);
    const status = from < 0 ? 200 : 206;
    const start = 'otherRange' in mood ? from + 1 : from;
    if ('corruptAt' in mood) {
      body = Buffer.from(body);
      body[mood.corruptAt]! ^= 0xff;
    }
    if ('tooLong' in mood) body = Buffer.concat([body, body]);
    response.writeHead(status, {
      etag,
      'accept-ranges': 'bytes',
      ...(!('tooLong' in mood) && { 'content-length': body.length }),
      ...(status === 206 && { 'content-range': `bytes ${start}-${whole.length - 1}/${whole.length}` }),
    });
    if ('dripEveryMs' in mood) {
      const timer = setInterval(() => response.write('P'), mood.dripEveryMs);
      return void response.once('close', () => clearInterval(timer));
    }
    const limit =
      'stallAfter' in mood ? mood.stallAfter : 'cutAfter' in mood ? mood.cutAfter : Number.POSITIVE_INFINITY;
    if (limit >= body.length) return void response.end(body);
    response.write(body.subarray(0, limit));
    if ('cutAfter' in mood) setTimeout(() => response.destroy(), 60);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(share, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    plan: (name: string, ...moods: readonly Mood[]) => void plans.set(name, [...moods]),
    planListing: (...statuses: readonly number[]) => void listings.push(...statuses),
    requests,
    takePeak() {
      const was = peak;
      peak = open;
      return was;
    },
  });
}
