import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { toAnswer } from '../../platform/to-answer.ts';
import { requirePerson } from '../../platform/tokens/index.ts';
import { customerAccess, type RouteAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { linkHolderOf } from '../../web/audit.ts';
import { type errorResponses, RequestId, refusals } from '../../web/schemas.ts';
import { FaceError, faceErrorCatalogue } from '../errors.ts';
import { findLandmarks, getAttempt } from '../list-attempts.ts';
import { AttemptAnswerSchema, representAttempt, WrappedAttemptSchema } from './attempt-representation.ts';
import type { FaceRouteDeps } from './route-deps.ts';

/** Whoever may make an attempt for one person may follow its address. */
const scopes = { scope: 'attempts:read', boundScope: 'faces:authenticate' } as const;

/** GET /faces/authenticate/{attemptId} (interface, section 4.2). */
export function attemptRoute(app: App, deps: FaceRouteDeps): void {
  addRoute(app, deps, {
    url: '/faces/authenticate/:attemptId',
    isWrapped: true,
    operationId: 'getFaceAuthenticationAttempt',
    access: { kind: 'token', surface: 'mobile', products: ['mobile'], ...scopes },
    errors: refusals(faceErrorCatalogue, 'attempt_not_found'),
    // Interface, section 7: the address has no 400.
    ignoresUnknownQuery: true,
  });
}

export function faceAuthenticationRoute(app: App, deps: FaceRouteDeps): void {
  addRoute(app, deps, {
    url: '/v1/face-authentications/:attemptId',
    isWrapped: false,
    operationId: 'getFaceAuthentication',
    access: {
      kind: 'token',
      surface: 'customer',
      products: ['customer', 'mobile'],
      ...scopes,
    },
    errors: refusals(faceErrorCatalogue, 'attempt_not_found'),
  });
}

function addRoute(
  app: App,
  deps: FaceRouteDeps,
  route: {
    readonly url: string;
    /** The contract's address has the attempt in `data`. */
    readonly isWrapped: boolean;
    readonly operationId: string;
    readonly access: RouteAccess & { readonly kind: 'token' };
    readonly errors: ReturnType<typeof errorResponses>;
    readonly ignoresUnknownQuery?: true;
  },
): void {
  app.route({
    method: 'GET',
    url: route.url,
    config: {
      access: route.access,
      audit: { action: 'attempt.read' },
      ...(route.ignoresUnknownQuery ? { ignoresUnknownQuery: true } : {}),
    },
    schema: {
      operationId: route.operationId,
      tags: ['Face authentication'],
      summary: 'Read back an authentication attempt',
      description:
        'A token bound to a person gets the verdict only, of attempts that its client made for that person; faces:authenticate is enough for it. An unbound token with attempts:read gets photos and figures: it must never be on a phone.',
      params: Type.Object({ attemptId: Type.String() }),
      response: {
        200: {
          ...(route.isWrapped ? WrappedAttemptSchema : AttemptAnswerSchema),
          description: 'The attempt.',
        },
        ...route.errors,
      },
    },
    handler: async (request: FastifyRequest<{ Params: { attemptId: string } }>) => {
      const attempt = await getAttempt(deps.faces, request.params.attemptId);
      request.auditTarget = attempt.id;
      request.auditSubjects = [attempt.personId];
      const token = tokenOf(request);
      requirePerson(token, attempt.peopleId);
      if (token.peopleId !== undefined && attempt.executionOriginId !== token.clientId) {
        throw new FaceError('attempt_not_found');
      }
      const signLink = (imageId: string) => deps.imageLinks.sign(imageId, linkHolderOf(request));
      const shown = representAttempt(attempt, token, signLink);
      return { requestId: request.id, ...(route.isWrapped ? { data: shown } : shown) };
    },
  });
}

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

export function attemptLandmarksRoute(app: App, { faces }: FaceRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/face-authentications/:attemptId/landmarks',
    config: {
      isCostly: true,
      access: customerAccess('attempts:read'),
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
        ...refusals(faceErrorCatalogue, 'attempt_not_found'),
      },
    },
    handler: async (request) => {
      const { attempt, registered, received } = await findLandmarks(faces, request.params.attemptId);
      request.auditTarget = attempt.id;
      request.auditSubjects = [attempt.personId];
      return toAnswer({ requestId: request.id, registered, received });
    },
  });
}
