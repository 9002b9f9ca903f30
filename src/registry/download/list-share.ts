import { setTimeout as wait } from 'node:timers/promises';
import sax from 'sax';
import { type OutboundClient, OutboundError } from '../../platform/outbound/index.ts';
import { readRetryAfter } from '../../platform/retry-after.ts';
import { RegistryError } from '../errors.ts';

/** An entry of a WebDAV folder. The folder itself is left out. */
type ShareEntry = {
  readonly name: string;
  readonly isFolder: boolean;
  /** Undefined for folders and where the server does not tell. */
  readonly sizeBytes: number | undefined;
  /** As the server writes it, quotes and all. */
  readonly etag: string | undefined;
  readonly lastModified: Date | undefined;
};

export type ListShareOptions = { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined };

/** A listing of a month is about 20 kB; what is larger than this is none. */
const maxListingBytes = 4_000_000;
const davNamespace = 'DAV:';
const mostRedirects = 5;
const request =
  '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getcontentlength/>' +
  '<d:getetag/><d:getlastmodified/></d:prop></d:propfind>';

/** A status that asks to come back later, or any other that is not a listing. */
export class ShareRefusal extends Error {
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, retryAfterMs: number | undefined) {
    super(`the share answered ${status}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Lists a folder (PROPFIND with Depth 1, RFC 4918 9.1). Throws `ShareRefusal` for any status but 207, the fault of
 * the connection when there is one, and `registry_share_unreadable` for an answer that is no listing.
 */
async function listShare(
  client: OutboundClient,
  folder: URL,
  options: ListShareOptions,
): Promise<readonly ShareEntry[]> {
  const listing = await client
    .send(
      {
        url: folder,
        method: 'PROPFIND',
        headers: { depth: '1', 'content-type': 'application/xml; charset=utf-8' },
        body: request,
        maxBytes: maxListingBytes,
        timeoutMs: options.timeoutMs,
        maxRedirects: mostRedirects,
        signal: options.signal,
      },
      async (answer) => {
        if (answer.status === 207) return await answer.bytes();
        throw new ShareRefusal(answer.status, readRetryAfter(answer.header('retry-after')));
      },
    )
    .catch((error: unknown) => {
      if (!(error instanceof OutboundError) || error.code !== 'outbound_too_large') throw error;
      throw new RegistryError('registry_share_unreadable', { detail: 'The listing is too long.' });
    });
  return parseListing(listing.toString('utf8'), folder);
}

type Response = { href: string; found: Map<string, string>; isFolder: boolean };

/** The entries of a multistatus document. Properties that were not found (a propstat of 404) count as absent. */
function parseListing(text: string, folder: URL): readonly ShareEntry[] {
  const parser = sax.parser(true, { xmlns: true, trim: true });
  const responses: Response[] = [];
  let response: Response | undefined;
  let part: { found: Map<string, string>; isFolder: boolean; status: string } | undefined;
  let isMultistatus = false;
  let content = '';
  parser.onerror = (cause) => {
    throw new RegistryError('registry_share_unreadable', { detail: 'The listing is not XML.', cause });
  };
  parser.onopentag = (tag) => {
    content = '';
    if (!('uri' in tag) || tag.uri !== davNamespace) return;
    if (tag.local === 'multistatus') isMultistatus = true;
    else if (tag.local === 'response') response = { href: '', found: new Map(), isFolder: false };
    else if (tag.local === 'propstat') part = { found: new Map(), isFolder: false, status: '' };
    else if (tag.local === 'collection' && part !== undefined) part.isFolder = true;
  };
  parser.ontext = (more) => {
    content += more;
  };
  parser.oncdata = (more) => {
    content += more;
  };
  parser.onclosetag = (name) => {
    const local = name.slice(name.indexOf(':') + 1);
    if (local === 'href' && response !== undefined) response.href = content;
    else if (local === 'status' && part !== undefined) part.status = content;
    else if (local === 'propstat' && part !== undefined) {
      if (/^HTTP\/\S+ 2\d\d/.test(part.status) && response !== undefined) {
        for (const [key, value] of part.found) response.found.set(key, value);
        response.isFolder ||= part.isFolder;
      }
      part = undefined;
    } else if (local === 'response' && response !== undefined) {
      responses.push(response);
      response = undefined;
    } else if (part !== undefined && content !== '') part.found.set(local, content);
    content = '';
  };
  parser.write(text).close();
  if (!isMultistatus)
    throw new RegistryError('registry_share_unreadable', { detail: 'The answer is not a WebDAV listing.' });
  return responses.flatMap((one) => toEntry(one, folder) ?? []);
}

/** Undefined for the folder itself and for whatever does not lie directly in it. */
function toEntry({ href, found, isFolder }: Response, folder: URL): ShareEntry | undefined {
  const url = URL.parse(href, folder.href);
  const base = folder.pathname.endsWith('/') ? folder.pathname : `${folder.pathname}/`;
  if (url === null || !url.pathname.startsWith(base)) return undefined;
  const encoded = url.pathname.slice(base.length).replace(/\/$/, '');
  let name: string;
  try {
    name = decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
  if (name === '' || /[/\\\0]/.test(name) || name === '..') return undefined;
  const size = found.get('getcontentlength');
  const modified = Date.parse(found.get('getlastmodified') ?? '');
  return {
    name,
    isFolder,
    sizeBytes: size !== undefined && /^\d{1,15}$/.test(size) ? Number(size) : undefined,
    etag: found.get('getetag'),
    lastModified: Number.isNaN(modified) ? undefined : new Date(modified),
  };
}

/** Where the open data is published, and how patiently it is asked. */
export type ShareAccess = {
  /** The WebDAV address of the share, in which the months are folders. */
  readonly shareUrl: string;
  readonly stallTimeoutMs: number;
  readonly attempts: number;
  /** Default 1000. */
  readonly retryWaitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

const listingAttempts = 4;

/** A folder's listing, asked for again when the share refuses or breaks off. A folder that is not there is final. */
export async function listShareWithRetries(
  client: OutboundClient,
  folder: URL,
  { stallTimeoutMs, attempts, retryWaitMs = 1000, signal }: ShareAccess,
): Promise<readonly ShareEntry[]> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await listShare(client, folder, { timeoutMs: stallTimeoutMs, signal });
    } catch (cause) {
      if (signal?.aborted) throw new RegistryError('registry_download_interrupted');
      if (cause instanceof RegistryError) throw cause;
      const isFinal = cause instanceof ShareRefusal && (cause.status === 404 || cause.status === 405);
      if (isFinal || failures >= Math.min(attempts, listingAttempts)) {
        throw new RegistryError('registry_share_unreachable', { detail: describeFault(cause), cause });
      }
      const asked = cause instanceof ShareRefusal ? (cause.retryAfterMs ?? 0) : 0;
      const longest = retryWaitMs * 2 ** (failures - 1);
      await wait(Math.min(asked, 60_000) + Math.random() * longest, undefined, { signal }).catch(() => {});
    }
  }
}

/** The message of a fault; of a request that failed its reason too. */
export function describeFault(fault: unknown): string {
  if (fault instanceof OutboundError && fault.detail !== undefined) return `${fault.title} (${fault.detail})`;
  return fault instanceof Error ? fault.message : String(fault);
}
