import { Readable } from 'node:stream';
import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { profileErrorCatalogue } from '../../profiles/index.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId, refusals } from '../../web/schemas.ts';
import { type ErasePersonDeps, erasePerson } from '../erase-person.ts';
import { privacyErrorCatalogue } from '../errors.ts';
import { type ExportPersonDeps, exportPerson } from '../export-person.ts';

export function exportPersonRoute(app: App, deps: ExportPersonDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/export',
    config: { reads: 'replica', access: customerAccess('people:export'), audit: { action: 'person.export' } },
    schema: {
      operationId: 'exportPerson',
      tags: ['Profiles'],
      summary: 'Export everything known of a person',
      description:
        'One JSON object with profile, executions, history, reference photos, attempts, liveness sessions, cases, watches, holds, and what data sets and providers said of the CPF, photos in base64 (LGPD, article 18). `profile` is null for a CPF without one. Sent as it is read: an answer that ends early is not whole.',
      params: Type.Object({ personId: Type.String({ description: 'A profile id or a CPF, digits only.' }) }),
      response: {
        200: {
          description:
            'exportedAt, profile, executions, history, referencePhotos, attempts, livenessSessions, livenessTries, dataSetRecords, providerAnswers and more.',
          content: {
            'application/json': {
              schema: Type.Any({ examples: [{ exportedAt: '2026-11-22T12:00:00.000Z' }] }),
            },
          },
        },
        ...refusals(profileErrorCatalogue, 'profile_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { personId, content } = await exportPerson(deps, request.params.personId);
      request.auditTarget = personId;
      return await reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${personId}.json"`)
        .send(Readable.from(content));
    },
  });
}

export function erasePersonRoute(app: App, deps: ErasePersonDeps): void {
  app.route({
    method: 'DELETE',
    url: '/v1/people/:personId',
    config: { access: customerAccess('people:erase'), audit: { action: 'person.erase' } },
    schema: {
      operationId: 'erasePerson',
      tags: ['Profiles'],
      summary: 'Erase a person',
      description:
        'Erases photos, templates, the personal part of attempts, the profile with its executions, and what data sets say of the CPF (LGPD, article 18). Of attempts, verdict and time stay. There is no way back.',
      params: Type.Object({ personId: Type.String({ description: 'A profile id or a CPF, digits only.' }) }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            receiptId: Type.String(),
            personId: Type.String({ description: 'The id of the erased person.' }),
            erasedAt: Type.String({ format: 'date-time' }),
            erased: Type.Record(Type.String(), Type.Integer(), { description: 'Number of each kind.' }),
            receipt: Type.String({
              description:
                'A compact JWS of type confere-erasure-receipt+jwt; verify it with /.well-known/jwks.json.',
            }),
          },
          { title: 'Erasure', description: 'The person is erased.' },
        ),
        ...errorResponses(
          pickErrors(profileErrorCatalogue, 'profile_not_found'),
          pickErrors(privacyErrorCatalogue, 'person_held', 'erasure_second_person_required'),
        ),
      },
    },
    handler: async (request) => {
      const erasure = await erasePerson(deps, request.params.personId, {
        actor: {
          kind: tokenOf(request).account === undefined ? 'client' : 'account',
          id: tokenOf(request).clientId,
        },
        purpose: request.purpose,
        source: request.ip,
        requestId: request.id,
      });
      // Recorded with the erasure itself, in its transaction.
      request.isAudited = true;
      return {
        requestId: request.id,
        receiptId: erasure.id,
        personId: erasure.personId,
        erasedAt: erasure.erasedAt.toISOString(),
        erased: { ...erasure.erased },
        receipt: erasure.signed,
      };
    },
  });
}
