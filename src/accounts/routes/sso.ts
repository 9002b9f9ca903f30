import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../../web/app.ts';
import { RequestId, refusals } from '../../web/schemas.ts';
import type { SsoClient } from '../create-sso-client.ts';
import { AccountsError, accountsErrorCatalogue } from '../errors.ts';
import { beginSso, finishSso, type SsoRoles } from '../sign-in-by-sso.ts';
import { type AccountRouteDeps, sourceOf } from './session-representation.ts';

export type SsoRouteDeps = AccountRouteDeps & {
  /** Undefined without an issuer. */
  readonly sso: SsoClient | undefined;
  readonly ssoRoles: SsoRoles;
};

/** The path that the issuer sends browsers back to. */
export const ssoCallbackPath = '/v1/session/sso/callback';

export function ssoRoutes(app: App, deps: SsoRouteDeps): void {
  const { accounts, cookies, sso, ssoRoles } = deps;
  const refusalPage = `${accounts.baseUrl}/console/`;
  app.route({
    method: 'GET',
    url: '/v1/session/methods',
    config: { access: { kind: 'public' } },
    schema: {
      operationId: 'getSignInMethods',
      tags: ['Accounts'],
      summary: 'Read the sign-in methods of the service',
      description: 'True with single sign-on. Passwords and passkeys always work.',
      response: {
        200: Type.Object(
          { requestId: RequestId, hasSso: Type.Boolean({ description: 'Begins at GET /v1/session/sso.' }) },
          { title: 'SignInMethods', description: 'The ways to sign in.' },
        ),
      },
    },
    handler: async (request) => ({ requestId: request.id, hasSso: sso !== undefined }),
  });

  app.route({
    method: 'GET',
    url: '/v1/session/sso',
    config: { access: { kind: 'public' }, rateLimit: 'token', refusalPage },
    schema: {
      operationId: 'beginSso',
      tags: ['Accounts'],
      summary: 'Begin single sign-on',
      description: 'For a browser: it goes on to the issuer, and comes back to the console.',
      response: {
        302: Type.Null({ description: 'Go on to the issuer.' }),
        ...refusals(accountsErrorCatalogue, 'sso_off', 'sign_in_insecure'),
      },
    },
    handler: async (_request, reply) => {
      if (sso === undefined) throw new AccountsError('sso_off');
      if (cookies.areInsecure) throw new AccountsError('sign_in_insecure');
      const { url, flowCookie: value } = await beginSso(accounts, sso);
      return await reply.header('set-cookie', cookies.flow.set(value)).redirect(url);
    },
  });

  app.route({
    method: 'GET',
    url: ssoCallbackPath,
    config: { access: { kind: 'public' }, rateLimit: 'token', refusalPage },
    schema: {
      operationId: 'finishSso',
      tags: ['Accounts'],
      summary: 'End single sign-on',
      description:
        'The issuer sends browsers here. Sets the cookie of the session. The console learns of refusals by `refused`.',
      querystring: Type.Object({
        code: Type.Optional(Type.String()),
        state: Type.Optional(Type.String()),
        iss: Type.Optional(Type.String()),
        error: Type.Optional(Type.String()),
        error_description: Type.Optional(Type.String()),
      }),
      response: {
        302: Type.Null({ description: 'Go on to the console.' }),
        ...refusals(accountsErrorCatalogue, 'sso_off', 'sso_refused', 'sso_role_missing'),
      },
    },
    handler: async (request, reply) => {
      if (sso === undefined) throw new AccountsError('sso_off');
      const query = new URLSearchParams(request.query as Record<string, string>).toString();
      const begun = await finishSso(
        accounts,
        { sso, ssoRoles },
        { flowCookie: cookies.flow.read(request.headers.cookie ?? ''), query },
        sourceOf(request),
      );
      return await reply
        .header('set-cookie', [cookies.session.set(begun.secret), cookies.flow.clear()])
        .redirect(refusalPage);
    },
  });
}
