import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeJwt, SignJWT } from 'jose';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import { type Cpf, parseCpf } from '../platform/documents.ts';
import type { RowBinder } from '../platform/encryption/index.ts';
import type { Environment } from '../platform/environment/environment-store.ts';
import { AppError } from '../platform/errors.ts';
import { retryAfter } from '../platform/retry-after.ts';
import { type Scope, tokenPath } from '../platform/tokens/index.ts';
import { createClientAuthenticator, type SecretGuard } from './authenticate-client.ts';
import { findActiveClient } from './client-store.ts';
import { issuerOf } from './describe-authorization-server.ts';
import { environmentClaim, peopleIdClaim } from './read-token.ts';
import {
  type ClientProof,
  largestBodyBytes,
  readClientProof,
  readTokenForm,
  refuseToken,
  type TokenForm,
  TokenRefusal,
  useClientAssertion,
} from './read-token-request.ts';
import type { SigningKeys } from './signing-keys.ts';

type Client = NonNullable<Awaited<ReturnType<typeof findActiveClient>>>;

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
 * const endpoint = createTokenEndpoint({ db, rows, keys, issuer: 'https://id.example', clock: systemClock });
 * createServer((request, response) => endpoint.handle(request, response));
 */
export function createTokenEndpoint(options: {
  readonly db: Db;
  readonly rows: RowBinder;
  readonly keys: SigningKeys;
  /** The public base address; the `iss` of every token. */
  readonly issuer: string;
  /** Public base addresses beside it, whose endpoint assertions may name. */
  readonly otherBaseUrls?: readonly string[];
  /** The time that tokens carry, that assertions are judged by and that remembered secrets are checked anew by. */
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
  const { db, rows, keys, clock, otherBaseUrls = [], onError } = options;
  const { tokenLifetimeSeconds = 900, environment = 'live' } = options;
  const issuer = issuerOf(options.issuer);
  if (
    !Number.isInteger(tokenLifetimeSeconds) ||
    tokenLifetimeSeconds < 1 ||
    tokenLifetimeSeconds > longestTokenLifetimeSeconds
  ) {
    throw new RangeError(`tokenLifetimeSeconds must be 1 to ${longestTokenLifetimeSeconds}`);
  }
  const authenticateClient = createClientAuthenticator({ db, rows, clock, guard: options.guard });
  const ownOrigins = new Set([issuer, ...otherBaseUrls].map((baseUrl) => new URL(baseUrl).origin));
  const audiences = [
    issuer,
    ...[issuer, ...otherBaseUrls].map((baseUrl) => `${issuerOf(baseUrl)}${tokenPath}`),
  ];

  /** An unknown client, a revoked one and wrong credentials are told apart by nothing in the answer. */
  async function authenticate(proof: ClientProof, source: string): Promise<Client> {
    const clientId = proof.clientId ?? ('assertion' in proof ? subjectOf(proof.assertion) : '');
    const client = await findActiveClient(db, rows, clientId);
    if (client !== undefined) {
      const { id, publicKeys } = client;
      const isProven =
        proof.kind === 'secret'
          ? publicKeys === undefined && (await authenticateClient(id, proof.secret, source))
          : publicKeys !== undefined &&
            (await useClientAssertion(
              db,
              { id, publicKeys },
              { assertion: proof.assertion, audiences, now: clock.now() },
            ));
      if (isProven) return client;
    }
    return refuseToken('invalid_client', 'client authentication failed');
  }

  async function issue(request: IncomingMessage, source: string): Promise<object> {
    // A page of somebody else has no business with a secret; the API reference of this service asks for tokens.
    const { origin, host } = request.headers;
    if (origin !== undefined && !ownOrigins.has(origin) && hostOf(origin) !== host) {
      refuseToken('invalid_request', 'pages of other origins cannot ask for tokens');
    }
    const form = await readTokenForm(request);
    const client = await authenticate(readClientProof(request, form), source);
    const grant = form.get('grant_type');
    if (grant === undefined) refuseToken('invalid_request', 'grant_type is missing');
    if (grant !== 'client_credentials') {
      refuseToken('unsupported_grant_type', 'the only grant_type is client_credentials');
    }
    if (form.getAll('resource').some((resource) => resource !== resourceOf(client))) {
      refuseToken('invalid_target', 'the client has no such resource');
    }
    const scope = chooseScopes(client, form.get('scope')).join(' ');
    const cpf = readPerson(client, form);
    const key = keys.current('access-token');
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    const token = await new SignJWT({
      client_id: client.id,
      scope,
      [environmentClaim]: environment,
      ...(cpf === undefined ? {} : { [peopleIdClaim]: cpf }),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })
      .setIssuer(issuer)
      .setSubject(client.id)
      .setAudience(client.product)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenLifetimeSeconds)
      .setJti(randomBytes(32).toString('base64url'))
      .sign(key.privateKey);
    return { access_token: token, expires_in: tokenLifetimeSeconds, token_type: 'Bearer', scope };
  }

  function answerFailure(response: ServerResponse, error: unknown): void {
    if (error instanceof TokenRefusal) {
      // RFC 9110, section 11.6.1: a 401 always names a scheme.
      if (error.status === 401) response.setHeader('WWW-Authenticate', `Basic realm="${issuer}"`);
      refuse(response, error.status, error.code, error.message);
      return;
    }
    const kind = error instanceof AppError ? error.kind : undefined;
    if (error instanceof AppError && (kind === 'rate-limited' || kind === 'unavailable')) {
      response.setHeader(...retryAfter(error.retryAfterSeconds ?? 1));
    }
    if (kind === 'rate-limited') {
      refuse(response, 429, 'temporarily_unavailable', 'too many wrong secrets');
      return;
    }
    onError?.(error);
    const [status, code] =
      kind === 'unavailable' ? ([503, 'temporarily_unavailable'] as const) : ([500, 'server_error'] as const);
    refuse(response, status, code, 'the token could not be issued');
  }

  return {
    async handle(request, response, source = '') {
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
      try {
        send(response, 200, await issue(request, source));
      } catch (error) {
        // What is left of an oversized body is not waited for.
        if (!request.complete) response.setHeader('Connection', 'close');
        answerFailure(response, error);
      }
    },
  };
}

