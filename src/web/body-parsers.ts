import { isUtf8 } from 'node:buffer';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import { HttpError } from './errors.ts';
import { readerOf } from './route-reads.ts';
import { shareRoom } from './take-turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The JSON body may hold a photo in a `data:` address, and be as large. */
    takesInlinePhoto?: boolean;
  }
}

/** True for a Content-Type under which a photo may be sent as the whole body. What it really is, is found from its bytes. */
function isPhotoMediaType(mediaType: string): boolean {
  return mediaType.startsWith('image/') || mediaType === unnamedMediaType;
}

/** The Content-Type of bytes that nobody named. */
const unnamedMediaType = 'application/octet-stream';

/**
 * Values in a JSON body at most. Room for a photo is room for millions of them, whose parsing takes everybody's turn for
 * seconds; no request has more than some thousands.
 */
const mostValues = 100_000;

/** Lists and objects within each other at most. Some thousands can be parsed, and not written again. */
const mostLevels = 1_000;

/** Adds the parsers for JSON and for photos sent as the whole body; nothing else is read. See docs/decisions/0010. */
export function addBodyParsers(app: App, maxImageBytes: number): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  type Done = (error: Error | null, body?: unknown) => void;
  const parse = (request: FastifyRequest, bytes: Buffer, done: Done) => {
    const body = bytes.toString();
    // Decoding would replace the letters that are not: a name in ISO 8859-1 would be compared without them.
    if (!isUtf8(bytes))
      done(new HttpError('body_malformed', { detail: 'The body is not UTF-8.' }), undefined);
    // A text with U+0000 cannot be stored. Also refuses an escaped backslash before "u0000", which nobody writes.
    else if (body.includes('\\u0000')) done(new HttpError('body_malformed'), undefined);
    else if (mayHaveMoreValues(body, mostValues)) {
      done(new HttpError('body_malformed', { detail: 'The body has too many values.' }), undefined);
    }
    // Many clients name a Content-Type with every request, also where no body is asked for.
    else if (body === '' && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else {
      parseJson(request, body, (error, value) => {
        const isTooDeep = error === null && isDeeperThan(mostLevels, value);
        if (isTooDeep) done(new HttpError('body_malformed', { detail: 'The body has too many levels.' }));
        else done(error, value);
      });
    }
  };
  const bodyLimit = jsonBodyLimit(maxImageBytes);
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (request, body, done) =>
    parse(request, body as Buffer, done),
  );
  for (const type of [/^image\/[\w.*+-]+/i, unnamedMediaType]) {
    app.addContentTypeParser(
      type as string,
      { parseAs: 'buffer', bodyLimit: maxImageBytes },
      (_request, body, done) => done(null, body),
    );
  }
}

/** Most bytes of a body without a photo that a token or session opens the route for: templates, attributes. */
const documentBodyBytes = 1_048_576;

/** Most bytes of a body whose route says nothing else and that strangers may send. */
export const smallBodyBytes = 16_384;

