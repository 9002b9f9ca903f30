import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { heldErrorCatalogue } from '../../platform/personal-data.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { mayReadEvidence } from '../../platform/tokens/index.ts';
import { profileErrorCatalogue } from '../../profiles/index.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { linkHolderOf } from '../../web/audit.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { errorResponses, parseCpfField, refusals } from '../../web/schemas.ts';
import { faceErrorCatalogue } from '../errors.ts';
import { deleteRegisteredFaces, listRegisteredFaces, listRegistrations } from '../registered-faces.ts';
import { FaceQualitySchema } from './face-quality-schema.ts';
import type { FaceRouteDeps } from './route-deps.ts';

export function getFaceRoute(app: App, deps: FaceRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:cpf/face',
    config: { access: customerAccess('faces:read'), audit: { action: 'face.read' } },
    schema: {
      operationId: 'listRegisteredFaces',
      tags: ['Registered faces'],
      summary: 'List the reference photos of a CPF',
      description: 'Newest first, each with its quality and a link to the photo. The links expire.',
      params: Type.Object({ cpf: Type.String() }),
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object(
            {
              id: Type.String(),
              personId: Type.String(),
              createdAt: Type.String({ format: 'date-time' }),
              imageUrl: Type.String({ description: 'The address expires.' }),
              templateModel: Type.String(),
              quality: FaceQualitySchema,
              legalBasis: Type.Optional(
                Type.String({ description: 'Legal basis of the registration, if given.' }),
              ),
            },
            { title: 'ReferencePhoto' },
          ),
          { title: 'ReferencePhotos', description: 'The photos, newest first.' },
        ),
        ...refusals(faceErrorCatalogue, 'face_not_registered'),
      },
    },
    handler: async (request) => {
      const faces = await listRegisteredFaces(deps.faces, parseCpfField('params/cpf', request.params.cpf));
      request.auditTarget = faces[0].personId;
      const { items, ...next } = pageOfAll(faces, request.query, ({ id }) => id);
      return {
        requestId: request.id,
        ...next,
        items: items.map(({ id, personId, createdAt, imageId, templateModel, quality, legalBasis }) => {
          const imageUrl = deps.imageLinks.sign(imageId, linkHolderOf(request));
          return toAnswer({ id, personId, createdAt, imageUrl, templateModel, quality, legalBasis });
        }),
      };
    },
  });
}

export function deleteFaceRoute(app: App, deps: FaceRouteDeps): void {
  app.route({
    method: 'DELETE',
    url: '/v1/people/:cpf/face',
    config: { access: customerAccess('faces:write'), audit: { action: 'face.delete' } },
    schema: {
      operationId: 'deleteRegisteredFaces',
      tags: ['Registered faces'],
      summary: 'Remove the reference photos of a CPF',
      description:
        'Removes every reference photo of the CPF with its template. Attempts keep their verdicts.',
      params: Type.Object({ cpf: Type.String() }),
      response: {
        204: Type.Null({ description: 'The photos are removed.' }),
        ...errorResponses(pickErrors(faceErrorCatalogue, 'face_not_registered'), heldErrorCatalogue),
      },
    },
    handler: async (request, reply) => {
      const cpf = parseCpfField('params/cpf', request.params.cpf);
      const { personId } = await deleteRegisteredFaces(deps.faces, cpf);
      request.auditTarget = personId;
      return await reply.code(204).send(null);
    },
  });
}

export function listRegistrationsRoute(app: App, deps: FaceRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/registrations',
    config: { access: customerAccess('people:read'), audit: { action: 'face.registrations' } },
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
        ...refusals(profileErrorCatalogue, 'profile_not_found'),
      },
    },
    handler: async (request) => {
      const { id: personId, registrations } = await listRegistrations(deps.faces, request.params.personId);
      request.auditTarget = personId;
      const { items, ...next } = pageOfAll(registrations, request.query, ({ id }) => id);
      return {
        requestId: request.id,
        ...next,
        items: items.map(({ id, imageId, registeredAt, templateModel, legalBasis }) => {
          const mayRead = mayReadEvidence(tokenOf(request));
          const imageUrl = mayRead ? deps.imageLinks.sign(imageId, linkHolderOf(request)) : undefined;
          return toAnswer({ id, personId, registeredAt, templateModel, imageUrl, legalBasis });
        }),
      };
    },
  });
}