/** The client that an assertion names, not yet verified. */
function subjectOf(assertion: string): string {
  try {
    const { sub } = decodeJwt(assertion);
    if (typeof sub === 'string') return sub;
  } catch {
    return refuseToken('invalid_request', 'client_assertion is not a JWT');
  }
  return refuseToken('invalid_client', 'client authentication failed');
}

/** The resource a client's tokens are for, as RFC 8707 wants it: an absolute URI. */
function resourceOf(client: Client): string {
  return `urn:confere:${client.product}`;
}

/** No scope asked for means all the client may have (RFC 6749, section 3.3); one it may not have is refused. */
function chooseScopes({ scopes }: Client, asked: string | undefined): readonly string[] {
  if (asked === undefined) return scopes;
  const chosen = [...new Set(asked.split(' '))];
  if (!chosen.every((scope) => scopes.includes(scope as Scope))) {
    refuseToken('invalid_scope', 'the client may not have this scope');
  }
  return chosen;
}

/** The person that `people_id` binds the token to. Ignored when malformed, it would leave the token unbound: refused. */
function readPerson(client: Client, form: TokenForm): Cpf | undefined {
  const [value] = form.getAll('people_id');
  if (value === undefined) return undefined;
  if (client.product !== 'mobile') refuseToken('invalid_request', 'people_id is for mobile clients');
  return parseCpf(value) ?? refuseToken('invalid_request', 'people_id must be one valid CPF, digits only');
}

function refuse(response: ServerResponse, status: number, error: string, description: string): void {
  send(response, status, { error, error_description: description });
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify(body));
}

/** The host and port of an origin; undefined for one that is no address, as "null" is. */
function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host;
}
