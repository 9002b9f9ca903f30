import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { faceErrorCatalogue } from '../errors.ts';
import { type FindLandmarksDeps, findLandmarks } from '../find-landmarks.ts';

const LandmarksSchema = Type.Object(
  {
    width: Type.Integer({ description: 'Of the upright photo, in pixels.' }),
    height: Type.Integer(),
    points: Type.Array(Type.Number(), {
      description: 'x and y of the points of the face mesh in turn, as fractions of width and height.',
    }),
  },
  { title: 'FaceLandmarks' },
);

/** GET /v1/face-authentications/{attemptId}/landmarks: where the networks see both faces. */
export function attemptLandmarksRoute(app: App, { faces }: { readonly faces: FindLandmarksDeps }): void {
  app.route({
    method: 'GET',
    url: '/v1/face-authentications/:attemptId/landmarks',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'attempts:read' },
      audit: { action: 'attempt.landmarks' },
    },
    schema: {
      operationId: 'getAttemptLandmarks',
      tags: ['Face authentication'],
      summary: 'Find the landmarks in the photos of an attempt',
      description:
        'The networks look at the stored photos again; nothing is stored. A photo that is gone, or in which they find no face now, is absent. Only for unbound tokens.',
      params: Type.Object({ attemptId: Type.String() }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            registered: Type.Optional(LandmarksSchema),
            received: Type.Optional(LandmarksSchema),
          },
          { title: 'AttemptLandmarks', description: 'The points of the face mesh.' },
        ),
        ...errorResponses(pickErrors(faceErrorCatalogue, 'attempt_not_found')),
      },
    },
    handler: async (request) => {
      const { attempt, registered, received } = await findLandmarks(faces, request.params.attemptId);
      request.auditTarget = attempt.id;
      request.auditSubjects = [attempt.personId];
      return {
        requestId: request.id,
        ...(registered === undefined ? {} : { registered }),
        ...(received === undefined ? {} : { received }),
      };
    },
  });
}
