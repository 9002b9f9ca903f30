import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../../web/app.ts';
import { authorizationServerMetadata, publicKeysPath } from '../describe-authorization-server.ts';
import type { SigningKeys } from '../signing-keys.ts';

export type DiscoveryDeps = { readonly signingKeys: SigningKeys; readonly baseUrl: string };

/** The documents other programs find keys and token endpoint by (RFC 7517, RFC 8414). */
export function discoveryRoutes(app: App, deps: DiscoveryDeps): void {
  app.route({
    method: 'GET',
    url: publicKeysPath,
    config: { access: { kind: 'public' } },
    schema: {
      operationId: 'getPublicKeys',
      tags: ['Access'],
      summary: 'Public keys of tokens and signed answers (JWK set)',
      description: 'Current keys, and old keys while their signatures may be valid (RFC 7517).',
      response: {
        200: Type.Object(
          { keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) },
          { title: 'JwkSet', description: 'The JWK set.' },
        ),
      },
    },
    handler: async (_request, reply) => {
      return await reply
        .header('cache-control', 'public, max-age=300')
        .send(deps.signingKeys.publicKeys() as never);
    },
  });
  app.route({
    method: 'GET',
    url: '/.well-known/oauth-authorization-server',
    config: { access: { kind: 'public' } },
    schema: {
      operationId: 'getAuthorizationServerMetadata',
      tags: ['Access'],
      summary: 'Metadata of the authorization server (RFC 8414)',
      description: 'Addresses of the token endpoint and the keys, and the authentication methods of clients.',
      response: { 200: Type.Record(Type.String(), Type.Unknown(), { description: 'The metadata.' }) },
    },
    handler: async () => ({ ...authorizationServerMetadata(deps.baseUrl) }),
  });
}
