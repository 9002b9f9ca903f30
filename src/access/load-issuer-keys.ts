import {
  type CryptoKey,
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose';
import { createOutboundClient, type OutboundClient } from '../platform/outbound/index.ts';
import { TokenError } from '../platform/tokens/index.ts';

type FoundKey = {
  readonly key: CryptoKey;
  /** False once the issuer has published another key set, whatever the ids of its keys. */
  readonly isGood: () => boolean;
};

/** The public keys of another issuer, found by discovery and kept. */
export type IssuerKeys = {
  /** The key that a token names; read anew when it is not known, at most once in some seconds. */
  find(header: JWSHeaderParameters): Promise<FoundKey>;
  stop(): void;
};

const documentLimitBytes = 256 * 1024;
const requestTimeoutMs = 5_000;
/** Tokens with invented key ids make no more requests than this. */
const searchAgainAfterMs = 10_000;
const retryAfterFailureMs = 5_000;

/**
 * The keys of an issuer that publishes OpenID Connect discovery or RFC 8414 metadata. Reads them when they are first
 * needed, again in the background before they are too old, and keeps those at hand while the issuer does not answer.
 *
 * `find` rejects with `token_check_unavailable` when no keys could be read yet.
 */
export function loadIssuerKeys(options: {
  readonly issuer: string;
  readonly refreshEveryMs: number;
  readonly onError: (error: unknown) => void;
}): IssuerKeys {
  const { issuer, refreshEveryMs, onError } = options;
  // The operator named the issuer's host, so it may be private and on any port. Others it points to must be public.
  const client = createOutboundClient({ peer: 'issuer', allow: [new URL(issuer).hostname] });
  let keys: { readonly text: string; readonly resolve: ReturnType<typeof createLocalJWKSet> } | undefined;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function read(): Promise<void> {
    triedAtMs = performance.now();
    const set = (await fetchDocument(client, (await discover(client, issuer)).jwks_uri)) as JSONWebKeySet;
    const text = JSON.stringify(set);
    if (text !== keys?.text) keys = { text, resolve: createLocalJWKSet(set) };
  }

  /** One reading at a time, whoever asks. */
  function refresh(): Promise<void> {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  }

  function refreshLater(delayMs: number): void {
    timer = setTimeout(() => {
      refresh().then(
        () => refreshLater(refreshEveryMs),
        (error) => {
          onError(error);
          refreshLater(Math.min(retryAfterFailureMs, refreshEveryMs));
        },
      );
    }, delayMs);
    timer.unref();
  }
  refreshLater(0);

  async function resolve(header: JWSHeaderParameters): Promise<FoundKey> {
    const used = keys!;
    return { key: await used.resolve(header), isGood: () => keys === used };
  }

  return {
    async find(header) {
      if (keys === undefined) {
        // Whoever comes first waits for the reading under way; nobody starts one after the other.
        if (running === undefined && performance.now() - triedAtMs < retryAfterFailureMs) throw unavailable();
        await refresh().catch((cause) => {
          throw unavailable(cause);
        });
      }
      try {
        return await resolve(header);
      } catch (error) {
        const isUnknown = error instanceof errors.JWKSNoMatchingKey;
        if (!isUnknown || performance.now() - triedAtMs < searchAgainAfterMs) throw error;
        await refresh().catch(onError);
        return await resolve(header);
      }
    },
    stop() {
      clearTimeout(timer);
      client.close();
    },
  };
}

function unavailable(cause?: unknown): TokenError {
  return new TokenError('token_check_unavailable', { retryAfterSeconds: 5, cause });
}

/** OpenID Connect Discovery 1.0, section 4, then RFC 8414, section 3: the latter puts the path behind the name. */
async function discover(client: OutboundClient, issuer: string): Promise<{ readonly jwks_uri: string }> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const addresses = [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
  let failure: unknown;
  for (const address of addresses) {
    try {
      const { issuer: named, jwks_uri: keysAt } = (await fetchDocument(client, address)) as Record<
        string,
        unknown
      >;
      if (named !== issuer) throw new TypeError('the metadata is of another issuer');
      if (typeof keysAt !== 'string' || !isAsProtected(keysAt, issuer))
        throw new TypeError('no usable jwks_uri');
      return { jwks_uri: keysAt };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** Keys are read over https; over http only from an issuer that is itself on http, in tests and closed networks. */
function isAsProtected(address: string, issuer: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
}

async function fetchDocument(client: OutboundClient, address: string): Promise<object> {
  const request = {
    url: address,
    headers: { accept: 'application/json' },
    maxBytes: documentLimitBytes,
    timeoutMs: requestTimeoutMs,
  };
  const bytes = await client.send(request, async (answer) => {
    if (answer.status !== 200) throw new TypeError(`the issuer answered ${answer.status}`);
    return await answer.bytes();
  });
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  if (typeof value !== 'object' || value === null)
    throw new TypeError('the document of the issuer is no object');
  return value;
}
