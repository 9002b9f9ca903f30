import { Type } from '@fastify/type-provider-typebox';
import type { ImageLinks } from '../../images/index.ts';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { linkHolderOf } from '../../web/audit.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { errorResponses, parseCpfField } from '../../web/schemas.ts';
import { faceErrorCatalogue } from '../errors.ts';
import { listRegisteredFaces } from '../list-registered-faces.ts';
import { FaceQualitySchema } from './face-quality-schema.ts';

export type GetFaceRouteDeps = {
  readonly faces: Parameters<typeof listRegisteredFaces>[0];
  readonly imageLinks: ImageLinks;
};

/** GET /v1/people/{cpf}/face: the reference photos of a CPF, newest first. */
export function getFaceRoute(app: App, deps: GetFaceRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:cpf/face',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'faces:read' },
      audit: { action: 'face.read' },
    },
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
        ...errorResponses(pickErrors(faceErrorCatalogue, 'face_not_registered')),
      },
    },
    handler: async (request) => {
      const faces = await listRegisteredFaces(deps.faces, parseCpfField('params/cpf', request.params.cpf));
      request.auditTarget = faces[0].personId;
      const { items, ...next } = pageOfAll(faces, request.query, ({ id }) => id);
      return {
        requestId: request.id,
        ...next,
        items: items.map((face) => ({
          id: face.id,
          personId: face.personId,
          createdAt: face.createdAt.toISOString(),
          imageUrl: deps.imageLinks.sign(face.imageId, linkHolderOf(request)),
          templateModel: face.templateModel,
          quality: face.quality,
          ...(face.legalBasis === undefined ? {} : { legalBasis: face.legalBasis }),
        })),
      };
    },
  });
}
