import type { TSchema } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type AccessToken,
  type Product,
  requireScope,
  type Scope,
  type TokenVerifier,
  type VerifyTokenOptions,
} from '../access/index.ts';

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
      /** What a request without a token is answered with; `authorization_missing`, a 401, unless given. */
      readonly missingCode?: NonNullable<VerifyTokenOptions['missingCode']>;
    };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    deprecation?: { readonly since: Date; readonly successor: string };
    /** The body by media type, for the reference only: for bodies that no schema is applied to. */
    documentedBody?: Readonly<Record<string, { readonly schema: TSchema }>>;
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
    const token = await verifier.verify(request.headers.authorization, {
      product: access.products,
      bareTokenAllowed: access.surface === 'mobile',
      ...(access.missingCode === undefined ? {} : { missingCode: access.missingCode }),
    });
    requireScope(token, access.scope, access.surface);
    request.accessToken = token;
  };
}

/** The verified token of a request on a route that demands one. */
export function tokenOf(request: FastifyRequest): AccessToken {
  if (request.accessToken === undefined) throw new TypeError('the route is public: it has no token');
  return request.accessToken;
}
