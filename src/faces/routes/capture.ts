import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { toAnswer } from '../../platform/to-answer.ts';
import { requirePerson } from '../../platform/tokens/index.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { disconnectionOf } from '../../web/disconnection-of.ts';
import { HttpError } from '../../web/errors.ts';
import { CpfSchema, parseCpfField, photoBody, RequestId } from '../../web/schemas.ts';
import { capturePhoto } from '../capture-photo.ts';
import { FaceError } from '../errors.ts';
import type { FaceRouteDeps } from './route-deps.ts';

/**
 * POST /faces/captures: a photo ahead of its authentication, as multipart form (`peopleId`, `file`) or as the
 * image itself with `X-People-Id`. A token bound to a person needs to name nobody. Where authentications need a liveness
 * session, a photo alone is refused before its body is read.
 */
export function captureRoute(app: App, deps: FaceRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/faces/captures',
    config: {
      access: { kind: 'token', surface: 'mobile', products: ['mobile'], scope: 'faces:authenticate' },
      audit: { action: 'capture.create' },
      documentedBody: {
        ...photoBody,
        'multipart/form-data': {
          schema: Type.Object({
            peopleId: Type.Optional(CpfSchema),
            file: Type.Unsafe<Uint8Array>({ type: 'string', contentMediaType: 'application/octet-stream' }),
          }),
        },
      },
    },
    schema: {
      operationId: 'capturePhoto',
      tags: ['Face authentication'],
      summary: 'Send the photo of an authentication that follows',
      description:
        'The body is the image itself (image/jpeg, image/png, image/webp, image/avif), with the CPF in X-People-Id, or a multipart form with the fields peopleId and file. A token bound to a CPF needs neither field nor header.',
      headers: Type.Object({
        'x-people-id': Type.Optional(
          Type.String({
            description: 'CPF, when the body is the image and the token is not bound to a person.',
          }),
        ),
      }),
      response: {
        201: Type.Object(
          { requestId: RequestId, id: Type.String(), expiresAt: Type.String({ format: 'date-time' }) },
          { title: 'Capture', description: 'The photo is kept until it is used or expires.' },
        ),
      },
    },
    onRequest: async (request) => {
      await deps.faces.liveness?.requireSession('authenticate', tokenOf(request).clientId);
    },
    handler: async (request, reply) => {
      const token = tokenOf(request);
      const { bytes, peopleId: named, path } = await readCapture(request);
      const peopleId = parseCpfField(path, named ?? token.peopleId);
      requirePerson(token, peopleId);
      await deps.countPerson(request, reply, peopleId);
      const capture = await capturePhoto(deps.faces, {
        peopleId,
        clientId: token.clientId,
        bytes,
        signal: disconnectionOf(reply),
      });
      const { id, expiresAt } = capture;
      request.auditTarget = id;
      return await reply.code(201).send(toAnswer({ requestId: request.id, id, expiresAt }));
    },
  });
}

async function readCapture(
  request: FastifyRequest,
): Promise<{ readonly bytes: Uint8Array; readonly peopleId: unknown; readonly path: string }> {
  let bytes = request.body;
  let peopleId: unknown = request.headers['x-people-id'];
  let path = 'headers/x-people-id';
  if (request.isMultipart()) {
    try {
      for await (const part of request.parts()) {
        if (part.type === 'file') bytes = await part.toBuffer();
        else if (part.fieldname === 'peopleId') {
          if (path === 'body/peopleId') throw new TypeError('the form names two people');
          [peopleId, path] = [part.value, 'body/peopleId'];
        }
      }
    } catch (error) {
      // The form's parser tells a broken form by a plain Error.
      if (error instanceof Error && 'statusCode' in error) throw error;
      throw new HttpError('body_malformed', { cause: error });
    }
  }
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) throw new FaceError('image_required');
  return { bytes, peopleId, path };
}
