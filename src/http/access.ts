import type { TSchema } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AccessError,
  type AccessToken,
  type Product,
  requireScope,
  type Scope,
  type TokenVerifier,
  type VerifyTokenOptions,
} from '../access/index.ts';
import type { RequestLimits } from './rate-limits/index.ts';

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
      /** Takes tokens of this service also where those of another issuer are accepted instead. */
      readonly issuer?: 'own';
    };

/** Checks of tokens: of the issuer that the deployment accepts, and of this service itself; usually the same. */
export type TokenVerifiers = { readonly accepted: TokenVerifier; readonly own: TokenVerifier };

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
export function createAccessHook(verifiers: TokenVerifiers, limits: RequestLimits) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.limitStates = [];
    limits.refuseFullAddress(request, reply);
    const access = request.routeOptions.config.access;
    if (access === undefined || access.kind === 'public') return;
    const verifier = access.issuer === 'own' ? verifiers.own : verifiers.accepted;
    try {
      if (hasTwoAuthorizations(request.raw.rawHeaders)) {
        throw new AccessError('token_invalid', { detail: 'There is more than one Authorization header.' });
      }
      request.accessToken = await verifier.verify(request.headers.authorization, {
        product: access.products,
        bareTokenAllowed: access.surface === 'mobile',
        ...(access.missingCode === undefined ? {} : { missingCode: access.missingCode }),
      });
      requireScope(request.accessToken, access.scope, access.surface);
    } catch (error) {
      // Whoever tries tokens is counted like everybody else: the request comes no further than this.
      await limits.countRequest(request, reply);
      throw error;
    }
  };
}

/** Node would take the first, a proxy before it may have looked at the last. `raw` has names and values in turn. */
function hasTwoAuthorizations(raw: readonly string[]): boolean {
  let found = false;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (found) return true;
    found = true;
  }
  return false;
}

/** The verified token of a request on a route that demands one. */
export function tokenOf(request: FastifyRequest): AccessToken {
  if (request.accessToken === undefined) throw new TypeError('the route is public: it has no token');
  return request.accessToken;
}
