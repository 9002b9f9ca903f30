import { Type } from '@fastify/type-provider-typebox';
import { type TokenEndpoint, tokenPath } from '../../../access/index.ts';
import { CpfSchema, errorResponses } from '../../schemas.ts';
import type { App } from '../../server.ts';

export type TokenRouteDeps = {
  readonly tokenEndpoint: TokenEndpoint;
  readonly tokenRateLimitPerMinute: number;
};

/** RFC 6749, section 5.2. */
const OAuthErrorSchema = Type.Object({
  error: Type.String(),
  error_description: Type.Optional(Type.String()),
});

const { 429: limited } = errorResponses(429);
const limitedResponses = { 429: limited! };

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
        documentedBody: {
          'application/x-www-form-urlencoded': {
            schema: Type.Object({
              grant_type: Type.Literal('client_credentials'),
              client_id: Type.Optional(Type.String()),
              client_secret: Type.Optional(Type.String()),
              scope: Type.Optional(
                Type.String({ description: 'Separated by spaces; all of the client without it.' }),
              ),
              people_id: Type.Optional(CpfSchema),
            }),
          },
        },
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
        response: {
          200: Type.Object(
            {
              access_token: Type.String(),
              token_type: Type.Literal('Bearer'),
              expires_in: Type.Integer({ description: 'Seconds.' }),
              scope: Type.String(),
            },
            { description: 'The token.' },
          ),
          400: {
            ...OAuthErrorSchema,
            description: 'The request is malformed, or asks for what the client may not have.',
          },
          401: { ...OAuthErrorSchema, description: 'The credentials are wrong.' },
          413: { ...OAuthErrorSchema, description: 'The body is larger than any real one.' },
          ...limitedResponses,
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
