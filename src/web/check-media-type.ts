import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPhotoMediaType, unnamedMediaType } from './body-parsers.ts';
import { HttpError } from './errors.ts';

/**
 * Refuses a body whose Content-Type the route does not read, before the body is read: its fields would be missed one
 * after the other. Routes whose body is nobody's business but their own (the token endpoint) are left alone.
 */
export async function checkMediaType(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  const { config, schema } = request.routeOptions;
  if (config.access === undefined || config.access.kind === 'public') return;
  const taken = mediaTypesOf(config.documentedBody, schema?.body);
  if (taken.some((type) => type.startsWith('image/'))) return refuseOtherThanPhoto(request, taken);
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
