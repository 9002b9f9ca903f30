import { Type } from '@fastify/type-provider-typebox';
import type { Cpf } from '../../platform/documents.ts';
import { requirePerson } from '../../platform/tokens/index.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { requesterOf } from '../../web/audit.ts';
import type { CountPerson } from '../../web/rate-limits/create-request-limits.ts';
import { CpfSchema, locationOf, parseCpfField, RequestId, Timestamp } from '../../web/schemas.ts';
import { createSession } from '../create-session.ts';
import type { InventedEnd } from '../declarations.ts';
import { endWithoutCamera } from '../end-without-camera.ts';
import {
  type Challenge,
  challenges,
  type LivenessDeps,
  livenessLocales,
  livenessPurposes,
} from '../types.ts';

export type CreateSessionRouteDeps = {
  readonly liveness: LivenessDeps;
  readonly countPerson: CountPerson;
  /** The end of a session that needs no camera, in a sandbox. */
  readonly findInventedEnd: (cpf: Cpf) => InventedEnd | undefined;
};

export function createSessionRoute(app: App, deps: CreateSessionRouteDeps, baseUrl: string): void {
  app.route({
    method: 'POST',
    url: '/v1/liveness-sessions',
    config: {
      access: customerAccess('liveness:write', { products: ['customer', 'mobile'], bareTokenAllowed: true }),
      audit: { action: 'liveness.create' },
    },
    schema: {
      operationId: 'createLivenessSession',
      tags: ['Liveness'],
      summary: 'Ask a person for a few movements of the head, to be judged by the server',
      description:
        'captureUrl opens the capture page once. A token that is bound to a CPF makes sessions for that CPF.',
      body: Type.Object(
        {
          purpose: Type.Enum([...livenessPurposes], {
            description: 'authenticate, register: to be used once for that. check: only to be read.',
          }),
          peopleId: Type.Optional(CpfSchema),
          locale: Type.Optional(Type.Enum([...livenessLocales], { default: 'pt-BR' })),
          redirectUrl: Type.Optional(
            Type.String({
              maxLength: 2_000,
              description: 'Where the page goes afterwards: an https: address.',
            }),
          ),
          challenge: Type.Optional(
            Type.Enum([...challenges], {
              default: 'turns',
              description:
                'turns: turns of the head. turns_and_light: the screen also shows colours; only with LIVENESS_LIGHT=offered.',
            }),
          ),
        },
        { title: 'LivenessSessionRequest' },
      ),
      response: {
        201: Type.Object(
          {
            requestId: RequestId,
            id: Type.String(),
            state: Type.Literal('created'),
            captureUrl: Type.String({ description: 'With a one-time code in its fragment.' }),
            expiresAt: Timestamp,
          },
          {
            title: 'CreatedLivenessSession',
            description: 'The session waits to be begun.',
            headers: locationOf('session'),
          },
        ),
      },
    },
    handler: async (request, reply) => {
      const token = tokenOf(request);
      const { body } = request;
      const named = body.peopleId === undefined ? undefined : parseCpfField('body/peopleId', body.peopleId);
      const peopleId = named ?? token.peopleId;
      requirePerson(token, peopleId);
      if (peopleId !== undefined) await deps.countPerson(request, reply, peopleId);
      const session = await createSession(deps.liveness, {
        clientId: token.clientId,
        purpose: body.purpose as (typeof livenessPurposes)[number],
        peopleId,
        locale: (body.locale ?? 'pt-BR') as (typeof livenessLocales)[number],
        redirectUrl: body.redirectUrl,
        challenge: (body.challenge ?? 'turns') as Challenge,
        requester: requesterOf(request),
      });
      const end = peopleId && deps.findInventedEnd(peopleId);
      if (end !== undefined) await endWithoutCamera(deps.liveness, session.id, end);
      // Recorded with the session, in its transaction.
      request.isAudited = true;
      const { id, state, captureUrl } = session;
      return await reply.code(201).header('location', `${baseUrl}/v1/liveness-sessions/${id}`).send({
        requestId: request.id,
        id,
        state,
        captureUrl,
        expiresAt: session.expiresAt.toISOString(),
      });
    },
  });
}
