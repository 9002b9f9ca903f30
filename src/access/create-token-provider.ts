import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK } from 'jose';
import { errors, Provider, type ProviderClient, type ProviderContext } from 'oidc-provider';
import type { Db } from '../platform/db/types.ts';
import { type Cpf, parseCpf } from '../platform/documents/index.ts';
import type { Environment } from '../platform/environment/index.ts';
import { AppError, type ErrorKind } from '../platform/errors.ts';
import { retryAfter } from '../platform/retry-after.ts';
import { scopes, tokenPath } from '../platform/tokens/index.ts';
import type { ClientAuthenticator } from './authenticate-client.ts';
import { insertClientAssertion } from './client-assertion-store.ts';
import { findActiveClient } from './client-store.ts';
import { assertionAlgorithms } from './describe-authorization-server.ts';
import { issuerOf } from './issuer.ts';
import type { SigningKey } from './signing-keys.ts';
import { environmentClaim, peopleIdClaim } from './token-claims.ts';

const longestAssertionLifetimeSeconds = 3_600;

type AssertionClaims = { readonly aud: string | readonly string[]; readonly exp: number };

/** A request under way. */
type RequestState = { readonly source: string; retryAfterSeconds: number };

const usualRetryAfterSeconds = 1;

/** Answers a request that came from `source`. */
export type TokenProvider = (
  request: IncomingMessage,
  response: ServerResponse,
  source: string,
) => Promise<void>;

/**
 * oidc-provider with all but the client credentials grant switched off, signing with one key, as a handler for
 * POST requests of any path.
 *
 * Where it asks for a client's secret it is given a mark that is no secret: `compareClientSecret`, the place the
 * library offers for hashed secrets, is replaced and never looks at it.
 */
export async function createTokenProvider(options: {
  readonly db: Db;
  readonly key: SigningKey;
  readonly issuer: string;
  /** Public base addresses beside the issuer, at which the token endpoint answers as well. */
  readonly otherBaseUrls: readonly string[];
  readonly authenticateClient: ClientAuthenticator;
  readonly tokenLifetimeSeconds: number;
  readonly environment: Environment;
  readonly onError: (error: unknown) => void;
}): Promise<TokenProvider> {
  const { db, key, issuer, otherBaseUrls, authenticateClient, tokenLifetimeSeconds, environment, onError } =
    options;
  const audiences = new Set([
    issuer,
    ...[issuer, ...otherBaseUrls].map((baseUrl) => `${issuerOf(baseUrl)}${tokenPath}`),
  ]);
  // The library asks for clients and compares secrets without saying whose request it is for.
  const requests = new AsyncLocalStorage<RequestState>();

  /** Turns what is away or too much for the moment into the library's errors; it would answer 500 to ours. */
  async function toProtocolErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      const status = cause instanceof AppError ? statusOf[cause.kind] : undefined;
      if (!(cause instanceof AppError) || status === undefined) throw cause;
      const state = requests.getStore();
      if (state !== undefined) state.retryAfterSeconds = cause.retryAfterSeconds ?? usualRetryAfterSeconds;
      throw new errors.OIDCProviderError(status, 'temporarily_unavailable', { cause });
    }
  }

  const signingJwk = { ...(await exportJWK(key.privateKey)), kid: key.kid, alg: 'ES256', use: 'sig' };

  const provider = new Provider(issuer, {
    adapter: (model: string) => {
      const { find, upsert, destroy } = createAdapter(model, db);
      return {
        destroy,
        find: (id: string) => toProtocolErrors(() => find(id)),
        upsert: (id: string, payload: unknown, expiresInSeconds: number) =>
          toProtocolErrors(() => upsert(id, payload, expiresInSeconds)),
      };
    },
    assertJwtClientAuthClaimsAndHeader: (_context: ProviderContext, { aud, exp }: AssertionClaims) => {
      // The library also takes the address by the request's Host, which the sender chooses: one who was given an
      // assertion for a server of their own could use it here.
      if (![aud].flat().some((named) => audiences.has(named))) {
        throw new errors.InvalidClientAuth('the assertion is for another audience');
      }
      // Each assertion is remembered until it expires, so none may live for long.
      if (exp > Date.now() / 1000 + longestAssertionLifetimeSeconds) {
        throw new errors.InvalidClientAuth('the assertion expires too late');
      }
    },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    clientBasedCORS: () => false,
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: {
      clientAuthSigningAlgValues: [...assertionAlgorithms],
      idTokenSigningAlgValues: ['ES256'],
    },
    extraClientMetadata: { properties: ['product'] },
    extraTokenClaims: (context: ProviderContext, token: { client: ProviderClient }) => ({
      [environmentClaim]: environment,
      ...bindToPerson(context, token.client),
    }),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_context: ProviderContext, client: ProviderClient) => resourceOf(client),
        getResourceServerInfo: (context: ProviderContext, resource: string, client: ProviderClient) => {
          if (resource !== resourceOf(client)) {
            throw new errors.InvalidTarget();
          }
          requireClientScopes(context, client);
          return {
            scope: client.scope,
            audience: client.product,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256', kid: key.kid } },
          };
        },
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    jwks: { keys: [signingJwk] },
    renderError: (context: ProviderContext, out: unknown) => {
      context.body = out;
    },
    responseTypes: [],
    routes: { token: tokenPath },
    scopes: [...scopes],
    ttl: { ClientCredentials: tokenLifetimeSeconds },
  });

  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret) {
    return toProtocolErrors(() =>
      authenticateClient(this.clientId, secret, requests.getStore()?.source ?? ''),
    );
  };
  provider.on('error', onError);
  provider.on('server_error', (_context, error) => onError(error));
  provider.use(async (context, next) => {
    // The path is the mounting server's business: behind a proxy it may carry any prefix.
    context.path = tokenPath;
    await next();
    finishAnswer(context, issuer, requests.getStore()?.retryAfterSeconds ?? usualRetryAfterSeconds);
  });
  const callback = provider.callback();
  return (request, response, source) =>
    requests.run({ source, retryAfterSeconds: usualRetryAfterSeconds }, () => callback(request, response));
}

