import type { App } from './server.ts';

/** Content-Types under which a photo may be sent as the whole body. What it really is, is found from its bytes. */
export const photoMediaTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'application/octet-stream',
];

/** Adds the parsers for JSON and for photos sent as the whole body; nothing else is read. */
export function addBodyParsers(app: App, maxImageBytes: number): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    // Many clients name a Content-Type with every request, a DELETE without a body included.
    if (body === '' && request.method === 'DELETE') done(null, undefined);
    else parseJson(request, body, done);
  });
  app.addContentTypeParser(
    photoMediaTypes,
    { parseAs: 'buffer', bodyLimit: maxImageBytes },
    (_request, body, done) => done(null, body),
  );
}
