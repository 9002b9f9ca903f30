import { Type } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import type { BuiltFiles } from '../../platform/built-files.ts';
import { AppError } from '../../platform/errors.ts';
import { retryAfter } from '../../platform/retry-after.ts';
import type { App } from '../../web/app.ts';

/**
 * Pages take everything from their own host and run no script but files. Highlighted code has its colours in style
 * attributes, which `style-src-attr` allows; the API reference makes style elements as well.
 */
function contentPolicyOf(styles: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    styles,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The one style element that a page makes, so that nothing fades when its colours change. */
const switchedColours = 'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y=';

const pagePolicy = contentPolicyOf(`style-src 'self' '${switchedColours}'; style-src-attr 'unsafe-inline'`);

const referencePolicy = contentPolicyOf("style-src 'self' 'unsafe-inline'");

const referencePage = 'reference/index.html';

export function getDocumentationRoutes(
  app: App,
  { files, baseUrl }: { readonly files: BuiltFiles; readonly baseUrl: string },
): void {
  const config = { access: { kind: 'public' } } as const;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const sendMissingPage = async (reply: FastifyReply) =>
    await reply
      .code(503)
      .header(...retryAfter())
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .header('refresh', '5')
      .send(missingPage);

  async function sendFile(reply: FastifyReply, name: string, accepted: string): Promise<FastifyReply> {
    // Compressed files cannot be changed.
    const isChanged = prefix !== '' && /\.(html|js|css|json)$/.test(name) && !name.startsWith('swagger-ui/');
    const { bytes, contentType, encoding } = await files.read(name, isChanged ? 'identity' : accepted);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    const isPage = name.endsWith('.html');
    if (isPage) {
      reply.header('content-security-policy', name === referencePage ? referencePolicy : pagePolicy);
      reply.header('referrer-policy', 'no-referrer');
    }
    return await reply
      .type(contentType)
      .header('vary', 'accept-encoding')
      // The names of assets hold a hash of their content, which the prefix is no part of.
      .header(
        'cache-control',
        /^(assets|swagger-ui)\//.test(name) && !isChanged
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      )
      .send(isChanged ? placeBelow(bytes.toString('utf8'), prefix) : bytes);
  }

  // Relative, so that they hold below a path prefix.
  for (const url of ['/', '/docs']) {
    app.route({
      method: 'GET',
      url,
      config,
      schema: { hide: true },
      handler: async (_request, reply) => await reply.redirect('docs/', 302),
    });
  }

  app.route({
    method: 'GET',
    url: '/docs/*',
    config,
    schema: { hide: true, params: Type.Object({ '*': Type.String() }) },
    handler: async (request, reply) => {
      const path = request.params['*'];
      const accepted = String(request.headers['accept-encoding'] ?? '');
      if (path !== '' && !path.endsWith('/') && !(await files.has(nameOf(path)))) {
        const last = path.slice(path.lastIndexOf('/') + 1);
        if (await files.has(`${path}/index.html`)) return await reply.redirect(`${last}/`, 302);
      }
      try {
        return await sendFile(reply, nameOf(path), accepted);
      } catch (error) {
        if (!(error instanceof AppError) || !takesPages(request.headers.accept)) throw error;
        if (error.code === 'documentation_missing') return await sendMissingPage(reply);
        return await sendFile(reply.code(404), '404.html', accepted);
      }
    },
  });
}

/** The file of an address: pages are named without their ending. */
function nameOf(path: string): string {
  if (path === '' || path.endsWith('/')) return `${path}index.html`;
  return /\.(html|js|css|json|svg|png)$/.test(path) ? path : `${path}.html`;
}

/** True for a browser that opens a page; a program, or a script of a page, gets an error that it can read. */
function takesPages(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true;
}

/**
 * The text of a file of the site with its absolute addresses below a path prefix. The site is built for `/docs/`; a
 * service behind a proxy may be at `/identity/docs/`. Only what begins a quoted or bracketed address is changed, so prose
 * that mentions `/docs/` stays.
 */
function placeBelow(text: string, prefix: string): string {
  return prefix === '' ? text : text.replaceAll(/(["'`(=])\/docs\//g, `$1${prefix}/docs/`);
}

/** The page at `/docs/` of a service that has no documentation site: when it comes, or who makes it. */
const missingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Confere: documentation not built yet</title>
</head>
<body>
<main>
<h1>The documentation is not built yet</h1>
<p><code>npm start</code> builds it in about a minute. This page then shows it. A service that was started in another
way needs <code>npm run build:docs</code>. The installable package and the container image have the documentation.</p>
<p lang="pt-BR">A documentação ainda não foi gerada. <code>npm start</code> a gera em cerca de um minuto, e esta página
passa a mostrá-la. Um serviço iniciado de outra forma precisa de <code>npm run build:docs</code>. O pacote e a imagem
já vêm com a documentação.</p>
<ul>
<li><a href="../openapi.json">OpenAPI document</a> · documento OpenAPI</li>
</ul>
</main>
</body>
</html>
`;
