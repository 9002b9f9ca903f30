import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from './server.ts';

const description = `Checks whether the face in a photo is the one registered for a CPF, keeps every attempt as
evidence, and gives it back.

Get a token at \`POST /oauth2/token\` (OAuth 2.0 client credentials) and send it as \`Authorization: Bearer\`.
Every answer carries a requestId, every error a stable code.`;

/** Serves the OpenAPI document at /openapi.json and its browsable form at /docs. */
export async function addDocumentation(app: App, baseUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Confere',
        version: '1.0.0',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl }],
      tags: [
        { name: 'Face authentication', description: 'Compare a photo with the registered face.' },
        { name: 'Registered faces', description: 'The reference photos of a CPF.' },
        { name: 'Access', description: 'Tokens, keys and clients.' },
        { name: 'Service', description: 'Whether the service is up.' },
      ],
      components: {
        securitySchemes: {
          token: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: `${baseUrl}/oauth2/token`, scopes: {} } },
          },
        },
      },
    },
    // Swagger would number shared schemas; ours have names.
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list' },
  });
}
