import { type Static, Type } from '@fastify/type-provider-typebox';
import type { Attempt } from '../../../faces/index.ts';
import type { ImageLinks } from '../../../images/index.ts';
import { RequestId } from '../../schemas.ts';
import { FaceQualitySchema } from './face-quality-schema.ts';

const Fraction = Type.Number({ minimum: 0, maximum: 1 });

const DecisionSchema = Type.Object(
  {
    score: Type.Number(),
    scoreThreshold: Type.Number(),
    falseMatchRate: Type.Number(),
    templateModel: Type.String(),
    livenessEngine: Type.String(),
    livenessThreshold: Type.Number(),
    models: Type.Array(
      Type.Object({
        role: Type.String(),
        name: Type.String(),
        version: Type.String(),
        licence: Type.String(),
      }),
    ),
    quality: Type.Optional(FaceQualitySchema),
    references: Type.Integer({ description: 'Reference photos compared.' }),
  },
  { description: 'The networks and thresholds that decided. Scores compare within one templateModel only.' },
);

export const AttemptSchema = Type.Object({
  id: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  peopleId: Type.Optional(
    Type.String({
      description: 'CPF, digits only. Absent once the person was erased, as all that is personal.',
    }),
  ),
  sourceIp: Type.Optional(Type.String()),
  executionOriginId: Type.String({ description: 'Id of the client that asked.' }),
  registeredImageUrl: Type.Optional(
    Type.String({ description: 'The reference photo compared. The address expires.' }),
  ),
  receivedImageUrl: Type.Optional(
    Type.String({ description: 'The photo received. The address expires. Absent once its time is over.' }),
  ),
  faceMatch: Type.Object({
    similarity: Type.Number({ minimum: 0, maximum: 1, description: 'Calibrated; 0.5 is the threshold.' }),
    isFaceMatch: Type.Boolean(),
  }),
  liveness: Type.Object({ probability: Fraction, isAlive: Type.Boolean() }),
  isMatch: Type.Boolean({ description: 'isFaceMatch and isAlive.' }),
  decision: DecisionSchema,
});

export const AttemptBodySchema = Type.Object({ requestId: RequestId, data: AttemptSchema });

/** An attempt as it is answered, with fresh links to its two images. */
export function representAttempt(
  attempt: Attempt,
  requestId: string,
  imageLinks: ImageLinks,
): Static<typeof AttemptBodySchema> {
  return {
    requestId,
    data: {
      id: attempt.id,
      createdAt: attempt.createdAt.toISOString(),
      ...(attempt.peopleId === undefined ? {} : { peopleId: attempt.peopleId }),
      ...(attempt.sourceIp === undefined ? {} : { sourceIp: attempt.sourceIp }),
      executionOriginId: attempt.executionOriginId,
      ...(attempt.registeredImageId === undefined
        ? {}
        : { registeredImageUrl: imageLinks.sign(attempt.registeredImageId) }),
      ...(attempt.receivedImageId === undefined
        ? {}
        : { receivedImageUrl: imageLinks.sign(attempt.receivedImageId) }),
      faceMatch: attempt.faceMatch,
      liveness: attempt.liveness,
      isMatch: attempt.isMatch,
      decision: { ...attempt.decision, models: [...attempt.decision.models] },
    },
  };
}
