import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { auditLogErrorCatalogue } from '../errors.ts';
import { type AuditExports, mostExportedEvents, mostExports } from '../export-audit.ts';
import { AuditFilterHeaders, auditFilterQuery, type ListPersonIds, readAuditFilter } from './audit-filter.ts';

export type ExportAuditRouteDeps = {
  readonly auditExports: AuditExports;
  readonly listPersonIds: ListPersonIds;
};

/** GET /v1/audit/export: the whole log or a part of it, as a file. */
export function exportAuditRoute(app: App, deps: ExportAuditRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/audit/export',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'audit:export' },
      audit: { action: 'audit.export' },
    },
    schema: {
      operationId: 'exportAudit',
      tags: ['Audit'],
      summary: 'Export the audit log',
      description: `Events by chain, sent as they are read. NDJSON: a line about the export, a line for each event with the hash before it, and a line that the service signed; \`confere audit verify FILE --keys JWKS\` verifies it anywhere. An export without the last line is not whole. CSV is for reading and cannot be verified. Limits: ${mostExportedEvents.toLocaleString('en')} events, and ${mostExports} exports at a time in one process.`,
      headers: AuditFilterHeaders,
      querystring: Type.Object({
        format: Type.Optional(Type.Enum(['ndjson', 'csv'], { default: 'ndjson' })),
        ...auditFilterQuery,
      }),
      response: {
        200: {
          description: 'The file.',
          content: {
            'application/x-ndjson': {
              schema: Type.String({ examples: ['{"type":"confere-audit-export","version":1}\n'] }),
            },
            'text/csv': {
              schema: Type.String({ examples: ['at,actorKind\r\n2026-11-22T12:00:00.000Z,client\r\n'] }),
            },
          },
        },
        ...errorResponses(pickErrors(auditLogErrorCatalogue, 'audit_exports_busy')),
      },
    },
    handler: async (request, reply) => {
      const { format = 'ndjson' } = request.query;
      const filter = await readAuditFilter(deps.listPersonIds, request.query, request.headers['x-people-id']);
      const { id, content } = deps.auditExports.begin(filter, format);
      request.auditTarget = id;
      request.auditSubjects = filter.people ?? [];
      const { personId: _personId, ...told } = request.query;
      request.auditDetail = { ...told, format };
      // Also when the answer ends before its first byte.
      reply.raw.once('close', () => content.destroy());
      return await reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
        .header('content-disposition', `attachment; filename="audit-${id}.${format}"`)
        .send(content as never);
    },
  });
}
