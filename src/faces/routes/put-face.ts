import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { sessionUseErrors } from '../../liveness/index.ts';
import { heldErrorCatalogue } from '../../platform/personal-data.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { disconnectionOf } from '../../web/disconnection-of.ts';
import { HttpError } from '../../web/errors.ts';
import { errorResponses, parseCpfField, photoBody, RequestId } from '../../web/schemas.ts';
import { FaceError } from '../errors.ts';
import { registerFace } from '../register-face.ts';
import { legalBases, parseLegalBasis } from '../types.ts';
import { FaceQualitySchema } from './face-quality-schema.ts';
import type { FaceRouteDeps } from './route-deps.ts';

export function putFaceRoute(app: App, deps: FaceRouteDeps): void {
  const description = 'The photo: the first of the person (201), or a further one (200).';
  const Registered = Type.Object(
    {
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
          [
            Type.Literal('complete'),
            Type.Literal('partial'),
            Type.Literal('incomplete'),
            Type.Literal('loading'),
            Type.Literal('failed'),
          ],
          {
            description:
              'With the scope faces:duplicates: whether every registered face was compared. After `incomplete`, `loading` and `failed` the service repeats the search and reports what it finds by the event `face.possible_duplicate`.',
          },
        ),
      ),
    },
    { title: 'FaceRegistration', description },
  );
  app.route({
    method: 'PUT',
    url: '/v1/people/:cpf/face',
    config: {
      access: customerAccess('faces:write'),
      audit: { action: 'face.register' },
      documentedBody: {
        'application/json': {
          schema: Type.Object({
            imageUrl: Type.Optional(
              Type.String({ description: 'An https: address, or a data: address with the photo inline.' }),
            ),
            livenessSessionId: Type.Optional(
              Type.String({ description: 'A liveness session that passed, in place of imageUrl.' }),
            ),
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
      params: Type.Object({ cpf: Type.String() }),
      headers: Type.Object({
        'x-legal-basis': Type.Optional(
          Type.String({ description: 'legalBasis for a request whose body is the photo.' }),
        ),
      }),
      response: { 200: Registered, 201: Registered, ...errorResponses(sessionUseErrors, heldErrorCatalogue) },
    },
    handler: async (request, reply) => {
      const cpf = parseCpfField('params/cpf', request.params.cpf);
      const token = tokenOf(request);
      const { face, analysis, isFirst, references, duplicates } = await registerFace(
        deps.faces,
        cpf,
        photoSourceOf(request),
        {
          searchDuplicates: token.scopes.has('faces:duplicates'),
          signal: disconnectionOf(reply),
          legalBasis: parseLegalBasis(legalBasisOf(request), { isRequired: deps.isLegalBasisRequired }),
          clientId: token.clientId,
        },
      );
      request.auditTarget = face.personId;
      const { probability, isAlive, engine } = analysis.liveness;
      const { id, createdAt, templateModel, quality } = face;
      const answer = toAnswer({
        requestId: request.id,
        id,
        createdAt,
        references,
        templateModel,
        quality,
        liveness: { probability, isAlive, engine },
        possibleDuplicates: duplicates?.possibleDuplicates,
        duplicateSearch: duplicates?.status,
      });
      return await reply.code(isFirst ? 201 : 200).send(answer);
    },
  });
}

function photoSourceOf(request: FastifyRequest): Parameters<typeof registerFace>[2] {
  const { body } = request;
  if (body instanceof Uint8Array) {
    if (body.length === 0) throw new FaceError('image_required');
    return { kind: 'bytes', bytes: body };
  }
  if (typeof body !== 'object' || body === null) throw new FaceError('image_required');
  const imageUrl = textOf(body, 'imageUrl');
  const sessionId = textOf(body, 'livenessSessionId');
  if (imageUrl !== undefined && sessionId !== undefined) throw new FaceError('photo_ambiguous');
  if (sessionId !== undefined) return { kind: 'session', id: sessionId };
  if (imageUrl === undefined) throw new FaceError('image_required');
  return { kind: 'address', address: imageUrl };
}

function textOf(body: object, name: string): string | undefined {
  const value = (body as Readonly<Record<string, unknown>>)[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new HttpError('request_invalid', { problems: [{ path: `body/${name}`, message: 'must be string' }] });
}

/** The basis that was named, and where. */
function legalBasisOf(request: FastifyRequest): { readonly value: unknown; readonly path: string } {
  const { body } = request;
  if (body instanceof Uint8Array || typeof body !== 'object' || body === null) {
    return { value: request.headers['x-legal-basis'], path: 'headers/x-legal-basis' };
  }
  return 'legalBasis' in body || request.headers['x-legal-basis'] === undefined
    ? { value: (body as { readonly legalBasis?: unknown }).legalBasis, path: 'body/legalBasis' }
    : { value: request.headers['x-legal-basis'], path: 'headers/x-legal-basis' };
}
