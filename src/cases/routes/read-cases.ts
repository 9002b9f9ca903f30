import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../platform/errors.ts';
import { companyIdKind, isId, personIdKind } from '../../platform/ids.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { linkHolderOf } from '../../web/audit.ts';
import { cutPage, ListSchema, PageQuery, readPage } from '../../web/lists.ts';
import { RequestId, refusals } from '../../web/schemas.ts';
import { listAttachments } from '../attachments-store.ts';
import { type CaseEvent, listCaseEvents, listComments } from '../case-history-store.ts';
import { countWaiting, getCase, listCases, listLinks, type WaitedFor } from '../cases-store.ts';
import { findProposers, listDecisions } from '../decisions-store.ts';
import { casesErrorCatalogue } from '../errors.ts';
import { listOutcomesForTwo } from '../four-eyes.ts';
import { subjectIdOf } from '../types.ts';
import {
  CaseFileSchema,
  CaseParams,
  type CaseRouteDeps,
  CaseSchema,
  KindSchema,
  lookAlikesOf,
  noteCase,
  representActor,
  representCase,
  representDecision,
  StateSchema,
  showFacts,
  tags,
} from './case-representation.ts';

/** The account that a step in the life of a case handed it to. */
function handedTo({ action, detail: { to } }: CaseEvent): string | undefined {
  return action === 'assigned' && typeof to === 'string' ? to : undefined;
}

function waitedForOf(request: FastifyRequest): WaitedFor {
  const { clientId: accountId, scopes } = tokenOf(request);
  return { accountId, mayDecide: scopes.has('cases:decide') };
}

