import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { profileErrorCatalogue } from '../../profiles/index.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { readCpf } from '../get-person.ts';
import type { GetPersonRouteDeps } from './get-person.ts';

/** GET /v1/people/{personId}/cpf: the whole CPF, for people whose answers mask it. */
export function getCpfRoute(app: App, deps: GetPersonRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/cpf',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'people:read' },
      audit: { action: 'person.cpf' },
    },
    schema: {
      operationId: 'getCpf',
      tags: ['Profiles'],
      summary: 'Read the whole CPF of a person',
      description:
        'Answers to people who are signed in to the console mask CPFs. This one does not; the audit log records it.',
      params: Type.Object({ personId: Type.String({ description: 'Id of the profile, or a CPF.' }) }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            personId: Type.String({ description: 'per_...' }),
            cpf: Type.Optional(
              Type.String({
                description: 'Digits only. Absent for a partner known by name and masked CPF.',
              }),
            ),
          },
          { title: 'PersonCpf', description: 'The CPF.' },
        ),
        ...errorResponses(pickErrors(profileErrorCatalogue, 'profile_not_found')),
      },
    },
    handler: async (request) => {
      const { id, cpf } = await readCpf(deps.people, request.params.personId);
      request.auditTarget = id;
      return { requestId: request.id, personId: id, ...(cpf === undefined ? {} : { cpf }) };
    },
  });
}
