import { Type } from '@fastify/type-provider-typebox';
import type { ImageLinks } from '../../images/index.ts';
import { pickErrors } from '../../platform/errors.ts';
import { mayReadEvidence } from '../../platform/tokens/index.ts';
import { profileErrorCatalogue } from '../../profiles/index.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { linkHolderOf } from '../../web/audit.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { errorResponses } from '../../web/schemas.ts';
import { listRegistrations } from '../list-registered-faces.ts';

export type ListRegistrationsRouteDeps = {
  readonly faces: Parameters<typeof listRegistrations>[0];
  readonly imageLinks: ImageLinks;
};

/** GET /v1/people/{personId}/registrations: when the face of a person was registered, newest first. */
export function listRegistrationsRoute(app: App, deps: ListRegistrationsRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/registrations',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'people:read' },
      audit: { action: 'face.registrations' },
    },
    schema: {
      operationId: 'listFaceRegistrations',
      tags: ['Registered faces'],
      summary: 'List the registrations of the face of a person',
      description:
        'Newest first, of the reference photos that are there now. Removed ones are in the audit log.',
      params: Type.Object({ personId: Type.String({ description: 'Id of the profile, or a CPF.' }) }),
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object(
            {
              id: Type.String({ description: 'fac_...' }),
              personId: Type.String({ description: 'per_...' }),
              registeredAt: Type.String({ format: 'date-time' }),
              templateModel: Type.String(),
              imageUrl: Type.Optional(
                Type.String({ description: 'The photo, with `attempts:read`. The address expires.' }),
              ),
              legalBasis: Type.Optional(
                Type.String({ description: 'Legal basis of the registration, if given.' }),
              ),
            },
            { title: 'FaceRegistrationEntry' },
          ),
          { title: 'FaceRegistrationList', description: 'The registrations, newest first.' },
        ),
        ...errorResponses(pickErrors(profileErrorCatalogue, 'profile_not_found')),
      },
    },
    handler: async (request) => {
      const { id: personId, registrations } = await listRegistrations(deps.faces, request.params.personId);
      request.auditTarget = personId;
      const { items, ...next } = pageOfAll(registrations, request.query, ({ id }) => id);
      return {
        requestId: request.id,
        ...next,
        items: items.map(({ id, imageId, registeredAt, templateModel, legalBasis }) => ({
          ...{ id, personId },
          registeredAt: registeredAt.toISOString(),
          templateModel,
          ...(mayReadEvidence(tokenOf(request))
            ? { imageUrl: deps.imageLinks.sign(imageId, linkHolderOf(request)) }
            : {}),
          ...(legalBasis === undefined ? {} : { legalBasis }),
        })),
      };
    },
  });
}
