import { type Static, Type } from '@fastify/type-provider-typebox';
import { maskCpf } from '../../platform/documents.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { type AccessToken, mayReadEvidence } from '../../platform/tokens/index.ts';
import { AnswerSchema, RequestId } from '../../web/schemas.ts';
import { type Attempt, attemptOutcomes, livenessChallenges } from '../types.ts';
import { FaceQualitySchema } from './face-quality-schema.ts';

/** Who gets what would tell others which photo passes; see `mayReadEvidence`. */
const evidence = 'Only for unbound tokens with attempts:read.';

const Fraction = Type.Number({ minimum: 0, maximum: 1 });

export const RestsOn = Type.String({
  description: 'Basis of the promised rate: press photos, photos of a pack, or people of this deployment.',
});

export const NetworkModels = Type.Array(
  Type.Object(
    {
      role: Type.String(),
      name: Type.String(),
      version: Type.String(),
      licence: Type.String(),
      origin: Type.Optional(
        Type.String({ description: 'Publisher of the weights, and unknown facts about them.' }),
      ),
    },
    { title: 'NetworkModel' },
  ),
);

const DecisionSchema = Type.Object(
  {
    outcome: Type.Enum([...attemptOutcomes], {
      description: 'reference_replayed: the photo is a copy of a reference photo of the person.',
    }),
    score: Type.Number(),
    likeness: Type.Optional(
      Type.Number({
        description:
          'The score before the mean of both ordinariness figures of cohort was taken off it, when that is above 0.',
      }),
    ),
    cohort: Type.Optional(
      Type.Object(
        {
          version: Type.Integer({ description: 'Rises with every change of the people compared with.' }),
          people: Type.Integer(),
          registeredOrdinariness: Type.Number(),
          receivedOrdinariness: Type.Number(),
        },
        {
          description:
            'How much more both faces have in common with people of this deployment than press photos have with each other. Absent under ten people.',
        },
      ),
    ),
    restsOn: Type.Optional(RestsOn),
    scoreThreshold: Type.Number(),
    falseMatchRate: Type.Number(),
    templateModel: Type.String(),
    livenessEngine: Type.String(),
    livenessThreshold: Type.Number(),
    models: NetworkModels,
    quality: Type.Optional(FaceQualitySchema),
    references: Type.Integer({ description: 'Reference photos compared.' }),
    combinedReferences: Type.Integer({
      description: 'Those that the score is of: the most similar one and the ones that match it.',
    }),
    durationMs: Type.Integer({ description: 'From the request to the verdict.' }),
    livenessSessionId: Type.Optional(
      Type.String({ description: 'The liveness session that photo and liveness are of.' }),
    ),
  },
  {
    title: 'AttemptDecision',
    description: `The networks and thresholds that decided. Scores compare within one templateModel only. ${evidence}`,
  },
);

export const AttemptSchema = Type.Object(
  {
    id: Type.String(),
    createdAt: Type.String({ format: 'date-time' }),
    peopleId: Type.Optional(
      Type.String({
        description:
          'CPF, digits only; masked for people who are signed in to the console. Absent once the person was erased, as all that is personal.',
      }),
    ),
    personId: Type.Optional(
      Type.String({
        description: 'Id of the profile, for people who are signed in. Absent once the person was erased.',
      }),
    ),
    sourceIp: Type.Optional(Type.String({ description: evidence })),
    executionOriginId: Type.String({ description: 'Id of the requesting client.' }),
    registeredImageUrl: Type.Optional(
      Type.String({ description: `The most similar reference photo. The address expires. ${evidence}` }),
    ),
    receivedImageUrl: Type.Optional(
      Type.String({
        description: `The photo received. The address expires. Absent once its time is over. ${evidence}`,
      }),
    ),
    faceMatch: Type.Optional(
      Type.Object(
        {
          similarity: Type.Number({
            minimum: 0,
            maximum: 1,
            description: 'Calibrated; 0.5 is the threshold.',
          }),
          isFaceMatch: Type.Boolean(),
        },
        { description: evidence },
      ),
    ),
    liveness: Type.Optional(
      Type.Object(
        {
          probability: Fraction,
          isAlive: Type.Boolean(),
          challenge: Type.Optional(
            Type.Enum([...livenessChallenges], {
              description:
                'How the liveness session ended. not_performed: with a photo file in place of the movements, judged like a photo alone. Absent without a session.',
            }),
          ),
        },
        { description: evidence },
      ),
    ),
    isMatch: Type.Boolean({ description: 'isFaceMatch and isAlive.' }),
    decision: Type.Optional(DecisionSchema),
  },
  { title: 'Attempt' },
);

/** The answer of the contract's endpoint (interface, section 2.2). */
export const WrappedAttemptSchema = Type.Object(
  { requestId: RequestId, data: AttemptSchema },
  { title: 'WrappedAttempt' },
);

export const AttemptAnswerSchema = AnswerSchema(AttemptSchema, { title: 'AttemptAnswer' });

/**
 * An attempt as the holder of a token may read it, with fresh links to its two images. Who may not read the evidence gets
 * the verdict and nothing of how it came about: neither links, nor figures, nor which half of the check failed.
 */
export function representAttempt(
  attempt: Attempt,
  token: AccessToken,
  signLink: (imageId: string) => string,
): Static<typeof AttemptSchema> {
  const { id, createdAt, executionOriginId, isMatch, sourceIp, faceMatch, liveness } = attempt;
  const verdict = toAnswer({ id, createdAt, ...nameOf(attempt, token), executionOriginId, isMatch });
  if (!mayReadEvidence(token)) return verdict;
  const { livenessChallenge: challenge, ...decided } = attempt.decision;
  const decision = { ...decided, models: [...decided.models] };
  const { registeredImageId, receivedImageId } = attempt;
  return toAnswer({
    ...verdict,
    sourceIp,
    registeredImageUrl: registeredImageId && signLink(registeredImageId),
    receivedImageUrl: receivedImageId && signLink(receivedImageId),
    faceMatch,
    liveness: toAnswer({ ...liveness, challenge }),
    decision,
  });
}

/** The person of an attempt: the CPF for clients; the masked CPF and the profile for people who are signed in. */
function nameOf({ peopleId, personId }: Attempt, { account }: AccessToken) {
  if (peopleId === undefined) return {};
  return account === undefined ? { peopleId } : { peopleId: maskCpf(peopleId), personId };
}
