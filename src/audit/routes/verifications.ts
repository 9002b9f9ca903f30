import { Type } from '@fastify/type-provider-typebox';
import { auditFaults } from '../../platform/audit/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, readPage } from '../../web/lists.ts';
import { AnswerSchema, locationOf, refusals, Timestamp } from '../../web/schemas.ts';
import { type StartVerificationDeps, startVerification } from '../carry-out-verification.ts';
import { AuditLogError, auditLogErrorCatalogue } from '../errors.ts';
import { mostFaults, mostParts, type Verification } from '../types.ts';
import { findVerification, listVerifications } from '../verifications-store.ts';

const VerificationSchema = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum(['waiting', 'running', 'whole', 'broken', 'failed'], {
      description: '`failed`: it could not be read to its end, which says nothing about the log.',
    }),
    startedBy: Type.String({ description: 'Id of the account or the client.' }),
    createdAt: Timestamp,
    finishedAt: Type.Optional(Timestamp),
    readEvents: Type.Integer({ description: 'Written every half second.' }),
    totalEvents: Type.Integer({ description: 'By the heads of the chains, when it began.' }),
    result: Type.Optional(
      Type.Object({
        events: Type.Integer(),
        chains: Type.Integer(),
        anchors: Type.Integer({
          description: 'Notes of heads and of the beginning that were compared with the events they name.',
        }),
        firstAt: Type.Optional(Timestamp),
        lastAt: Type.Optional(Timestamp),
        parts: Type.Array(
          Type.Object({
            chain: Type.String(),
            events: Type.Integer(),
            firstSequence: Type.Integer(),
            lastSequence: Type.Integer(),
            firstAt: Type.Optional(Timestamp),
            lastAt: Type.Optional(Timestamp),
          }),
          { description: `The chains that were written last, at most ${mostParts}.` },
        ),
        faultCount: Type.Integer(),
        faults: Type.Array(
          Type.Object({ chain: Type.String(), sequence: Type.Integer(), fault: Type.Enum([...auditFaults]) }),
          { description: `Where the log breaks: the first ones, at most ${mostFaults}.` },
        ),
      }),
    ),
  },
  { title: 'AuditVerification' },
);
const Answer = AnswerSchema(VerificationSchema, { title: 'AuditVerificationAnswer' });

export function verificationRoutes(app: App, deps: StartVerificationDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/audit/verifications',
    config: { access: customerAccess('audit:export'), audit: { action: 'audit.verify' } },
    schema: {
      operationId: 'verifyAudit',
      tags: ['Audit'],
      summary: 'Verify the audit log',
      description:
        'Reads the whole log in the background and computes every hash again. GET /v1/audit/verifications/{verificationId} shows progress and findings. One waits or runs at a time. An event `audit.verified` records its end.',
      response: {
        202: { ...Answer, description: 'It waits for a process.', headers: locationOf('verification') },
        ...refusals(auditLogErrorCatalogue, 'audit_verification_running'),
      },
    },
    handler: async (request, reply) => {
      const started = await startVerification(deps, tokenOf(request).clientId);
      request.auditTarget = started.id;
      return await reply
        .code(202)
        .header('location', `/v1/audit/verifications/${started.id}`)
        .send({ requestId: request.id, ...represent(started) });
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/audit/verifications',
    config: { access: customerAccess('audit:read'), audit: 'none' },
    schema: {
      operationId: 'listAuditVerifications',
      tags: ['Audit'],
      summary: 'List verifications of the audit log',
      description: 'Those that were started over the API, the newest first.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(VerificationSchema, {
          title: 'AuditVerificationPage',
          description: 'A page of verifications.',
        }),
      },
    },
    handler: async (request) => {
      const { after, limit } = readPage(request.query, /^ver_[0-9a-f]{32}$/);
      const found = await listVerifications(deps.db, { before: after, limit: limit + 1 });
      const { items, ...next } = cutPage(found, limit, ({ id }) => id);
      return { requestId: request.id, ...next, items: items.map(represent) };
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/audit/verifications/:verificationId',
    config: { access: customerAccess('audit:read'), audit: 'none' },
    schema: {
      operationId: 'getAuditVerification',
      tags: ['Audit'],
      summary: 'Read a verification of the audit log',
      description: 'With its progress, and what it found.',
      params: Type.Object({ verificationId: Type.String({ maxLength: 64 }) }),
      response: {
        200: { ...Answer, description: 'The verification.' },
        ...refusals(auditLogErrorCatalogue, 'audit_verification_not_found'),
      },
    },
    handler: async (request) => {
      const found = await findVerification(deps.db, request.params.verificationId);
      if (found === undefined) throw new AuditLogError('audit_verification_not_found');
      return { requestId: request.id, ...represent(found) };
    },
  });
}

function represent({ result, ...verification }: Verification) {
  return toAnswer({
    ...verification,
    result: result && { ...result, parts: [...result.parts], faults: [...result.faults] },
  });
}
