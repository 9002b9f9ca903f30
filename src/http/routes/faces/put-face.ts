import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import {
  FaceError,
  legalBases,
  type PhotoSource,
  parseLegalBasis,
  type RegisterFaceDeps,
  registerFace,
} from '../../../faces/index.ts';
import { tokenOf } from '../../access.ts';
import { HttpError } from '../../errors.ts';
import { parseCpfField } from '../../parse-cpf-field.ts';
import { errorResponses, photoBody, RequestId } from '../../schemas.ts';
import type { App } from '../../server.ts';
import { FaceQualitySchema } from './face-quality-schema.ts';

export type PutFaceRouteDeps = {
  readonly faces: RegisterFaceDeps;
  /** Whether a registration must say on what legal basis it is made. */
  readonly isLegalBasisRequired: boolean;
};

/** PUT /v1/people/{cpf}/face: adds a reference photo. 201 for a person's first, 200 for a further one. */
export function putFaceRoute(app: App, deps: PutFaceRouteDeps): void {
  const Registered = Type.Object({
    requestId: RequestId,
    id: Type.String({ description: 'Id of the reference photo.' }),
    createdAt: Type.String({ format: 'date-time' }),
    references: Type.Integer({ description: 'Reference photos the person has now.' }),
    templateModel: Type.String(),
    quality: FaceQualitySchema,
    liveness: Type.Object({ probability: Type.Number(), isAlive: Type.Boolean(), engine: Type.String() }),
    possibleDuplicates: Type.Optional(
      Type.Array(
        Type.Object({
          personId: Type.String({ description: 'Profile id of the other person, never a CPF.' }),
          similarity: Type.Number({ minimum: 0, maximum: 1 }),
        }),
        {
          description:
            'With the scope faces:duplicates: other people whose registered face may be the same, the most alike first.',
        },
      ),
    ),
    duplicateSearch: Type.Optional(
      Type.Union(
        [Type.Literal('complete'), Type.Literal('partial'), Type.Literal('loading'), Type.Literal('failed')],
        {
          description:
            'With the scope faces:duplicates: whether every registered face was compared, or the index is still loading.',
        },
      ),
    ),
  });
  app.route({
    method: 'PUT',
    url: '/v1/people/:cpf/face',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'faces:write' },
      audit: { action: 'face.register' },
      documentedBody: {
        'application/json': {
          schema: Type.Object({
            imageUrl: Type.String({
              description: 'An https: address, or a data: address with the photo inline.',
            }),
            legalBasis: Type.Optional(
              Type.Enum([...legalBases], { description: 'Of article 11 of the LGPD.' }),
            ),
          }),
        },
        ...photoBody,
      },
    },
    schema: {
      operationId: 'registerFace',
      tags: ['Registered faces'],
      summary: 'Add a reference photo to a CPF',
      description:
        'The body is JSON, { "imageUrl": "https:... or data:..." }, or the image itself (image/jpeg, image/png, image/webp, image/avif).',
      security: [{ token: ['faces:write'] }],
      params: Type.Object({ cpf: Type.String() }),
      headers: Type.Object({
        'x-legal-basis': Type.Optional(
          Type.String({ description: 'legalBasis for a request whose body is the photo.' }),
        ),
      }),
      response: {
        200: { ...Registered, description: 'A further photo of the person.' },
        201: { ...Registered, description: 'The first photo of the person.' },
        ...errorResponses(400, 401, 403, 413, 429),
      },
    },
    handler: async (request, reply) => {
      const cpf = parseCpfField('params/cpf', request.params.cpf);
      const { face, analysis, isFirst, references, duplicates } = await registerFace(
        deps.faces,
        cpf,
        photoSourceOf(request),
        {
          searchDuplicates: tokenOf(request).scopes.has('faces:duplicates'),
          legalBasis: parseLegalBasis(legalBasisOf(request), { isRequired: deps.isLegalBasisRequired }),
        },
      );
      request.auditTarget = face.personId;
      const { probability, isAlive, engine } = analysis.liveness;
      return await reply.code(isFirst ? 201 : 200).send({
        requestId: request.id,
        id: face.id,
        createdAt: face.createdAt.toISOString(),
        references,
        templateModel: face.templateModel,
        quality: face.quality,
        liveness: { probability, isAlive, engine },
        ...(duplicates === undefined
          ? {}
          : {
              possibleDuplicates: [...duplicates.possibleDuplicates],
              duplicateSearch: duplicates.status,
            }),
      });
    },
  });
}

function photoSourceOf(request: FastifyRequest): PhotoSource {
  const { body } = request;
  if (body instanceof Uint8Array) {
    if (body.length === 0) throw new FaceError('image_required');
    return { kind: 'bytes', bytes: body };
  }
  if (typeof body !== 'object' || body === null) throw new FaceError('image_required');
  const imageUrl = 'imageUrl' in body ? body.imageUrl : undefined;
  if (imageUrl === undefined) throw new FaceError('image_required');
  if (typeof imageUrl !== 'string') {
    throw new HttpError('request_invalid', {
      problems: [{ path: 'body/imageUrl', message: 'must be string' }],
    });
  }
  return { kind: 'address', address: imageUrl };
}

function legalBasisOf(request: FastifyRequest): unknown {
  const { body } = request;
  if (body instanceof Uint8Array || typeof body !== 'object' || body === null) {
    return request.headers['x-legal-basis'];
  }
  return 'legalBasis' in body ? body.legalBasis : request.headers['x-legal-basis'];
}
