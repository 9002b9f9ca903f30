import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { pickErrors } from '../../platform/errors.ts';
import { type DescribeSubjects, nameSubjects } from '../../platform/subjects.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { profileErrorCatalogue } from '../../profiles/index.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, pageOfAll, readPage } from '../../web/lists.ts';
import { AnswerSchema, errorResponses, refusals, Timestamp } from '../../web/schemas.ts';
import { privacyErrorCatalogue } from '../errors.ts';
import {
  endHold,
  type HoldsDeps,
  listHoldsOfPerson,
  listStandingHolds,
  mostStandingHolds,
  representHold,
  setHold,
} from '../holds.ts';
import type { HoldActor } from '../holds-store.ts';

export type HoldRouteDeps = { readonly holds: HoldsDeps; readonly describeSubjects: DescribeSubjects };

const PersonParams = Type.Object({
  personId: Type.String({ maxLength: 64, description: 'A profile id or a CPF, digits only.' }),
});
const ActorSchema = Type.Object({
  kind: Type.Enum(['account', 'client', 'operator']),
  id: Type.Optional(Type.String()),
});
const HoldSchema = Type.Object(
  {
    id: Type.String(),
    personId: Type.String(),
    name: Type.Optional(Type.String({ description: 'For people who are signed in.' })),
    reason: Type.String(),
    isStanding: Type.Boolean({ description: 'False once it was ended or its time is over.' }),
    setAt: Timestamp,
    setBy: ActorSchema,
    until: Type.Optional(Timestamp),
    endedAt: Type.Optional(Timestamp),
    endedBy: Type.Optional(ActorSchema),
  },
  { title: 'Hold' },
);
const HoldAnswer = AnswerSchema(HoldSchema, { title: 'HoldAnswer' });

export function holdRoutes(app: App, { holds, describeSubjects }: HoldRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/people/:personId/holds',
    config: { access: customerAccess('people:hold'), audit: { action: 'hold.set' } },
    schema: {
      operationId: 'setHold',
      tags: ['Profiles'],
      summary: 'Keep a person from being erased',
      description: `While a hold stands, erasing the person and removing reference photos or used liveness sessions is refused with \`person_held\`, and retention leaves the person out. At most ${mostStandingHolds.toLocaleString('en')} stand at a time.`,
      params: PersonParams,
      body: Type.Object(
        {
          reason: Type.String({ minLength: 3, maxLength: 500, description: 'Kept sealed.' }),
          until: Type.Optional(
            Type.String({ format: 'date-time', description: 'When it ends by itself; never unless given.' }),
          ),
        },
        { title: 'HoldRequest' },
      ),
      response: {
        201: { ...HoldAnswer, description: 'The hold stands.' },
        ...errorResponses(
          pickErrors(profileErrorCatalogue, 'profile_not_found'),
          pickErrors(privacyErrorCatalogue, 'hold_end_past', 'holds_full'),
        ),
      },
    },
    handler: async (request, reply) => {
      const { reason, until } = request.body;
      const hold = await setHold(holds, request.params.personId, {
        reason,
        until: until === undefined ? undefined : new Date(until),
        by: actorOf(request),
      });
      request.auditTarget = hold.personId;
      request.auditDetail = toAnswer({ hold: hold.id, until });
      return await reply.code(201).send({ requestId: request.id, ...representHold(hold, holds.clock.now()) });
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/holds',
    config: { access: customerAccess('people:read'), audit: { action: 'hold.list' } },
    schema: {
      operationId: 'listHoldsOfPerson',
      tags: ['Profiles'],
      summary: 'List the holds of a person',
      description: 'Newest first, those that are over included.',
      params: PersonParams,
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(HoldSchema, { title: 'HoldsOfPerson', description: 'The holds.' }),
        ...refusals(profileErrorCatalogue, 'profile_not_found'),
      },
    },
    handler: async (request) => {
      const all = await listHoldsOfPerson(holds, request.params.personId);
      request.auditTarget = all[0]?.personId;
      const { items, ...next } = pageOfAll(all, request.query, ({ id }) => id);
      const now = holds.clock.now();
      return { requestId: request.id, ...next, items: items.map((hold) => representHold(hold, now)) };
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/people/:personId/holds/:holdId',
    config: { access: customerAccess('people:hold'), audit: { action: 'hold.end' } },
    schema: {
      operationId: 'endHold',
      tags: ['Profiles'],
      summary: 'End a hold',
      description: 'It stays in the list, with who ended it. Retention takes up the person at its next run.',
      params: Type.Object({ ...PersonParams.properties, holdId: Type.String({ maxLength: 64 }) }),
      response: {
        204: Type.Null({ description: 'The hold is over.' }),
        ...refusals(privacyErrorCatalogue, 'hold_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { personId, holdId } = request.params;
      const hold = await endHold(holds, holdId, { personId, by: actorOf(request) });
      request.auditTarget = hold.personId;
      request.auditDetail = { hold: hold.id };
      return await reply.code(204).send(null);
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/holds',
    config: { access: customerAccess('people:read'), audit: { action: 'hold.list' } },
    schema: {
      operationId: 'listHolds',
      tags: ['Profiles'],
      summary: 'List the holds that stand',
      description: 'Of everybody, newest first.',
      querystring: Type.Object(PageQuery),
      response: { 200: ListSchema(HoldSchema, { title: 'HoldPage', description: 'A page of holds.' }) },
    },
    handler: async (request) => {
      const { after, limit } = readPage(request.query, /^hld_[0-9a-f]{32}$/);
      const found = await listStandingHolds(holds, { before: after, limit: limit + 1 });
      const { items, ...next } = cutPage(found, limit, ({ id }) => id);
      request.auditSubjects = items.map(({ personId }) => personId);
      const names = await nameSubjects(request.auditSubjects, tokenOf(request), describeSubjects);
      const now = holds.clock.now();
      return {
        requestId: request.id,
        ...next,
        items: items.map((hold) => toAnswer({ ...representHold(hold, now), name: names.get(hold.personId) })),
      };
    },
  });
}

function actorOf(request: FastifyRequest): HoldActor {
  const { account, clientId } = tokenOf(request);
  return { kind: account === undefined ? 'client' : 'account', id: clientId };
}
