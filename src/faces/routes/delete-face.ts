import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { heldErrorCatalogue } from '../../platform/personal-data.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, parseCpfField } from '../../web/schemas.ts';
import { type DeleteRegisteredFacesDeps, deleteRegisteredFaces } from '../delete-registered-faces.ts';
import { faceErrorCatalogue } from '../errors.ts';

export type DeleteFaceRouteDeps = { readonly faces: DeleteRegisteredFacesDeps };

/** DELETE /v1/people/{cpf}/face: removes every reference photo of a CPF. */
export function deleteFaceRoute(app: App, deps: DeleteFaceRouteDeps): void {
  app.route({
    method: 'DELETE',
    url: '/v1/people/:cpf/face',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'faces:write' },
      audit: { action: 'face.delete' },
    },
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