/** The limit of a route's body; undefined for routes that take photos: their parsers say how large one may be. */
export function bodyLimitOf(config: FastifyContextConfig): number | undefined {
  const { access, takesInlinePhoto = false, documentedBody = {} } = config;
  if (access?.kind === 'public') return smallBodyBytes;
  const takesPhoto =
    takesInlinePhoto || Object.keys(documentedBody).some((type) => /^(image|multipart)\//.test(type));
  return takesPhoto ? undefined : documentBodyBytes;
}

/** The largest bodies that are in memory at once; one client, account or address leaves room for one. */
const largestBodiesAtOnce = 10;

/**
 * Lets bodies take turns before they are read, each from then until its answer is sent: many that arrive at once would
 * otherwise take three times their bytes of memory. Small ones take no turn. A body of unknown length counts as the
 * largest that its route takes. `server_overloaded` for those that wait too long.
 */
export function limitBodiesInMemory(app: App, maxImageBytes: number): void {
  const largest = Math.max(jsonBodyLimit(maxImageBytes), documentBodyBytes);
  const enter = shareRoom(largestBodiesAtOnce * largest, (largestBodiesAtOnce - 1) * largest);
  app.addHook('preParsing', async (request, reply) => {
    const { config, bodyLimit } = request.routeOptions;
    const most = bodyLimitOf(config) === undefined ? largest : (bodyLimit ?? largest);
    const isOfUnknownLength = request.headers['transfer-encoding'] !== undefined;
    const size = Math.min(isOfUnknownLength ? most : Number(request.headers['content-length'] ?? 0), most);
    if (size <= smallBodyBytes) return;
    const leave = await enter(readerOf(request) ?? request.ip, size);
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
  });
}

/** The limit of the body of a request, in words. */
export function describeBodyLimit(request: FastifyRequest, maxImageBytes: number): string {
  const { config, bodyLimit } = request.routeOptions;
  if (bodyLimitOf(config) !== undefined) return `The body may have at most ${bodyLimit} bytes.`;
  return mediaTypeOf(request) === 'application/json'
    ? `The body may have at most ${jsonBodyLimit(maxImageBytes)} bytes, and a photo in it ${maxImageBytes}.`
    : `A photo may have at most ${maxImageBytes} bytes.`;
}

/** Room for a photo of the largest size as base64 in a JSON body, and for what stands around it. */
function jsonBodyLimit(maxImageBytes: number): number {
  return Math.ceil(maxImageBytes / 3) * 4 + 64 * 1024;
}

/** Each value but the first stands behind a comma, or is the first in a list or object. Also counts those in texts. */
function mayHaveMoreValues(body: string, most: number): boolean {
  if (body.length <= most) return false;
  let found = 0;
  for (const mark of [',', '[', '{']) {
    for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) {
      found += 1;
      if (found > most) return true;
    }
  }
  return false;
}

/** True for a value with more lists and objects within each other than so many. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/**
 * Refuses a body whose Content-Type the route does not read, before the body is read: its fields would be missed one
 * after the other. Refuses every Content-Encoding as well. Routes whose body is nobody's business but their own (the
 * token endpoint) are left alone.
 */
export async function checkMediaType(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  const { config, schema } = request.routeOptions;
  const taken = mediaTypesOf(config.documentedBody, schema?.body);
  const takesPhoto = taken.some((type) => type.startsWith('image/'));
  // Nothing has no kind: `curl -d ''` names a form, as other clients do.
  if (schema?.body === undefined && !takesPhoto && !hasBody(request)) delete request.headers['content-type'];
  if (config.access === undefined || config.access.kind === 'public') return;
  const { 'content-encoding': coding = '' } = request.headers;
  if (!['', 'identity'].includes(coding) && hasBody(request)) {
    throw new HttpError('body_malformed', {
      detail: 'The body has a Content-Encoding. Send it without one.',
    });
  }
  if (takesPhoto) return refuseOtherThanPhoto(request, taken);
  const mediaType = mediaTypeOf(request);
  if (mediaType === '' || taken.length === 0 || taken.includes(mediaType)) return;
  throw new HttpError('media_type_unsupported', { detail: `Send ${taken.join(', ')}.` });
}

/**
 * Refuses a body that is named as neither a photo, of whatever format, nor one of the kinds. A body without a name counts
 * as a photo: what it really is, is found from its bytes.
 */
export function refuseOtherThanPhoto(request: FastifyRequest, kinds: readonly string[]): void {
  const mediaType = mediaTypeOf(request);
  if (mediaType === '') {
    if (hasBody(request)) request.headers['content-type'] = unnamedMediaType;
  } else if (!kinds.includes(mediaType) && !isPhotoMediaType(mediaType)) {
    throw new HttpError('media_type_unsupported', { detail: `Send ${kinds.join(', ')}.` });
  }
}

function mediaTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function mediaTypesOf(documented: object | undefined, body: unknown): readonly string[] {
  if (documented !== undefined) return Object.keys(documented);
  return body === undefined ? [] : ['application/json'];
}
