import { Type } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BuiltFiles } from '../../platform/built-files.ts';
import type { App } from '../../web/app.ts';

/** The page takes everything from its own host and sends everything to it. WebAssembly runs the face detector. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const permissionsPolicy = [
  'camera=(self)',
  ...['microphone', 'geolocation', 'display-capture', 'payment', 'usb'].map((name) => `${name}=()`),
].join(', ');

/** GET /capture: the page that takes the photos of a liveness session; below it its files. */
export function getPageRoutes(app: App, { files }: { readonly files: BuiltFiles }): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string, caching: string) => {
    const { bytes, contentType, encoding } = await files.read(name, request.headers['accept-encoding'] ?? '');
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return await reply
      .type(contentType)
      .header('vary', 'accept-encoding')
      .header('cache-control', caching)
      .send(bytes);
  };
  const config = { access: { kind: 'public' } } as const;

  app.route({
    method: 'GET',
    url: '/capture',
    config,
    schema: { hide: true },
    handler: async (request, reply) => {
      reply
        .header('content-security-policy', contentPolicy)
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
