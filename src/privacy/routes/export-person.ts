import { Readable } from 'node:stream';
import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { profileErrorCatalogue } from '../../profiles/index.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { type ExportPersonDeps, exportPerson } from '../export-person.ts';

export type ExportPersonRouteDeps = { readonly personExport: ExportPersonDeps };

/** GET /v1/people/{personId}/export: the data subject's copy. */
export function exportPersonRoute(app: App, deps: ExportPersonRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/export',
    config: {
      reads: 'replica',
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'people:export' },
      audit: { action: 'person.export' },
    },
    schema: {
      operationId: 'exportPerson',
      tags: ['Profiles'],
      summary: 'Export everything known of a person',
      description:
        'One JSON object with profile, executions, history, reference photos and attempts, photos in base64 (LGPD, article 18). `profile` is null for a CPF without one. Sent as it is read: an answer that ends early is not whole.',
      params: Type.Object({ personId: Type.String({ description: 'A profile id or a CPF, digits only.' }) }),
      response: {
        200: {
          description:
            'exportedAt, profile, executions, history, referencePhotos, attempts, livenessSessions, livenessTries and more.',
          content: {
            'application/json': {
              schema: Type.Any({ examples: [{ exportedAt: '2026-11-22T12:00:00.000Z' }] }),
            },
          },
        },
        ...errorResponses(pickErrors(profileErrorCatalogue, 'profile_not_found')),
      },
    },
    handler: async (request, reply) => {
      const { personId, content } = await exportPerson(deps.personExport, request.params.personId);
      request.auditTarget = personId;
      return await reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${personId}.json"`)
        .send(Readable.from(content));
    },
  });
}
