import { Type } from '@fastify/type-provider-typebox';
import { type ResponseToSign, requirePerson } from '../../../access/index.ts';
import { type AuthenticateFaceDeps, authenticateFace } from '../../../faces/index.ts';
import { tokenOf } from '../../access.ts';
import { parseCpfField } from '../../parse-cpf-field.ts';
import type { CountPerson } from '../../rate-limits/index.ts';
import { attemptHeaders, errorResponses, RequestId } from '../../schemas.ts';
import type { App } from '../../server.ts';
import { deviceOf, PhotoRequestSchema, photoSourceOf } from './photo-request.ts';

export type AuthenticateRouteDeps = {
  readonly faces: AuthenticateFaceDeps;
  /** Signs an answer; see `X-Response-Signature`. */
  readonly signResponse: (response: ResponseToSign) => Promise<string>;
  readonly mobileBaseUrl: string;
  readonly countPerson: CountPerson;
};

/** When the address was declared deprecated (RFC 9745). No date of removal is set. */
const deprecatedSince = new Date('2026-11-01T00:00:00Z');

/** POST /faces/authenticate (interface, section 4.1). */
export function authenticateRoute(app: App, deps: AuthenticateRouteDeps): void {
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
      deprecation: { since: deprecatedSince, successor: '/v1/face-authentications' },
    },
    schema: {
      operationId: 'authenticateFace',
      tags: ['Face authentication'],
      summary: 'Compare a photo with the face registered for a CPF',
      deprecated: true,
      security: [{ token: ['faces:authenticate'] }],
      querystring: Type.Object({
        shouldSignResponse: Type.Optional(
          Type.Unsafe<'true' | 'false'>({
            type: 'string',
            enum: ['true', 'false'],
            default: 'false',
            description: 'true adds X-Response-Signature, a compact JWS that binds the answer.',
          }),
        ),
      }),
      body: PhotoRequestSchema,
      response: {
        200: Type.Object(
          { requestId: RequestId, isMatch: Type.Boolean() },
          {
            description: 'Whether the face is the registered one.',
            headers: {
              ...attemptHeaders,
              'X-Response-Signature': {
                type: 'string',
                description: 'With shouldSignResponse: a compact JWS.',
              },
              Deprecation: {
                type: 'string',
                description: 'Since when the address is deprecated (RFC 9745).',
              },
              Link: { type: 'string', description: 'The successor.' },
            },
          },
        ),
        ...errorResponses(400, 401, 404, 405, 413, 429),
      },
    },
    handler: async (request, reply) => {
      const token = tokenOf(request);
      const peopleId = parseCpfField('body/peopleId', request.body.peopleId);
      requirePerson(token, peopleId);
      await deps.countPerson(request, reply, peopleId);
      const { attempt } = await authenticateFace(deps.faces, {
        peopleId,
        photo: photoSourceOf(request.body),
        device: deviceOf(request.body),
        sourceIp: request.ip,
        clientId: token.clientId,
      });
      reply.header('location', `${deps.mobileBaseUrl}/faces/authenticate/${attempt.id}`);
      reply.header('x-attempt-id', attempt.id);
      request.auditTarget = attempt.id;
      const { isMatch } = attempt;
      if (request.query.shouldSignResponse !== 'true') return { requestId: request.id, isMatch };
      // Signed and sent as the same bytes: nothing may serialise the body anew in between.
      const body = JSON.stringify({ requestId: request.id, isMatch });
      const signature = await deps.signResponse({
        clientId: token.clientId,
        requestId: request.id,
        attemptId: attempt.id,
        peopleId,
        isMatch,
        body,
      });
      reply.header('x-response-signature', signature);
      reply.type('application/json; charset=utf-8').serializer((payload) => payload as string);
      return body as never;
    },
  });
}
