import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../web/app.ts';
import { refuseOtherThanPhoto } from '../../web/body-parsers.ts';
import { disconnectionOf } from '../../web/disconnection-of.ts';
import { HttpError } from '../../web/errors.ts';
import { photoBody, RequestId, refusals } from '../../web/schemas.ts';
import { livenessErrorCatalogue } from '../errors.ts';
import { frameLimits } from '../frame-limits.ts';
import { openCapture } from '../open-capture.ts';
import { receiveFrame } from '../receive-frame.ts';
import type { LivenessDeps } from '../types.ts';
import { uploadPhoto } from '../upload-photo.ts';
import { captureKeyOf, SessionParams, secretNote } from './capture-key.ts';

export function sendFrameRoute(app: App, { liveness }: { readonly liveness: LivenessDeps }): void {
  app.route({
    method: 'POST',
    url: '/v1/liveness-sessions/:sessionId/frames',
    bodyLimit: frameLimits.maxBytes,
    config: {
      access: { kind: 'public' },
      documentedBody: { 'image/jpeg': photoBody['image/jpeg'], 'image/webp': photoBody['image/webp'] },
    },
    preParsing: (request) =>
      admit(liveness, request, refuseMedia, {
        what: 'frame',
        maxBytes: frameLimits.maxBytes,
        policy: 'liveness-frames',
        limit: frameLimits.perMinute,
      }),
    schema: {
      operationId: 'sendLivenessFrame',
      tags: ['Liveness capture'],
      summary: 'Send one still of the open step',
      description: `The body is the still itself, JPEG or WebP, as the camera sees it and not mirrored. The same bytes under the same index again are answered alike. ${secretNote}`,
      params: SessionParams,
      headers: Type.Object({
        'x-frame-step': Type.String({ pattern: '^[0-9]{1,3}$', description: 'Number of the step.' }),
        'x-frame-index': Type.String({
          pattern: '^[0-9]{1,3}$',
          description: 'Number of the frame within the step; each once.',
        }),
      }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            step: Type.Integer(),
            received: Type.Integer(),
            wanted: Type.Integer(),
          },
          { title: 'ReceivedLivenessFrame', description: 'The frame is kept.' },
        ),
        ...refusals(
          livenessErrorCatalogue,
          'liveness_secret_invalid',
          'liveness_frame_refused',
          'liveness_session_ended',
        ),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      if (!(body instanceof Uint8Array) || body.length === 0) {
        throw new HttpError('body_malformed', { detail: 'The body is not a still photo.' });
      }
      refuseLarge(body.length, { what: 'frame', maxBytes: frameLimits.maxBytes });
      const received = await receiveFrame(liveness, captureKeyOf(request), {
        step: Number(request.headers['x-frame-step']),
        frame: Number(request.headers['x-frame-index']),
        bytes: body,
        signal: disconnectionOf(reply),
      });
      return { requestId: request.id, ...received };
    },
  });
}

type Size = { readonly what: string; readonly maxBytes: number };

/** Before the body is read: nobody unknown makes the server read one. */
async function admit(
  { db, limiter }: LivenessDeps,
  request: FastifyRequest,
  refuseOther: (request: FastifyRequest) => void,
  { policy, limit, ...size }: Size & { readonly policy: string; readonly limit: number },
): Promise<void> {
  const key = captureKeyOf(request);
  await openCapture(db, key);
  refuseOther(request);
  refuseLarge(Number(request.headers['content-length'] ?? 0), size);
  const [counted] = await limiter.count([{ policy, limit, key: key.sessionId, windowMs: 60_000 }]);
  if (counted?.isExceeded) {
    throw new HttpError('rate_limited', { retryAfterSeconds: Math.ceil(counted.resetMs / 1000) });
  }
}

function refuseLarge(bytes: number, { what, maxBytes }: Size): void {
  if (bytes <= maxBytes) return;
  throw new HttpError('body_too_large', { detail: `A ${what} may have at most ${maxBytes} bytes.` });
}

function refuseMedia(request: FastifyRequest): void {
  const mediaType = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'image/jpeg' || mediaType === 'image/webp') return;
  throw new HttpError('media_type_unsupported', { detail: 'Send image/jpeg or image/webp.' });
}

export function uploadPhotoRoute(app: App, { liveness }: { readonly liveness: LivenessDeps }): void {
  const { maxBytes } = liveness.photoLimits;
  app.route({
    method: 'POST',
    url: '/v1/liveness-sessions/:sessionId/upload',
    bodyLimit: maxBytes,
    config: { access: { kind: 'public' }, documentedBody: photoBody },
    preParsing: (request) =>
      admit(liveness, request, (sent) => refuseOtherThanPhoto(sent, Object.keys(photoBody)), {
        what: 'photo',
        maxBytes,
        policy: 'liveness-uploads',
        limit: frameLimits.uploadsPerMinute,
      }),
    schema: {
      operationId: 'uploadLivenessPhoto',
      tags: ['Liveness capture'],
      summary: 'Send a photo file where there is no camera',
      description: `The body is the image itself. Before the first step only. The session ends as not_performed and satisfies no challenge. Its client may use the photo like a photo sent alone. With a consent in force, the request says that the person gave it. ${secretNote}`,
      params: SessionParams,
      headers: Type.Object({
        'x-consent-version': Type.Optional(
          Type.String({ maxLength: 200, description: 'Version of the consent that was shown.' }),
        ),
      }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            state: Type.Literal('not_performed'),
            redirectUrl: Type.Optional(Type.String()),
          },
          { title: 'UploadedLivenessPhoto', description: 'The photo is kept, and the session has ended.' },
        ),
        ...refusals(
          livenessErrorCatalogue,
          'liveness_secret_invalid',
          'liveness_upload_refused',
          'liveness_consent_missing',
          'liveness_session_ended',
        ),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      if (!(body instanceof Uint8Array) || body.length === 0) {
        throw new HttpError('body_malformed', { detail: 'The body is not a photo.' });
      }
      refuseLarge(body.length, { what: 'photo', maxBytes });
      const uploaded = await uploadPhoto(liveness, captureKeyOf(request), {
        bytes: body,
        consentVersion: request.headers['x-consent-version'],
        signal: disconnectionOf(reply),
      });
      return { requestId: request.id, ...uploaded };
    },
  });
}
