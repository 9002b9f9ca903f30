import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../platform/errors.ts';
import { attemptIdKind, companyIdKind, isId, personIdKind } from '../../platform/ids.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { executionIdKind } from '../../profiles/index.ts';
import { accountOf, customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { RequestId, refusals } from '../../web/schemas.ts';
import {
  assignCase,
  claimNextCase,
  commentCase,
  escalateCase,
  linkCase,
  snoozeCase,
} from '../change-case.ts';
import { casesErrorCatalogue } from '../errors.ts';
import { openCase } from '../open-case.ts';
import type { Case } from '../types.ts';
import {
  actorOf,
  CaseAnswerSchema,
  CaseParams,
  type CaseRouteDeps,
  CaseSchema,
  FreeText,
  noteCase,
  representWithNames,
  tags,
} from './case-representation.ts';

const access = customerAccess('cases:write');
const mostAtOnce = 100;
const AccountId = Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
  description: 'null: no owner.',
});

/** The routes by which cases are opened, handed over and talked about. */
export function workOnCaseRoutes(app: App, { cases }: CaseRouteDeps): void {
  const answer = async (request: FastifyRequest, found: Case) => {
    noteCase(request, found);
    return { requestId: request.id, ...(await representWithNames(cases, found)) };
  };

  app.route({
    method: 'POST',
    url: '/v1/cases',
    config: { access, audit: { action: 'case.open' } },
    schema: {
      operationId: 'openCase',
      tags,
      summary: 'Open a case',
      description:
        'human_review: a person asks that somebody looks at a decision made by a machine (LGPD, article 20). manual: for anything else.',
      body: Type.Object(
        {
          kind: Type.Enum(['human_review', 'manual']),
          personId: Type.Optional(Type.String({ maxLength: 64 })),
          companyId: Type.Optional(Type.String({ maxLength: 64 })),
          attemptId: Type.Optional(Type.String({ maxLength: 64 })),
          executionId: Type.Optional(Type.String({ maxLength: 64 })),
          note: Type.Optional(FreeText),
        },
        { title: 'CaseRequest', description: 'Names a person or a company.' },
      ),
      response: { 201: CaseAnswerSchema },
    },
    handler: async (request, reply) => {
      const { kind, note } = request.body;
      const ids = idsOf(request.body);
      const actor = actorOf(request);
      const made = await openCase(cases, { ...ids, kind, reasons: [] }, actor);
      const found = note === undefined ? made : await commentCase(cases, made.id, note, actor);
      return await reply.code(201).send(await answer(request, found));
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/cases/next',
    config: { access: { kind: 'session', scope: 'cases:decide' }, audit: { action: 'case.claim' } },
    schema: {
      operationId: 'claimNextCase',
      tags,
      summary: 'Get the oldest open case without an owner',
      description: 'The case is assigned to the caller. Two callers never get the same case.',
      response: { 200: CaseAnswerSchema, 204: Type.Null({ description: 'There is none.' }) },
    },
    handler: async (request, reply) => {
      const claimed = await claimNextCase(cases, accountOf(request).id);
      if (claimed === undefined) return await reply.code(204).send(null);
      return await reply.code(200).send(await answer(request, claimed));
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/cases/:caseId/assignment',
    config: { access, audit: { action: 'case.assign' } },
    schema: {
      operationId: 'assignCase',
      tags,
      summary: 'Hand a case over',
      description: 'The reason stands in the case as a comment.',
      params: CaseParams,
      body: Type.Object({ accountId: AccountId, reason: FreeText }, { title: 'CaseAssignment' }),
      response: {
        200: CaseAnswerSchema,
        ...refusals(casesErrorCatalogue, 'case_not_found', 'case_state_wrong'),
      },
    },
    handler: async (request) => {
      const found = await assignCase(cases, request.params.caseId, request.body, actorOf(request));
      return await answer(request, found);
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/cases/assignments',
    config: { access, audit: { action: 'case.assign' } },
    schema: {
      operationId: 'assignCases',
      tags,
      summary: 'Hand several cases over',
      description: `At most ${mostAtOnce}. Each case is handed over separately. Cases in failed are unchanged.`,
      body: Type.Object(
        {
          caseIds: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: mostAtOnce }),
          accountId: AccountId,
          reason: FreeText,
        },
        { title: 'CaseAssignments' },
      ),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            assigned: Type.Array(CaseSchema),
            failed: Type.Array(Type.Object({ id: Type.String(), code: Type.String() })),
          },
          { title: 'AssignedCases', description: 'The cases that were handed over, and the failed ones.' },
        ),
      },
    },
    handler: async (request) => {
      const { caseIds, accountId, reason } = request.body;
      const done: Case[] = [];
      const failed: { id: string; code: string }[] = [];
      for (const id of new Set(caseIds)) {
        try {
          done.push(await assignCase(cases, id, { accountId, reason }, actorOf(request)));
        } catch (error) {
          const { code, kind } = error as { code?: string; kind?: string };
          if (kind !== 'not-found' && kind !== 'conflict') throw error;
          failed.push({ id, code: code! });
        }
      }
      request.auditDetail = { cases: done.map(({ id }) => id) };
      const assigned = [];
      for (const one of done) assigned.push(await representWithNames(cases, one));
      return { requestId: request.id, assigned, failed };
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/cases/:caseId/comments',
    config: { access, audit: { action: 'case.comment' } },
    schema: {
      operationId: 'commentCase',
      tags,
      summary: 'Write a comment',
      description: 'Comments cannot be changed. They are erased with the person.',
      params: CaseParams,
      body: Type.Object({ text: FreeText }, { title: 'CaseComment' }),
      response: {
        201: CaseAnswerSchema,
        ...refusals(casesErrorCatalogue, 'case_not_found'),
      },
    },
    handler: async (request, reply) => {
      const found = await commentCase(cases, request.params.caseId, request.body.text, actorOf(request));
      return await reply.code(201).send(await answer(request, found));
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/cases/:caseId/snooze',
    config: { access, audit: { action: 'case.snooze' } },
    schema: {
      operationId: 'snoozeCase',
      tags,
      summary: 'Put a case away until a moment',
      description: 'At most 90 days. The case opens again automatically, with the same owner.',
      params: CaseParams,
      body: Type.Object({ until: Type.String({ format: 'date-time' }) }, { title: 'CaseSnooze' }),
      response: {
        200: CaseAnswerSchema,
        ...refusals(casesErrorCatalogue, 'case_not_found', 'case_state_wrong'),
      },
    },
    handler: async (request) => {
      const until = new Date(request.body.until);
      const waitMs = until.getTime() - cases.clock.now().getTime();
      if (!(waitMs > 0 && waitMs <= 90 * 24 * 3_600_000)) {
        throw RequestError.at('body/until', 'must be within the next 90 days');
      }
      const found = await snoozeCase(cases, request.params.caseId, until, actorOf(request));
      return await answer(request, found);
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/cases/:caseId/escalation',
    config: { access, audit: { action: 'case.escalate' } },
    schema: {
      operationId: 'escalateCase',
      tags,
      summary: 'Hand a case up',
      description: 'The case becomes urgent and loses its owner. The reason becomes a comment of the case.',
      params: CaseParams,
      body: Type.Object({ reason: FreeText }, { title: 'CaseEscalation' }),
      response: {
        200: CaseAnswerSchema,
        ...refusals(casesErrorCatalogue, 'case_not_found', 'case_state_wrong'),
      },
    },
    handler: async (request) => {
      const found = await escalateCase(cases, request.params.caseId, request.body.reason, actorOf(request));
      return await answer(request, found);
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/cases/:caseId/links',
    config: { access, audit: { action: 'case.link' } },
    schema: {
      operationId: 'linkCase',
      tags,
      summary: 'Link two cases',
      description: 'Each then shows the other. Linking again changes nothing.',
      params: CaseParams,
      body: Type.Object({ caseId: Type.String({ maxLength: 64 }) }, { title: 'CaseLink' }),
      response: {
        201: CaseAnswerSchema,
        ...refusals(casesErrorCatalogue, 'case_not_found'),
      },
    },
    handler: async (request, reply) => {
      const found = await linkCase(cases, request.params.caseId, request.body.caseId, actorOf(request));
      return await reply.code(201).send(await answer(request, found));
    },
  });
}

function idsOf(body: {
  readonly personId?: string;
  readonly companyId?: string;
  readonly attemptId?: string;
  readonly executionId?: string;
}) {
  const { personId, companyId, attemptId, executionId } = body;
  const problems = [
    ...((personId === undefined) === (companyId === undefined)
      ? [{ path: 'body', message: 'must name a person or a company' }]
      : []),
    ...(personId === undefined || isId(personIdKind, personId) ? [] : [noId('personId')]),
    ...(companyId === undefined || isId(companyIdKind, companyId) ? [] : [noId('companyId')]),
    ...(attemptId === undefined || isId(attemptIdKind, attemptId) ? [] : [noId('attemptId')]),
    ...(executionId === undefined || isId(executionIdKind, executionId) ? [] : [noId('executionId')]),
  ];
  if (problems.length > 0) throw new RequestError(problems);
  const subject = personId === undefined ? { companyId: companyId! } : { personId };
  return toAnswer({ subject, attemptId, executionId });
}

function noId(name: string) {
  return { path: `body/${name}`, message: 'is no id' };
}
