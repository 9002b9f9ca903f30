import { Type } from '@fastify/type-provider-typebox';
import { sessionUseErrors } from '../../liveness/index.ts';
import { pickErrors, repeatErrorCatalogue } from '../../platform/errors.ts';
import { requirePerson } from '../../platform/tokens/index.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { linkHolderOf } from '../../web/audit.ts';
import { disconnectionOf } from '../../web/disconnection-of.ts';
import { attemptHeaders, errorResponses, parseCpfField } from '../../web/schemas.ts';
import { authenticateFace } from '../authenticate-face.ts';
import { faceErrorCatalogue } from '../errors.ts';
import {
  deviceOf,
  PhotoRequestSchema,
  photoSourceOf,
  sendVerdict,
  signatureHeader,
  VerdictQuery,
  verdictEventOf,
} from './answer-verdict.ts';
import { AttemptAnswerSchema, representAttempt } from './attempt-representation.ts';
import type { FaceRouteDeps } from './route-deps.ts';

/**
 * POST /v1/face-authentications: the successor of POST /faces/authenticate, answering with the attempt. Phones use it, too:
 * both listeners serve it, and the token may come without Bearer. `baseUrl` is that of the listener.
 */
export function createFaceAuthenticationRoute(app: App, deps: FaceRouteDeps, baseUrl: string): void {
  app.route({
    method: 'POST',
    url: '/v1/face-authentications',
    config: {
      access: customerAccess('faces:authenticate', {
        products: ['customer', 'mobile'],
        bareTokenAllowed: true,
      }),
      audit: { action: 'face.authenticate' },
      takesInlinePhoto: true,
    },
    schema: {
      operationId: 'createFaceAuthentication',
      tags: ['Face authentication'],
      summary: 'Compare a photo with the face registered for a CPF and get the attempt',
      description:
        'The same Idempotency-Key gives the same attempt. A token that is bound to a person, or lacks attempts:read, gets the verdict only. All others get photos and figures: such a token must never be on a phone.',
      headers: Type.Object({
        'idempotency-key': Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'The same key with the same body gives the same attempt for 24 hours.',
          }),
        ),
      }),
      querystring: VerdictQuery,
      body: PhotoRequestSchema,
      response: {
        201: {
          ...AttemptAnswerSchema,
          description: 'The attempt.',
          headers: { ...attemptHeaders, ...signatureHeader },
        },
        ...errorResponses(
          pickErrors(faceErrorCatalogue, 'face_not_registered', 'image_required', 'face_locked'),
          repeatErrorCatalogue,
          sessionUseErrors,
        ),
      },
    },
    handler: async (request, reply) => {
      const token = tokenOf(request);
      const peopleId = parseCpfField('body/peopleId', request.body.peopleId);
      requirePerson(token, peopleId);
      await deps.countPerson(request, reply, peopleId);
      const photo = photoSourceOf(request.body);
      const { livenessSessionId } = request.body;
      const device = deviceOf(request.body);
      const key = request.headers['idempotency-key'];
      const { clientId } = token;
      const asked = { peopleId, photo, livenessSessionId, device };
      const { attempt, replayed, isAudited } = await authenticateFace(deps.faces, {
        ...asked,
        clientId,
        sourceIp: request.ip,
        signal: disconnectionOf(reply),
        auditEvent: (made) => verdictEventOf(request, made),
        ...(key !== undefined && { idempotency: deps.requests.identify({ clientId, key, asked }) }),
      });
      request.isAnswerAudited = isAudited;
      reply.header('location', `${baseUrl}/v1/face-authentications/${attempt.id}`);
      reply.header('x-attempt-id', attempt.id);
      if (replayed) reply.header('idempotency-replayed', 'true');
      const signLink = (imageId: string) => deps.imageLinks.sign(imageId, linkHolderOf(request));
      const body = { requestId: request.id, ...representAttempt(attempt, token, signLink) };
      reply.code(201);
      return (await sendVerdict(request, reply, deps.signResponse, { attempt, peopleId, body })) as never;
    },
  });
}
