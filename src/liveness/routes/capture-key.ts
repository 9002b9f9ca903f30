import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../web/errors.ts';
import { isRepeated } from '../../web/is-repeated.ts';
import { LivenessError } from '../errors.ts';
import type { CaptureKey } from '../open-capture.ts';

/** The parameters of every address of one session. */
export const SessionParams = Type.Object({ sessionId: Type.String() });

/** Says in the reference what opens the addresses of the capture page. */
export const secretNote = 'Authorization: Bearer and the secret of `begin`.';

/** The session of the address and the secret of the header. Throws `liveness_secret_invalid` without one. */
export function captureKeyOf(request: FastifyRequest): CaptureKey {
  const { sessionId } = request.params as { readonly sessionId: string };
  const { authorization } = request.headers;
  const secret = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1];
  if (secret === undefined || isRepeated(request.raw.rawHeaders, 'authorization')) {
    throw new LivenessError('liveness_secret_invalid');
  }
  return { sessionId, secret, requestId: request.id };
}

/** A member of a body that may be left out, as may the body. Throws `request_invalid` when it is no short text. */
export function optionalText(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  const value = (body as Readonly<Record<string, unknown>>)[name];
  if (typeof value === 'string' && value.length <= 200) return value;
  throw new HttpError('request_invalid', {
    problems: [{ path: `body/${name}`, message: 'must be a short text' }],
  });
}
