import type { FastifyReply, FastifyRequest } from 'fastify';
import { photoMediaTypes } from './body-parsers.ts';
import { HttpError } from './errors.ts';

/**
 * Refuses a body whose Content-Type the route does not read, before the body is read: its fields would be missed one
 * after the other. Routes whose body is nobody's business but their own (the token endpoint) are left alone.
 */
export async function checkMediaType(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  const { config, schema } = request.routeOptions;
  if (config.access === undefined || config.access.kind === 'public') return;
  const contentType = request.headers['content-type'];
  if (contentType === undefined) return;
  const taken = mediaTypesOf(config.documentedBody, schema?.body);
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (taken.length === 0 || taken.includes(mediaType)) return;
  // A photo may come without its name: what it really is, is found from its bytes.
  if (taken.some((type) => type.startsWith('image/')) && photoMediaTypes.includes(mediaType)) return;
  throw new HttpError('media_type_unsupported', { detail: `Send ${taken.join(', ')}.` });
}

function mediaTypesOf(documented: object | undefined, body: unknown): readonly string[] {
  if (documented !== undefined) return Object.keys(documented);
  return body === undefined ? [] : ['application/json'];
}
