import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AccessError,
  type AccessToken,
  type Product,
  requireScope,
  type Scope,
  type TokenVerifier,
} from '../access/index.ts';
import type { Cpf } from '../platform/documents/index.ts';

/** Which listener serves a route when the mobile surface has one of its own. */
export type Surface = 'mobile' | 'customer';

/**
 * Who may call a route. Every route states it: one that does not fails when the server is built.
 *
 * `missing: 'invalid'` answers 400 instead of 401 to a request without a token; `refusal: 'unauthenticated'`
 * answers 401 instead of 403 to a token without the scope. The contract wants both on the mobile surface.
 */
export type RouteAccess =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'token';
      readonly products: readonly Product[];
      readonly scope: Scope;
      readonly bareTokenAllowed?: boolean;
      readonly missing?: 'invalid' | 'unauthenticated';
      readonly refusal?: 'forbidden' | 'unauthenticated';
    };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    surfaces?: readonly Surface[];
    deprecation?: { readonly since: Date; readonly successor: string };
  }
  interface FastifyRequest {
    accessToken: AccessToken | undefined;
  }
}

/** Checks the token before the body is read, so that nobody unknown makes the server read one. */
export function createAccessHook(verifier: TokenVerifier) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const access = request.routeOptions.config.access;
    if (access === undefined || access.kind === 'public') return;
    const { authorization } = request.headers;
    if ((authorization === undefined || authorization.trim() === '') && access.missing === 'invalid') {
      throw new AccessError('access_token_missing');
    }
    const token = await verifier.verify(authorization, {
      products: access.products,
      bareTokenAllowed: access.bareTokenAllowed === true,
    });
    requireScope(token, access.scope, access.refusal ?? 'forbidden');
    request.accessToken = token;
  };
}

/** The verified token of a request on a route that demands one. */
export function tokenOf(request: FastifyRequest): AccessToken {
  if (request.accessToken === undefined) throw new TypeError('the route is public: it has no token');
  return request.accessToken;
}

/** Refuses a token bound to another person, as the token of somebody else: 401. */
export function requirePerson(token: AccessToken, cpf: Cpf): void {
  if (token.peopleId !== undefined && token.peopleId !== cpf) throw new AccessError('token_other_person');
}
