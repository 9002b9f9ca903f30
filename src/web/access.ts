import type { TSchema } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type AccessToken,
  holdsScope,
  type Product,
  requireScope,
  requireUnbound,
  type Scope,
  type SessionVerifier,
  TokenError,
  type TokenVerifiers,
  type VerifyTokenOptions,
} from '../platform/tokens/index.ts';
import { isRepeated } from './is-repeated.ts';
import type { RequestLimits } from './rate-limits/create-request-limits.ts';

/** Which listener serves a route when the mobile surface has one of its own. */
export type Surface = 'mobile' | 'customer';

/** Who may call a route. Every route states it: one that does not fails when the server is built. */
export type RouteAccess =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'token';
      /** Decides how a missing scope is answered: 401 on the mobile surface, 403 on the customer one. */
      readonly surface: Surface;
      readonly products: readonly Product[];
      readonly scope: Scope;
      /** Needed as well. */
      readonly alsoScope?: Scope;
      /** Enough in place of `scope` for a token that is bound to a person. */
      readonly boundScope?: Scope;
      /** The error code of a request without a token; `authorization_missing`, a 401, unless given. */
      readonly missingCode?: NonNullable<VerifyTokenOptions['missingCode']>;
      /** Takes the token without Bearer, as the whole mobile surface does. */
      readonly bareTokenAllowed?: true;
      /** Takes tokens of this service also where those of another issuer are accepted instead. */
      readonly issuer?: 'own';
    }
  | {
      /** Only for people who are signed in to the console: no token opens it. */
      readonly kind: 'session';
      /** The scope that the role must have; none: every role may. */
      readonly scope?: Scope;
    };

type TokenAccess = Extract<RouteAccess, { readonly kind: 'token' }>;

/** For tokens of customer clients, and people who are signed in, with the scope. */
export function customerAccess(
  scope: Scope,
  more: Omit<Partial<TokenAccess>, 'kind' | 'surface' | 'scope'> = {},
): TokenAccess {
  return { kind: 'token', surface: 'customer', products: ['customer'], scope, ...more };
}

/** A route for administrators alone. */
export const adminAccess = customerAccess('admin');

/** A route for those who see how the service is set up. */
export const systemAccess = customerAccess('system:read');

/** A route for those who make and change clients. */
export const clientAccess = customerAccess('clients:write');

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    deprecation?: { readonly since: Date; readonly successor: string };
    /** The page that a browser is sent to when a route that people open is refused: with `refused` and `request`. */
    refusalPage?: string;
    /** The body by media type, for the reference only: for bodies that no schema is applied to. */
    documentedBody?: Readonly<Record<string, { readonly schema: TSchema }>>;
  }
  interface FastifyRequest {
    accessToken: AccessToken | undefined;
  }
}

/** Checks the token, or the session of the console, before the body is read. */
export function createAccessHook(
  verifiers: TokenVerifiers,
  sessions: SessionVerifier | undefined,
  limits: RequestLimits,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    limits.refuseFullAddress(request, reply);
    const access = request.routeOptions.config.access;
    if (access === undefined || access.kind === 'public') return;
    try {
      if (access.kind === 'session') {
        request.accessToken = await verifySession(request, sessions);
        if (request.accessToken === undefined) throw new TokenError('session_missing');
        if (access.scope !== undefined) requireScope(request.accessToken, access.scope, 'customer');
        return;
      }
      if (isRepeated(request.raw.rawHeaders, 'authorization')) {
        throw new TokenError('token_invalid', { detail: 'There is more than one Authorization header.' });
      }
      const mayBeSession =
        request.headers.authorization === undefined && access.products.includes('customer');
      const verifier = access.issuer === 'own' ? verifiers.own : verifiers.accepted;
      request.accessToken =
        (mayBeSession ? await verifySession(request, sessions) : undefined) ??
        (await verifier.verify(request.headers.authorization, {
          product: access.products,
          bareTokenAllowed: access.bareTokenAllowed ?? access.surface === 'mobile',
          ...(access.missingCode === undefined ? {} : { missingCode: access.missingCode }),
        }));
      const { peopleId, scopes } = request.accessToken;
      // What no mobile client may ask for is not for a token that may be on a phone, whoever issued it.
      if (!access.products.includes('mobile')) requireUnbound(request.accessToken);
      const isEnough = peopleId !== undefined && access.boundScope && holdsScope(scopes, access.boundScope);
      if (!isEnough) requireScope(request.accessToken, access.scope, access.surface);
      if (access.alsoScope !== undefined) requireScope(request.accessToken, access.alsoScope, access.surface);
    } catch (error) {
      // Whoever tries tokens is counted like everybody else: the request comes no further than this.
      await limits.countRequest(request, reply);
      throw error;
    }
  };
}

async function verifySession(
  { method, headers, raw }: FastifyRequest,
  sessions: SessionVerifier | undefined,
): Promise<AccessToken | undefined> {
  if (sessions === undefined || headers.cookie === undefined) return undefined;
  return await sessions.verify({
    isChange: !['GET', 'HEAD', 'OPTIONS'].includes(method),
    cookie: headers.cookie,
    csrfToken: isRepeated(raw.rawHeaders, 'x-csrf-token') ? undefined : textOf(headers['x-csrf-token']),
    origin: headers.origin,
    fetchSite: textOf(headers['sec-fetch-site']),
  });
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

/** The verified token of a request on a route that demands one. */
export function tokenOf(request: FastifyRequest): AccessToken {
  if (request.accessToken === undefined) throw new TypeError('the route is public: it has no token');
  return request.accessToken;
}

/** The account of a request on a route for people who are signed in. */
export function accountOf(request: FastifyRequest): { readonly id: string; readonly sessionId: string } {
  const { account } = tokenOf(request);
  if (account === undefined) throw new TypeError('the route takes tokens of clients, too');
  return account;
}
