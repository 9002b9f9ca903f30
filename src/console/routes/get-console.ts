import { randomBytes } from 'node:crypto';
import { Type } from '@fastify/type-provider-typebox';
import type { BuiltFiles } from '../../platform/built-files.ts';
import type { App } from '../../web/app.ts';

/** Stands in the built page where the nonce of an answer goes. */
const noncePlaceholder = '__CSP_NONCE__';

const permissionsPolicy = ['camera', 'microphone', 'geolocation', 'display-capture', 'payment', 'usb']
  .map((name) => `${name}=()`)
  .concat('publickey-credentials-get=(self)', 'publickey-credentials-create=(self)')
  .join(', ');

/**
 * The page takes everything from its own host. Photos come from the listener that signs their links. The components
 * write style elements of their own, so each answer has a nonce for them.
 */
function contentPolicyOf(nonce: string, photoOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob:", ...photoOrigins].join(' '),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function getConsoleRoutes(
  app: App,
  {
    files,
    baseUrl,
    mobileBaseUrl,
  }: { readonly files: BuiltFiles; readonly baseUrl: string; readonly mobileBaseUrl: string },
): void {
  const config = { access: { kind: 'public' } } as const;
  const photoOrigin = new URL(mobileBaseUrl).origin;
  const photoOrigins = photoOrigin === new URL(baseUrl).origin ? [] : [photoOrigin];

  // Relative, so that it holds below a path prefix. Browsers keep what follows a #.
  app.route({
    method: 'GET',
    url: '/console',
    config,
    schema: { hide: true },
    handler: async (_request, reply) => await reply.redirect('console/', 302),
  });

  app.route({
    method: 'GET',
    url: '/console/',
    config,
    schema: { hide: true },
    handler: async (_request, reply) => {
      const { bytes, contentType } = await files.read('index.html', 'identity');
      const nonce = randomBytes(18).toString('base64');
      return await reply
        .header('content-security-policy', contentPolicyOf(nonce, photoOrigins))
        .header('permissions-policy', permissionsPolicy)
        .header('referrer-policy', 'no-referrer')
        .type(contentType)
        .send(bytes.toString('utf8').replaceAll(noncePlaceholder, nonce));
    },
  });

  app.route({
    method: 'GET',
    url: '/console/assets/:file',
    config,
    schema: { hide: true, params: Type.Object({ file: Type.String() }) },
    handler: async (request, reply) => {
      const accepted = request.headers['accept-encoding'] ?? '';
      const { bytes, contentType, encoding } = await files.read(`assets/${request.params.file}`, accepted);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return await reply
        .type(contentType)
        .header('vary', 'accept-encoding')
        // The name holds a hash of the content.
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(bytes);
    },
  });
}
