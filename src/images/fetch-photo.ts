import {
  createOutboundClient,
  type Holder,
  type LookupAll,
  type OutboundAnswer,
  OutboundError,
} from '../platform/outbound/index.ts';
import { ImageError } from './errors.ts';

export type PhotoFetcherOptions = {
  /**
   * Hosts, `host:port`, addresses or ranges that may be reached although they are not public, and also over
   * plain http and on any port. Entries are trusted: what they name can be read by whoever may send an address.
   */
  readonly allow: readonly string[];
  /** Largest body that is read. */
  readonly maxBytes: number;
  /** Limit for the whole of it: name, connection, redirects, body. */
  readonly timeoutMs: number;
  /** Redirects that are followed; one more is refused. */
  readonly maxRedirects: number;
  /** Fetches under way at once; one more is refused. With `maxBytes` it bounds the memory that fetching takes. */
  readonly maxConcurrent: number;
  /** Replaces the system's resolver, for tests. */
  readonly lookup?: LookupAll;
};

export type FetchPhotoOptions = {
  /** The client and the person a photo is fetched for. Neither can take all fetches; see `sharesOf`. */
  readonly requester?: PhotoRequester | undefined;
  readonly signal?: AbortSignal;
};

export type PhotoRequester = {
  readonly clientId: string;
  /** The CPF that the photo is of. */
  readonly peopleId: string;
};

/** Reads photos from addresses that strangers choose. */
export type PhotoFetcher = {
  /**
   * The bytes behind an `https:` address, whatever they are: `inspectPhoto` says. Throws `ImageError`:
   * `image_address_invalid` for an address that is never read, `image_too_large`, and `image_unreachable` for
   * everything else, in the same words whatever was found, so that nothing can be learnt of the network behind
   * this service; `image_fetch_busy` while `maxConcurrent` others are under way, or too many of the same requester.
   * An aborted `signal` rejects with its reason.
   */
  fetchPhoto(address: string, options?: FetchPhotoOptions): Promise<Uint8Array>;
  /** Ends what is under way and refuses what comes. */
  close(): void;
};

/**
 * Makes the fetcher for photos at addresses that strangers choose. Nothing of the caller is passed on: no cookies, no
 * authorization, no referrer. No connection serves two requests. See `createOutboundClient` for what is reached.
 */
export function createPhotoFetcher(options: PhotoFetcherOptions): PhotoFetcher {
  const { allow, maxBytes, timeoutMs, maxRedirects, maxConcurrent, lookup } = options;
  const client = createOutboundClient({
    peer: 'photos',
    areHostsForeign: true,
    allow,
    maxConcurrent,
    connectTimeoutMs: timeoutMs / 4,
    ...(lookup !== undefined && { lookup }),
  });
  return {
    async fetchPhoto(address, { requester, signal } = {}) {
      const request = {
        url: address,
        headers: { accept: 'image/jpeg, image/png, image/webp, image/avif' },
        maxBytes,
        timeoutMs,
        maxRedirects,
        holders: requester === undefined ? [] : sharesOf(requester),
        signal,
      };
      try {
        return await client.send(request, readPhoto);
      } catch (error) {
        throw error instanceof OutboundError ? toImageError(error) : error;
      }
    },
    close: () => client.close(),
  };
}

/**
 * A client may hold three quarters of the fetches while it is alone, one person of a client an eighth. A token on a
 * phone is bound to a person: whoever has one cannot stop the others.
 */
function sharesOf({ clientId, peopleId }: PhotoRequester): readonly Holder[] {
  return [
    { name: clientId, share: 3 / 4 },
    { name: `${clientId} ${peopleId}`, share: 1 / 8 },
  ];
}

async function readPhoto(answer: OutboundAnswer): Promise<Uint8Array> {
  if (answer.status === 200) return await answer.bytes();
  throw new ImageError('image_unreachable', { cause: new Error(`fetching failed: status ${answer.status}`) });
}

function toImageError(error: OutboundError): ImageError {
  const { code, detail, retryAfterSeconds, message } = error;
  if (code === 'outbound_address_refused') {
    return new ImageError('image_address_invalid', detail === undefined ? {} : { detail });
  }
  if (code === 'outbound_too_large') {
    return new ImageError('image_too_large', { detail: 'The image has more bytes than allowed.' });
  }
  if (code === 'outbound_busy') {
    return new ImageError('image_fetch_busy', retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  }
  return new ImageError('image_unreachable', { cause: new Error(`fetching failed: ${message}`) });
}
