import { Type } from '@fastify/type-provider-typebox';
import { sessionUseErrors } from '../../liveness/index.ts';
import { pickErrors } from '../../platform/errors.ts';
import { requirePerson } from '../../platform/tokens/index.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { disconnectionOf } from '../../web/disconnection-of.ts';
import { attemptHeaders, errorResponses, parseCpfField, RequestId } from '../../web/schemas.ts';
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
import type { FaceRouteDeps } from './route-deps.ts';

/** The day that declared the address deprecated (RFC 9745). No date of removal is set. See docs/decisions/0014. */
const deprecatedSince = new Date('2026-11-01T00:00:00Z');

/** POST /faces/authenticate (interface, section 4.1). */
export function authenticateRoute(app: App, deps: FaceRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/faces/authenticate',
    config: {
      access: {
        kind: 'token',
        surface: 'mobile',
        products: ['mobile'],
        scope: 'faces:authenticate',
        missingCode: 'access_token_missing',
      },
      audit: { action: 'face.authenticate' },
      takesInlinePhoto: true,
      deprecation: { since: deprecatedSince, successor: '/v1/face-authentications' },
    },
    schema: {
      operationId: 'authenticateFace',
      tags: ['Face authentication'],
      summary: 'Compare a photo with the face registered for a CPF',
      description:
        'Use POST /v1/face-authentications in new clients. Each call that reaches a verdict makes an attempt, named in Location and X-Attempt-Id.',
      deprecated: true,
      querystring: VerdictQuery,
      body: PhotoRequestSchema,
      response: {
        200: Type.Object(
          { requestId: RequestId, isMatch: Type.Boolean() },
          {
            title: 'FaceAuthenticationResult',
            description: 'True when the face matches the registered face.',
            headers: {
              ...attemptHeaders,
              ...signatureHeader,
              Deprecation: {
                type: 'string',
                description: 'Since when the address is deprecated (RFC 9745).',
              },
              Link: { type: 'string', description: 'The successor.' },
            },
          },
        ),
        ...errorResponses(
          405,
          pickErrors(faceErrorCatalogue, 'face_not_registered', 'image_required', 'face_locked'),
          sessionUseErrors,
        ),
      },
    },
    handler: async (request, reply) => {
      const token = tokenOf(request);
      const peopleId = parseCpfField('body/peopleId', request.body.peopleId);
      requirePerson(token, peopleId);
      await deps.countPerson(request, reply, peopleId);
      const { attempt, isAudited } = await authenticateFace(deps.faces, {
        peopleId,
        photo: photoSourceOf(request.body),
        livenessSessionId: request.body.livenessSessionId,
        device: deviceOf(request.body),
        sourceIp: request.ip,
        clientId: token.clientId,
        signal: disconnectionOf(reply),
        auditEvent: (made) => verdictEventOf(request, made),
      });
      request.isAnswerAudited = isAudited;
      reply.header('location', `${deps.mobileBaseUrl}/faces/authenticate/${attempt.id}`);
      reply.header('x-attempt-id', attempt.id);
      const body = { requestId: request.id, isMatch: attempt.isMatch };
      return (await sendVerdict(request, reply, deps.signResponse, { attempt, peopleId, body })) as never;
    },
  });
}
