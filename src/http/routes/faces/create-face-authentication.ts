import { createHmac } from 'node:crypto';
import { Type } from '@fastify/type-provider-typebox';
import { requirePerson } from '../../../access/index.ts';
import { type AuthenticateFaceDeps, authenticateFace } from '../../../faces/index.ts';
import type { ImageLinks } from '../../../images/index.ts';
import { tokenOf } from '../../access.ts';
import { parseCpfField } from '../../parse-cpf-field.ts';
import type { CountPerson } from '../../rate-limits/index.ts';
import { attemptHeaders, errorResponses } from '../../schemas.ts';
import type { App } from '../../server.ts';
import { AttemptBodySchema, representAttempt } from './attempt-representation.ts';
import { deviceOf, PhotoRequestSchema, photoSourceOf } from './photo-request.ts';

export type CreateFaceAuthenticationDeps = {
  readonly faces: AuthenticateFaceDeps;
  readonly imageLinks: ImageLinks;
  readonly baseUrl: string;
  readonly countPerson: CountPerson;
  /** Keys the digests of requests: what is asked holds a CPF, which a plain hash would give away. */
  readonly faceRequestKey: Uint8Array;
};

/** POST /v1/face-authentications: the successor of POST /faces/authenticate, answering with the whole attempt. */
export function createFaceAuthenticationRoute(app: App, deps: CreateFaceAuthenticationDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/face-authentications',
    config: {
      access: {
        kind: 'token',
        surface: 'customer',
        products: ['customer', 'mobile'],
        scope: 'faces:authenticate',
      },
      audit: { action: 'face.authenticate' },
    },
    schema: {
      operationId: 'createFaceAuthentication',
      tags: ['Face authentication'],
      summary: 'Compare a photo with the face registered for a CPF and get the whole attempt',
      security: [{ token: ['faces:authenticate'] }],
      headers: Type.Object({
        'idempotency-key': Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'The same key with the same body gives the same attempt for 24 hours.',
          }),
        ),
      }),
      body: PhotoRequestSchema,
      response: {
        201: { ...AttemptBodySchema, description: 'The attempt.', headers: attemptHeaders },
        ...errorResponses(400, 401, 403, 404, 409, 413, 429),
      },
    },
    handler: async (request, reply) => {
      const token = tokenOf(request);
      const peopleId = parseCpfField('body/peopleId', request.body.peopleId);
      requirePerson(token, peopleId);
      await deps.countPerson(request, reply, peopleId);
      const photo = photoSourceOf(request.body);
      const device = deviceOf(request.body);
      const key = request.headers['idempotency-key'];
      const { attempt, replayed } = await authenticateFace(deps.faces, {
        peopleId,
        photo,
        device,
        sourceIp: request.ip,
        clientId: token.clientId,
        ...(key === undefined
          ? {}
          : {
              idempotency: { key, requestDigest: digestOf(deps.faceRequestKey, { peopleId, photo, device }) },
            }),
      });
      reply.header('location', `${deps.baseUrl}/v1/face-authentications/${attempt.id}`);
      reply.header('x-attempt-id', attempt.id);
      request.auditTarget = attempt.id;
      if (replayed) reply.header('idempotency-replayed', 'true');
      return await reply.code(201).send(representAttempt(attempt, request.id, deps.imageLinks));
    },
  });
}

/** What was asked, whatever the order or spacing of the body's fields. */
function digestOf(key: Uint8Array, request: object): Uint8Array {
  return createHmac('sha256', key).update(JSON.stringify(request)).digest();
}
