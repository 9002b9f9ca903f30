import { Type } from '@fastify/type-provider-typebox';
import { type TokenEndpoint, tokenPath } from '../../../access/index.ts';
import type { App } from '../../server.ts';

export type TokenRouteDeps = {
  readonly tokenEndpoint: TokenEndpoint;
  readonly tokenRateLimitPerMinute: number;
};

/** POST /oauth2/token: OAuth 2.0 client credentials; answers and errors in the form of RFC 6749. */
export function tokenRoute(app: App, deps: TokenRouteDeps): void {
  app.register(async (scope) => {
    // The authorization server reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    (scope as App).route({
      method: 'POST',
      url: tokenPath,
      config: {
        access: { kind: 'public' },
        rateLimit: {
          max: deps.tokenRateLimitPerMinute,
          keyGenerator: (request) => `token:${request.ip}`,
        },
      },
      schema: {
        operationId: 'issueToken',
        tags: ['Access'],
        summary: 'Get an access token (OAuth 2.0 client credentials)',
        description:
          'A form with grant_type=client_credentials, the client authenticated by HTTP Basic or by client_id and client_secret in the form; optional scope; optional people_id binds a mobile token to one CPF. Errors have the form of RFC 6749, section 5.2.',
        consumes: ['application/x-www-form-urlencoded'],
        response: {
          200: Type.Object({
            access_token: Type.String(),
            token_type: Type.Literal('Bearer'),
            expires_in: Type.Integer(),
            scope: Type.String(),
          }),
          400: Type.Object({ error: Type.String(), error_description: Type.Optional(Type.String()) }),
          401: Type.Object({ error: Type.String(), error_description: Type.Optional(Type.String()) }),
        },
      },
      handler: async (request, reply) => {
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        await deps.tokenEndpoint.handle(request.raw, reply.raw);
      },
    });
  });
}
