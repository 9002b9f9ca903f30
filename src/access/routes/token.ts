import { Type } from '@fastify/type-provider-typebox';
import { tokenPath } from '../../platform/tokens/index.ts';
import type { App } from '../../web/app.ts';
import { addressKey } from '../../web/rate-limits/create-request-limits.ts';
import { CpfSchema, errorResponses, retryAfterHeader } from '../../web/schemas.ts';
import type { TokenEndpoint } from '../create-token-endpoint.ts';

export type TokenRouteDeps = { readonly tokenEndpoint: TokenEndpoint };

/** RFC 6749, section 5.2. */
const OAuthErrorSchema = Type.Object(
  { error: Type.String(), error_description: Type.Optional(Type.String()) },
  { title: 'TokenError' },
);

const exampleOf = (error: string, description: string) => ({
  examples: [{ error, error_description: description }],
});

const { 429: limited, 503: unavailable } = errorResponses(429, 503);

/** Refused before the authorization server in the form of this service, by it in the form of RFC 6749. */
const refusedResponses = {
  429: {
    ...Type.Union([limited!, OAuthErrorSchema]),
    ...exampleOf('temporarily_unavailable', 'too many wrong secrets'),
    headers: retryAfterHeader,
    description: 'Too many requests, or wrong secrets, from the address.',
  },
  503: {
    ...Type.Union([unavailable!, OAuthErrorSchema]),
    ...exampleOf('temporarily_unavailable', 'the token could not be issued'),
    headers: retryAfterHeader,
    description: 'Overloaded; see Retry-After.',
  },
};

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
            schema: Type.Object(
              {
                grant_type: Type.Literal('client_credentials'),
                client_id: Type.Optional(Type.String()),
                client_secret: Type.Optional(Type.String()),
                client_assertion: Type.Optional(
                  Type.String({
                    description: 'A JWT signed by the client (RFC 7523), for clients with keys.',
                  }),
                ),
                client_assertion_type: Type.Optional(
                  Type.Literal('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
                ),
                scope: Type.Optional(
                  Type.String({ description: 'Separated by spaces; all of the client without it.' }),
                ),
                people_id: Type.Optional(CpfSchema),
              },
              { title: 'TokenRequest' },
            ),
          },
        },
        rateLimit: 'token',
      },
      schema: {
        operationId: 'issueToken',
        tags: ['Access'],
        summary: 'Get an access token (OAuth 2.0 client credentials)',
        description:
          'A form with grant_type=client_credentials, the client authenticated by HTTP Basic, by client_id and client_secret in the form, or by client_assertion (private_key_jwt); optional scope; optional people_id binds a mobile token to one CPF. Errors have the form of RFC 6749, section 5.2.',
        response: {
          200: Type.Object(
            {
              access_token: Type.String(),
              token_type: Type.Literal('Bearer'),
              expires_in: Type.Integer({ description: 'Seconds.' }),
              scope: Type.String(),
            },
            { title: 'AccessToken', description: 'The token.' },
          ),
          400: {
            ...OAuthErrorSchema,
            ...exampleOf('invalid_request', 'no client authentication mechanism provided'),
            description: 'The request is malformed, or requests something that the client may not have.',
          },
          401: { ...OAuthErrorSchema, description: 'The credentials are wrong.' },
          413: {
            ...OAuthErrorSchema,
            ...exampleOf('invalid_request', 'the request body is too large'),
            description: 'The body is larger than any real one.',
          },
          ...refusedResponses,
        },
      },
      handler: async (request, reply) => {
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        await deps.tokenEndpoint.handle(request.raw, reply.raw, addressKey(request.ip));
      },
    });
  });
}
