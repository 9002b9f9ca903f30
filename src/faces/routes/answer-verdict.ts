import { type Static, Type } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEvent } from '../../platform/audit/index.ts';
import type { Cpf } from '../../platform/documents.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { tokenOf } from '../../web/access.ts';
import { answeredEventOf } from '../../web/audit.ts';
import { CpfSchema } from '../../web/schemas.ts';
import type { Attempt, Device, PhotoSource } from '../types.ts';
import type { FaceRouteDeps } from './route-deps.ts';

const DeviceSchema = Type.Object(
  {
    operatingSystem: Type.Optional(Type.String({ maxLength: 200 })),
    fingerprint: Type.Optional(Type.String({ maxLength: 1000 })),
    manufacturer: Type.Optional(Type.String({ maxLength: 200 })),
    model: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { title: 'Device' },
);

/** Body of a face authentication, old address and new. Fields that are not named here are ignored. */
export const PhotoRequestSchema = Type.Object(
  {
    peopleId: CpfSchema,
    imageUrl: Type.Optional(
      Type.String({
        description:
          'Photo to compare: an https: address, or a data: address with the photo inline. Without it the newest unused capture of the client for the CPF is taken.',
      }),
    ),
    livenessSessionId: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'A liveness session that passed, or holds a photo file where no challenge is required, in place of imageUrl. It can be used once, within ten minutes.',
      }),
    ),
    device: Type.Optional(DeviceSchema),
  },
  { title: 'FaceAuthenticationRequest' },
);

/** Where the photo of a request is. */
export function photoSourceOf({ imageUrl }: Static<typeof PhotoRequestSchema>): PhotoSource | undefined {
  return imageUrl === undefined ? undefined : { kind: 'address', address: imageUrl };
}

/** The phone's description of itself, without the fields that have no name here. */
export function deviceOf({ device }: Static<typeof PhotoRequestSchema>): Device | undefined {
  if (device === undefined) return undefined;
  const { operatingSystem, fingerprint, manufacturer, model } = device;
  return toAnswer({ operatingSystem, fingerprint, manufacturer, model });
}

/** The query of what makes an attempt. */
export const VerdictQuery = Type.Object({
  shouldSignResponse: Type.Optional(
    Type.Unsafe<'true' | 'false'>({
      type: 'string',
      enum: ['true', 'false'],
      default: 'false',
      description: 'true adds X-Response-Signature, a compact JWS that binds the answer.',
    }),
  ),
});

/** Its header, for the reference. */
export const signatureHeader = {
  'X-Response-Signature': { type: 'string', description: 'With shouldSignResponse: a compact JWS.' },
} as const;

type JudgedAttempt = Pick<Attempt, 'id' | 'personId' | 'decision'>;

/** The attempt in the words of the audit log, and whether its photo was a copy. */
function subjectOf({ id, personId, decision: { outcome } }: JudgedAttempt) {
  return {
    auditTarget: id,
    auditSubjects: [personId],
    auditDetail: outcome === 'reference_replayed' ? { outcome } : undefined,
  };
}

/** The audit event of the request's answer, for the statement that stores the attempt. */
export function verdictEventOf(request: FastifyRequest, attempt: JudgedAttempt): AuditEvent {
  return answeredEventOf(request, subjectOf(attempt));
}

/**
 * Sends an answer about an attempt, signed when the request asks for it, and tells the audit log which attempt it is,
 * and when it was a replay. The reply has its status already.
 */
export async function sendVerdict(
  request: FastifyRequest,
  reply: FastifyReply,
  signAnswer: FaceRouteDeps['signResponse'],
  answer: { readonly attempt: Attempt; readonly peopleId: Cpf; readonly body: object },
): Promise<FastifyReply> {
  Object.assign(request, subjectOf(answer.attempt));
  const { shouldSignResponse } = request.query as { readonly shouldSignResponse?: 'true' | 'false' };
  if (shouldSignResponse !== 'true') return await reply.send(answer.body);
  // Signed and sent as the same bytes: nothing may serialise the body anew in between.
  const body = JSON.stringify(answer.body);
  const signature = await signAnswer({
    clientId: tokenOf(request).clientId,
    requestId: request.id,
    attemptId: answer.attempt.id,
    attemptedAt: answer.attempt.createdAt,
    peopleId: answer.peopleId,
    isMatch: answer.attempt.isMatch,
    body,
  });
  reply.header('x-response-signature', signature);
  reply.type('application/json; charset=utf-8').serializer((payload) => payload as string);
  return await reply.send(body);
}
