import { Type } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BuiltFiles } from '../../platform/built-files.ts';
import type { App } from '../../web/app.ts';

/** The page takes everything from its own host and sends everything to it. WebAssembly runs the face detector. */
const contentPolicy = (embeddedBy: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' blob:",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${embeddedBy.length === 0 ? "'none'" : embeddedBy.join(' ')}`,
  ].join('; ');

const permissionsPolicy = [
  'camera=(self)',
  ...['microphone', 'geolocation', 'display-capture', 'payment', 'usb'].map((name) => `${name}=()`),
].join(', ');

export type PageRoutesDeps = {
  readonly files: BuiltFiles;
  readonly listOrigins: (sessionId: string) => Promise<readonly string[]>;
};

/**
 * GET /capture: the page that takes the photos of a liveness session; below it its files. With `?s=` the pages that the
 * session's client lists may embed it, otherwise none.
 */
export function getPageRoutes(app: App, { files, listOrigins }: PageRoutesDeps): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string, caching: string) => {
    const { bytes, contentType, encoding } = await files.read(name, request.headers['accept-encoding'] ?? '');
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return await reply
      .type(contentType)
      .header('vary', 'accept-encoding, origin')
      .header('cache-control', caching)
      .send(bytes);
  };
  const config = { access: { kind: 'public' } } as const;

  app.route({
    method: 'GET',
    url: '/capture',
    config,
    schema: { hide: true, querystring: Type.Object({ s: Type.Optional(Type.String()) }) },
    handler: async (request, reply) => {
      const { s: sessionId } = request.query;
      const embeddedBy = sessionId === undefined ? [] : await listOrigins(sessionId);
      // Where both stand browsers follow the content policy; this one cannot name an origin.
      if (embeddedBy.length > 0) reply.removeHeader('x-frame-options');
      reply
        .header('content-security-policy', contentPolicy(embeddedBy))
        .header('permissions-policy', permissionsPolicy)
        .header('referrer-policy', 'no-referrer');
      return await send(request, reply, 'index.html', 'no-cache');
    },
  });

  // Its name stays, so that a page of another origin can name it.
  app.route({
    method: 'GET',
    url: '/capture/confere-capture.js',
    config,
    schema: { hide: true },
    handler: (request, reply) => send(request, reply, 'confere-capture.js', 'no-cache'),
  });

  app.route({
    method: 'GET',
    url: '/capture/assets/:file',
    config,
    schema: { hide: true, params: Type.Object({ file: Type.String() }) },
    // The name holds a hash of the content.
    handler: (request, reply) =>
      send(request, reply, `assets/${request.params.file}`, 'public, max-age=31536000, immutable'),
  });
}

/** The operator as the hosted page shows it. */
export type Operator = {
  readonly name: string;
  readonly alternative: string | null;
  readonly accent: string | null;
  readonly logo: string | null;
};

const OptionalText = Type.Union([Type.String(), Type.Null()]);

export function getOperatorRoute(app: App, operator: Operator): void {
  app.route({
    method: 'GET',
    url: '/capture/operator',
    config: { access: { kind: 'public' } },
    schema: {
      hide: true,
      response: {
        200: Type.Object({
          name: Type.String(),
          alternative: OptionalText,
          accent: OptionalText,
          logo: OptionalText,
        }),
      },
    },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return operator;
    },
  });
}
