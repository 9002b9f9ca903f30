import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { type scopes, tokenPath } from '../access/index.ts';
import type { App } from './server.ts';

const description = `Checks whether the face in a photo is the one registered for a CPF, keeps every attempt as
evidence, and gives it back.

Get a token at \`POST /oauth2/token\` (OAuth 2.0 client credentials) and send it as \`Authorization: Bearer\`.
Every answer carries a requestId, every error a stable code.`;

const scopeDescriptions: Readonly<Record<(typeof scopes)[number], string>> = {
  'faces:authenticate': 'Compare photos with registered faces.',
  'attempts:read': 'Read attempts and their images.',
  'faces:write': 'Register, list and remove reference photos.',
  'people:read': 'Read profiles of people.',
  'companies:read': 'Read profiles of companies.',
  'executions:write': 'Run query templates.',
  admin: 'Manage clients.',
};

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6e4f"/><path d="M8 17l6 6 11-13" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>';

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
            flows: {
              clientCredentials: { tokenUrl: `${baseUrl}${tokenPath}`, scopes: { ...scopeDescriptions } },
            },
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const body = route.config?.documentedBody;
      return { schema: body === undefined ? schema : { ...schema, body: { content: body } }, url };
    },
    // Swagger would number shared schemas; ours have names.
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP:
      "default-src 'self'; base-uri 'self'; frame-ancestors 'none'; img-src 'self' data:; object-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'",
    logo: { type: 'image/svg+xml', content: Buffer.from(mark), href: '/docs' },
    theme: {
      title: 'Confere reference',
      favicon: [{ filename: 'favicon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: mark }],
    },
    // The document is not sent to anybody to be validated.
    uiConfig: { docExpansion: 'list', validatorUrl: null },
  });
  app.get('/openapi.json', { schema: { hide: true }, config: { access: { kind: 'public' } } }, async () =>
    app.swagger(),
  );
}