export function readCaseRoutes(app: App, deps: CaseRouteDeps): void {
  const { cases, imageLinks } = deps;
  app.route({
    method: 'GET',
    url: '/v1/cases',
    config: { reads: 'replica', access: customerAccess('cases:read'), audit: { action: 'case.list' } },
    schema: {
      operationId: 'listCases',
      tags,
      summary: 'List cases',
      description: 'Oldest first. Get the next page with `cursor`.',
      querystring: Type.Object({
        state: Type.Optional(StateSchema),
        kind: Type.Optional(KindSchema),
        assignee: Type.Optional(Type.String({ description: 'me, none, or the id of an account.' })),
        subject: Type.Optional(Type.String({ description: 'The id of a person or company.' })),
        executionId: Type.Optional(Type.String({ description: 'The id of the execution that opened them.' })),
        waitsFor: Type.Optional(
          Type.Literal('me', {
            description: 'Open cases that the account has, and decisions of others that it may confirm.',
          }),
        ),
        isOverdue: Type.Optional(Type.Literal('true', { description: 'Not decided, and due before now.' })),
        ...PageQuery,
      }),
      response: {
        200: ListSchema(CaseSchema, { title: 'CasePage', description: 'A page of cases, oldest first.' }),
      },
    },
    handler: async (request) => {
      const { subject, executionId, state, kind } = request.query;
      const { after, limit } = readPage(request.query, /^cas_[0-9a-f]{32}$/);
      const assignee = request.query.assignee === 'me' ? tokenOf(request).clientId : request.query.assignee;
      if (assignee !== undefined && assignee !== 'none' && !/^[a-z]{3}_[0-9a-f]{32}$/.test(assignee)) {
        throw RequestError.at('querystring/assignee', 'must be me, none or the id of an account');
      }
      if (subject !== undefined && !isId(personIdKind, subject) && !isId(companyIdKind, subject)) {
        throw RequestError.at('querystring/subject', 'must be the id of a person or company');
      }
      if (executionId !== undefined && !/^exe_[0-9a-f]{32}$/.test(executionId)) {
        throw RequestError.at('querystring/executionId', 'must be the id of an execution');
      }
      const found = await listCases(cases.db, {
        state,
        kind,
        assignee,
        after,
        subjectId: subject,
        executionId,
        limit: limit + 1,
        waitsFor: request.query.waitsFor && waitedForOf(request),
        dueBefore: request.query.isOverdue && cases.clock.now(),
      });
      const { items: page, ...next } = cutPage(found, limit, ({ id }) => id);
      const proposers = await findProposers(
        cases.db,
        page.filter(({ state: now }) => now === 'awaiting_confirmation').map(({ id }) => id),
      );
      const ids = [
        ...page.flatMap(({ assigneeId }) => assigneeId ?? []),
        ...[...proposers.values()].map(({ id }) => id),
      ];
      const names = await cases.accounts.namesOf(cases.db, ids);
      const others = new Map(
        page.flatMap((one) =>
          lookAlikesOf(one)
            .slice(0, 1)
            .map((other) => [one.id, other]),
        ),
      );
      const about = await showFacts(request, deps, [...page.map(subjectIdOf), ...others.values()]);
      const otherPhotoOf = (id: string) => about.get(others.get(id) ?? '')?.imageUrl;
      request.auditSubjects = page.flatMap(({ id, subject }) => [
        ...('personId' in subject ? [subject.personId] : []),
        ...(otherPhotoOf(id) === undefined ? [] : [others.get(id)!]),
      ]);
      return {
        requestId: request.id,
        ...next,
        items: page.map((one) => {
          const proposer = proposers.get(one.id);
          const otherImageUrl = otherPhotoOf(one.id);
          return toAnswer({
            ...representCase(one, names, toAnswer({ ...about.get(subjectIdOf(one)), otherImageUrl })),
            proposedBy: proposer && representActor(proposer, names),
          });
        }),
      };
    },
  });

  app.route({
    method: 'GET',
    url: '/v1/cases/waiting',
    config: { reads: 'replica', access: customerAccess('cases:read'), audit: 'none' },
    schema: {
      operationId: 'countWaitingCases',
      tags,
      summary: 'Count the cases that wait for the account',
      description: 'Those that `waitsFor=me` lists.',
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            count: Type.Integer(),
            overdue: Type.Integer({ description: 'Of these, the ones whose time is over.' }),
          },
          { title: 'WaitingCases', description: 'The numbers.' },
        ),
      },
    },
    handler: async (request) => ({
      requestId: request.id,
      ...(await countWaiting(cases.db, waitedForOf(request), cases.clock.now())),
    }),
  });

  app.route({
    method: 'GET',
    url: '/v1/cases/:caseId',
    config: { access: customerAccess('cases:read'), audit: { action: 'case.read' } },
    schema: {
      operationId: 'getCase',
      tags,
      summary: 'Read a case',
      description: 'With its comments, decisions, timeline, links and attachments, each oldest first.',
      params: CaseParams,
      response: { 200: CaseFileSchema, ...refusals(casesErrorCatalogue, 'case_not_found') },
    },
    handler: async (request) => {
      const { db, cipher } = cases;
      const { caseId: id } = request.params;
      const found = await getCase(db, id);
      noteCase(request, found);
      request.purpose ??= `case ${found.id}`;
      const comments = await listComments(db, cipher, id);
      const decisions = await listDecisions(db, cipher, id);
      const events = await listCaseEvents(db, id);
      const links = [];
      for (const other of await listLinks(db, id)) links.push(await getCase(db, other));
      const names = await cases.accounts.namesOf(db, [
        ...[found, ...links].flatMap(({ assigneeId }) => assigneeId ?? []),
        ...comments.map(({ author }) => author.id),
        ...decisions.flatMap(({ proposedBy, confirmation }) => [proposedBy.id, confirmation?.by ?? '']),
        ...events.flatMap(({ actor }) => ('id' in actor ? actor.id : [])),
        ...events.flatMap((event) => handedTo(event) ?? []),
      ]);
      const subjectId = subjectIdOf(found);
      return {
        requestId: request.id,
        ...representCase(found, names, (await showFacts(request, deps, [subjectId])).get(subjectId)),
        secondPersonFor: [...(await listOutcomesForTwo(db, found.subject))],
        comments: comments.map(({ author, ...rest }) =>
          toAnswer({ ...rest, author: representActor(author, names) }),
        ),
        decisions: decisions.map((decision) => representDecision(decision, names)),
        events: events.map((event) => {
          const to = handedTo(event);
          return toAnswer({
            at: event.at,
            action: event.action,
            detail: { ...event.detail },
            actor: representActor(event.actor, names),
            to: to === undefined ? undefined : representActor({ kind: 'account', id: to }, names),
          });
        }),
        links: links.map((link) => representCase(link, names)),
        attachments: (await listAttachments(db, id)).map(({ id: attachmentId, imageId, addedBy, at }) => ({
          id: attachmentId,
          addedBy,
          at: at.toISOString(),
          imageUrl: imageLinks.sign(imageId, linkHolderOf(request)),
        })),
      };
    },
  });
}