const statusOf: { readonly [Kind in ErrorKind]?: number } = { unavailable: 503, 'rate-limited': 429 };

/** The resource a client's tokens are for, as RFC 8707 wants it: an absolute URI. */
function resourceOf(client: ProviderClient): string {
  return `urn:confere:${client.product}`;
}

/** No scope asked for means all the client may have (RFC 6749, section 3.3); one it may not have is refused. */
function requireClientScopes(context: ProviderContext, client: ProviderClient): void {
  const { params } = context.oidc;
  params.scope ??= client.scope;
  const allowed = client.scope.split(' ');
  const refused = params.scope.split(' ').find((scope) => !allowed.includes(scope));
  if (refused !== undefined) {
    throw new errors.InvalidScope('the client may not have this scope', refused);
  }
}

/** The claim for the `people_id` of the request: a CPF, and only for mobile clients. */
function bindToPerson(
  context: ProviderContext,
  client: ProviderClient,
): { [peopleIdClaim]: Cpf } | undefined {
  const value = context.oidc.body.people_id;
  if (value === undefined) {
    return undefined;
  }
  if (client.product !== 'mobile') {
    throw new errors.InvalidRequest('people_id is for mobile clients');
  }
  const cpf = parseCpf(value);
  if (cpf === undefined) {
    throw new errors.InvalidRequest('people_id must be one valid CPF, digits only');
  }
  return { [peopleIdClaim]: cpf };
}

/**
 * Clients come from the database. Of what the library would store there are used assertions only: the tokens carry
 * everything themselves.
 */
function createAdapter(model: string, db: Db) {
  return {
    async find(id: string) {
      const client = model === 'Client' ? await findActiveClient(db, id) : undefined;
      if (client === undefined) return undefined;
      const { publicKeys } = client;
      return {
        client_id: client.id,
        ...(publicKeys === undefined
          ? { client_secret: 'kept as a hash' }
          : { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: publicKeys } }),
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        scope: client.scopes.join(' '),
        product: client.product,
      };
    },
    async upsert(id: string, _payload: unknown, expiresInSeconds: number) {
      if (model !== 'ReplayDetection') throw new Error(`${model} is not stored`);
      // The library looks first and stores then; only the insert can tell which of two at once was first.
      const isFirst = await insertClientAssertion(db, id, new Date(Date.now() + expiresInSeconds * 1000));
      if (!isFirst) throw new errors.InvalidClientAuth('the assertion has been used');
    },
    destroy: () => Promise.reject(new Error(`${model} is not stored`)),
  };
}

function finishAnswer(context: ProviderContext, issuer: string, retryAfterSeconds: number): void {
  // Secrets have no place in a web page, so no origin is invited to send them.
  context.remove('Access-Control-Allow-Origin');
  context.remove('Access-Control-Expose-Headers');
  context.set('Cache-Control', 'no-store');
  if (context.status === 401 && context.response.headers['www-authenticate'] === undefined) {
    // RFC 9110, section 11.6.1: a 401 always names a scheme.
    context.set('WWW-Authenticate', `Basic realm="${issuer}"`);
  }
  if (context.status === 503 || context.status === 429) {
    context.set(...retryAfter(retryAfterSeconds));
  }
  if (context.status === 429) {
    context.body = { error: 'temporarily_unavailable', error_description: 'too many wrong secrets' };
  }
  if (context.status >= 500) {
    context.body = {
      error: context.status === 503 ? 'temporarily_unavailable' : 'server_error',
      error_description: 'the token could not be issued',
    };
  }
  if (!context.req.complete) {
    // What is left of an oversized body is not waited for.
    context.set('Connection', 'close');
  }
}
