import { HttpError } from './errors.ts';
import type { App } from './server.ts';

/** Content-Types under which a photo may be sent as the whole body. What it really is, is found from its bytes. */
const photoMediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'application/octet-stream'];

/** Adds the parsers for JSON and for photos sent as the whole body; nothing else is read. */
export function addBodyParsers(app: App, maxImageBytes: number): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    // A text with U+0000 cannot be stored. Also refuses an escaped backslash before "u0000", which nobody writes.
    if (body.includes('\\u0000')) done(new HttpError('body_malformed'), undefined);
    // Many clients name a Content-Type with every request, also where no body is asked for.
    else if (body === '' && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else parseJson(request, body, done);
  });
  app.addContentTypeParser(
    photoMediaTypes,
    { parseAs: 'buffer', bodyLimit: maxImageBytes },
    (_request, body, done) => done(null, body),
  );
}
