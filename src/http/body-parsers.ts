import type { App } from './server.ts';

/** Content-Types under which a photo may be sent as the whole body. What it really is, is found from its bytes. */
export const photoMediaTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'application/octet-stream',
];

/** Adds the parser for photos sent as the whole body; JSON is Fastify's own, and nothing else is read. */
export function addBodyParsers(app: App, maxImageBytes: number): void {
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    photoMediaTypes,
    { parseAs: 'buffer', bodyLimit: maxImageBytes },
    (_request, body, done) => done(null, body),
  );
}
