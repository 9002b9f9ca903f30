import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import type { Environment } from '../platform/environment/index.ts';
import { AppError } from '../platform/errors.ts';
import { retryAfter } from '../platform/retry-after.ts';
import { createClientAuthenticator, type SecretGuard } from './authenticate-client.ts';
import type { TokenProvider } from './create-token-provider.ts';
import { issuerOf } from './issuer.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** Old signing keys and revocations are kept for tokens of this lifetime, so none may live longer. */
export const longestTokenLifetimeSeconds = 3_600;

/** The token endpoint of OAuth 2.0, for whatever HTTP server has taken the request. */
export type TokenEndpoint = {
  /**
   * Answers a request for a token and resolves once that is done; never rejects. The request's body must not
   * have been read. Headers already set on the response stay. `source` is whom wrong secrets are counted for: an
   * address, or a network that is one host's.
   */
  handle(request: IncomingMessage, response: ServerResponse, source?: string): Promise<void>;
};

/**
 * The token endpoint of RFC 6749: client credentials only, clients proven by `client_secret_basic`,
 * `client_secret_post` or `private_key_jwt`, answered with a JWT access token (RFC 9068). It accepts only POST
 * requests. Errors have the form of RFC 6749, section 5.2. A revoked client, or a secret that was removed, is refused
 * from the next request on.
 *
 * NOTE: it limits the body's size and, with a guard, wrong secrets; the number of requests is for a rate limit before
 * it.
 *
 * @example
 * const endpoint = createTokenEndpoint({ db, keys, issuer: 'https://id.example', clock: systemClock });
 * createServer((request, response) => endpoint.handle(request, response));
 */
export function createTokenEndpoint(options: {
  readonly db: Db;
  readonly keys: SigningKeys;
  /** The public base address; the `iss` of every token. */
  readonly issuer: string;
  /** Public base addresses beside it, whose endpoint assertions may name. */
  readonly otherBaseUrls?: readonly string[];
  /** Decides when a remembered secret is checked anew. The tokens themselves carry the machine's time. */
  readonly clock: Clock;
  /** 900 when absent; a whole number, 3600 at most. */
  readonly tokenLifetimeSeconds?: number;
  /** `live` when absent; each token says it. */
  readonly environment?: Environment;
  /** Keeps secrets from being guessed; without it each one is looked at. */
  readonly guard?: SecretGuard;
  /** Told of failures that are the service's own, with nothing of the request in them. */
  readonly onError?: (error: unknown) => void;
}): TokenEndpoint {
  const {
    db,
    keys,
    clock,
    otherBaseUrls = [],
    tokenLifetimeSeconds = 900,
    environment = 'live',
    onError,
  } = options;
  const issuer = issuerOf(options.issuer);
  if (
    !Number.isInteger(tokenLifetimeSeconds) ||
    tokenLifetimeSeconds < 1 ||
    tokenLifetimeSeconds > longestTokenLifetimeSeconds
  ) {
    throw new RangeError(`tokenLifetimeSeconds must be 1 to ${longestTokenLifetimeSeconds}`);
  }
  const authenticateClient = createClientAuthenticator({
    db,
    clock,
    ...(options.guard === undefined ? {} : { guard: options.guard }),
  });
  let built: { readonly kid: string; readonly callback: Promise<TokenProvider> } | undefined;

  /** The provider of the key in use: it takes its keys once, so a rotation means a new one. */
  function callbackOfCurrentKey(): Promise<TokenProvider> {
    const key = keys.current('access-token');
    if (built?.kid !== key.kid) {
      const callback = createProvider(key);
      built = { kid: key.kid, callback };
      callback.catch(() => {
        built = undefined;
      });
    }
    return built.callback;
  }

  // The library is loaded by the first request for a token: a start does not wait for it.
  async function createProvider(key: SigningKey): Promise<TokenProvider> {
    const { createTokenProvider } = await import('./create-token-provider.ts');
    return createTokenProvider({
      db,
      key,
      issuer,
      otherBaseUrls,
      authenticateClient,
      tokenLifetimeSeconds,
      environment,
      onError: (error) => onError?.(error),
    });
  }

  return {
    async handle(request, response, source = '') {
      try {
        if (request.method !== 'POST') {
          response.setHeader('Allow', 'POST');
          refuse(response, 405, 'invalid_request', 'only POST is supported');
          return;
        }
        if (Number(request.headers['content-length'] ?? 0) > largestBodyBytes) {
          response.setHeader('Connection', 'close');
          refuse(response, 413, 'invalid_request', 'the request body is too large');
          return;
        }
        const callback = await callbackOfCurrentKey();
        await callback(request, response, source);
      } catch (error) {
        onError?.(error);
        if (response.headersSent) return;
        if (error instanceof AppError && error.kind === 'unavailable') {
          response.setHeader(...retryAfter(error.retryAfterSeconds));
          refuse(response, 503, 'temporarily_unavailable', 'the token could not be issued');
        } else {
          refuse(response, 500, 'server_error', 'the token could not be issued');
        }
      }
    },
  };
}

/** Room for the longest credentials, encoded, many times over. oidc-provider stops an undeclared body at 56 KiB. */
const largestBodyBytes = 8 * 1024;

function refuse(response: ServerResponse, status: number, error: string, description: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify({ error, error_description: description }));
}
