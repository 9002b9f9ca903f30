import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { requirePerson } from '../../../access/index.ts';
import { getAttempt } from '../../../faces/index.ts';
import type { ImageLinks } from '../../../images/index.ts';
import { type RouteAccess, tokenOf } from '../../access.ts';
import { errorResponses } from '../../schemas.ts';
import type { App } from '../../server.ts';
import { AttemptBodySchema, representAttempt } from './attempt-representation.ts';

export type GetAttemptRouteDeps = {
  readonly faces: Parameters<typeof getAttempt>[0];
  readonly imageLinks: ImageLinks;
};

/** GET /faces/authenticate/{attemptId} (interface, section 4.2). */
export function attemptRoute(app: App, deps: GetAttemptRouteDeps): void {
  addRoute(app, deps, {
    url: '/faces/authenticate/:attemptId',
    operationId: 'getFaceAuthenticationAttempt',
    access: { kind: 'token', surface: 'mobile', products: ['mobile'], scope: 'attempts:read' },
    errors: errorResponses(401, 404, 429),
  });
}

/** GET /v1/face-authentications/{attemptId}: the same record for customer tokens. */
export function faceAuthenticationRoute(app: App, deps: GetAttemptRouteDeps): void {
  addRoute(app, deps, {
    url: '/v1/face-authentications/:attemptId',
    operationId: 'getFaceAuthentication',
    access: {
      kind: 'token',
      surface: 'customer',
      products: ['customer', 'mobile'],
      scope: 'attempts:read',
    },
    errors: errorResponses(401, 403, 404, 429),
  });
}

function addRoute(
  app: App,
  deps: GetAttemptRouteDeps,
  route: {
    readonly url: string;
    readonly operationId: string;
    readonly access: RouteAccess & { readonly kind: 'token' };
    readonly errors: ReturnType<typeof errorResponses>;
  },
): void {
  app.route({
    method: 'GET',
    url: route.url,
    config: { access: route.access, audit: { action: 'attempt.read' } },
    schema: {
      operationId: route.operationId,
      tags: ['Face authentication'],
      summary: 'Read back an authentication attempt',
      security: [{ token: [route.access.scope] }],
      params: Type.Object({ attemptId: Type.String() }),
      response: { 200: { ...AttemptBodySchema, description: 'The attempt.' }, ...route.errors },
    },
    handler: async (request: FastifyRequest<{ Params: { attemptId: string } }>) => {
      const attempt = await getAttempt(deps.faces, request.params.attemptId);
      request.auditTarget = attempt.id;
      requirePerson(tokenOf(request), attempt.peopleId);
      return representAttempt(attempt, request.id, deps.imageLinks);
    },
  });
}
