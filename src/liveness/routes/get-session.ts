import { type Static, Type } from '@fastify/type-provider-typebox';
import type { ImageLinks } from '../../images/index.ts';
import { findPersonIdByIndex } from '../../people/index.ts';
import { pickErrors } from '../../platform/errors.ts';
import { heldErrorCatalogue } from '../../platform/personal-data.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { requireUnbound } from '../../platform/tokens/index.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { linkHolderOf, requesterOf } from '../../web/audit.ts';
import { AnswerSchema, errorResponses, refusals, Timestamp } from '../../web/schemas.ts';
import { deleteSession } from '../delete-session.ts';
import { challengeOf } from '../draw-steps.ts';
import { livenessErrorCatalogue } from '../errors.ts';
import { uploadOf } from '../frames-store.ts';
import { type FoundSession, getSession, stateAt } from '../get-session.ts';
import {
  challenges,
  type LivenessDeps,
  type LivenessVerdict,
  lightColourNames,
  livenessPurposes,
  livenessReasons,
  livenessStates,
  stepKinds,
} from '../types.ts';
import { SessionParams } from './capture-key.ts';

export type GetSessionRouteDeps = { readonly liveness: LivenessDeps; readonly imageLinks: ImageLinks };

const unbound = 'Only for unbound tokens.';

/** Everything that a back end reads of a session. */
export const SessionSchema = Type.Object({
  id: Type.String(),
  state: Type.Enum([...livenessStates]),
  challenge: Type.Optional(Type.Enum([...challenges], { description: unbound })),
  purpose: Type.Optional(Type.Enum([...livenessPurposes], { description: unbound })),
  createdAt: Type.Optional(Timestamp),
  expiresAt: Type.Optional(Timestamp),
  endedAt: Type.Optional(Timestamp),
  usedAt: Type.Optional(Timestamp),
  usedBy: Type.Optional(
    Type.String({ description: 'The attempt or reference photo that the session was used for.' }),
  ),
  consentVersion: Type.Optional(Type.String()),
  consentedAt: Type.Optional(Timestamp),
  extensions: Type.Optional(
    Type.Integer({ description: `How often the person was given more time. ${unbound}` }),
  ),
  verdict: Type.Optional(
    Type.Object(
      {
        probability: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Puts sessions in an order; 0.5 is the threshold. Injected cameras are not covered.',
        }),
        isAlive: Type.Boolean(),
        engine: Type.String({ description: 'Version of the rules, and the passive engine.' }),
        light: Type.Optional(
          Type.Object(
            { strength: Type.Number(), agreement: Type.Number() },
            { description: 'How much the tone of the face follows the screen, and how well (1: exactly).' },
          ),
        ),
      },
      { description: unbound },
    ),
  ),
  reasons: Type.Optional(
    Type.Array(Type.Enum([...livenessReasons]), {
      description: 'For support staff. Never show them to the person.',
    }),
  ),
  upload: Type.Optional(
    Type.Object(
      { receivedAt: Timestamp, imageUrl: Type.String({ description: 'The address expires.' }) },
      { description: `The photo file that was sent in place of the movements. ${unbound}` },
    ),
  ),
  steps: Type.Optional(
    Type.Array(
      Type.Object({
        number: Type.Integer(),
        kind: Type.Enum([...stepKinds]),
        colour: Type.Optional(Type.Enum([...lightColourNames], { description: 'What the screen showed.' })),
        shownAt: Timestamp,
        dueAt: Timestamp,
        yawDegrees: Type.Optional(
          Type.Number({ description: 'Turn since the reference frame; positive to the own left.' }),
        ),
        pitchDegrees: Type.Optional(Type.Number({ description: 'Positive upwards.' })),
        residual: Type.Optional(Type.Number({ description: 'The evidence of depth; see the guide.' })),
        narrowing: Type.Optional(Type.Number({ description: 'Width by height; 1 in the reference frame.' })),
        relief: Type.Optional(Type.Number()),
        betweenDegrees: Type.Optional(Type.Number({ description: 'Angle of the frame on the way.' })),
        redTone: Type.Optional(Type.Number({ description: 'How red the face is against its surroundings.' })),
        blueTone: Type.Optional(Type.Number({ description: 'The same of blue.' })),
        isFulfilled: Type.Optional(Type.Boolean()),
        frames: Type.Array(
          Type.Object({
            index: Type.Integer(),
            receivedAt: Timestamp,
            imageUrl: Type.String({ description: 'The address expires.' }),
          }),
        ),
      }),
      { description: `The steps that were shown. ${unbound}` },
    ),
  ),
});

export function getSessionRoute(app: App, { liveness, imageLinks }: GetSessionRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/liveness-sessions/:sessionId',
    config: {
      access: customerAccess('liveness:read', {
        products: ['customer', 'mobile'],
        boundScope: 'liveness:write',
        bareTokenAllowed: true,
      }),
      audit: { action: 'liveness.read' },
    },
    schema: {
      operationId: 'getLivenessSession',
      tags: ['Liveness'],
      summary: 'Read a liveness session and its result',
      description:
        'A token that is bound to a CPF gets id and state of its own sessions; liveness:write is enough for it. An unbound one gets figures and photos of sessions of its client: it must never be on a phone. People who are signed in read those of every client.',
      params: SessionParams,
      response: {
        200: AnswerSchema(SessionSchema, { title: 'LivenessSession', description: 'The session.' }),
        ...refusals(livenessErrorCatalogue, 'liveness_session_not_found'),
      },
    },
    handler: async (request) => {
      const { clientId, peopleId, account } = tokenOf(request);
      const cpfIndex = peopleId && liveness.cpfIndex(peopleId);
      const reader = { clientId: account === undefined ? clientId : undefined, cpfIndex };
      const { session, frames } = await getSession(liveness, request.params.sessionId, reader);
      request.auditTarget = session.id;
      const personId = session.cpfIndex && (await findPersonIdByIndex(liveness.db, session.cpfIndex));
      if (personId !== undefined) request.auditSubjects = [personId];
      const state = stateAt(session, liveness.clock.now());
      const holder = linkHolderOf(request);
      const shown =
        peopleId === undefined
          ? { ...representSession({ session, frames }, (imageId) => imageLinks.sign(imageId, holder)), state }
          : { id: session.id, state };
      return { requestId: request.id, ...shown };
    },
  });
}

/** The state is the one that is stored; see `stateAt`. */
export function representSession(
  { session, frames }: FoundSession,
  sign: (imageId: string) => string,
): Static<typeof SessionSchema> {
  const { id, state, purpose, createdAt, expiresAt, endedAt, usedAt, usedBy } = session;
  const { consentVersion, consentedAt, extensions, verdict } = session;
  const steps = session.steps.flatMap(({ kind, colour, shownAt, dueAt }, index) => {
    if (shownAt === undefined || dueAt === undefined) return [];
    const { faces: _faces, ...measured } = verdict?.steps[index] ?? { faces: 0 };
    const own = frames
      .filter(({ step }) => step === index + 1)
      .map(({ frame: index, receivedAt, imageId }) =>
        toAnswer({ index, receivedAt, imageUrl: sign(imageId) }),
      );
    const shown = toAnswer({ kind, colour, shownAt, dueAt });
    return [{ ...measured, number: index + 1, ...shown, frames: own }];
  });
  const upload = uploadOf(frames);
  return toAnswer({
    id,
    state,
    challenge: challengeOf(session),
    purpose,
    createdAt,
    expiresAt,
    endedAt,
    usedAt,
    usedBy,
    consentVersion,
    consentedAt,
    extensions,
    upload: upload && toAnswer({ receivedAt: upload.receivedAt, imageUrl: sign(upload.imageId) }),
    verdict: verdict && representVerdict(verdict),
    reasons: verdict?.reasons,
    steps,
  });
}

function representVerdict({ probability, isAlive, engine, light }: LivenessVerdict) {
  return toAnswer({ probability, isAlive, engine, light });
}

export function deleteSessionRoute(app: App, { liveness }: { readonly liveness: LivenessDeps }): void {
  app.route({
    method: 'DELETE',
    url: '/v1/liveness-sessions/:sessionId',
    config: {
      access: customerAccess('liveness:write', { products: ['customer', 'mobile'], bareTokenAllowed: true }),
      audit: { action: 'liveness.delete' },
    },
    schema: {
      operationId: 'deleteLivenessSession',
      tags: ['Liveness'],
      summary: 'Remove a liveness session with its frames',
      description:
        'An attempt that it was used for stays, with the photo it compared. The session still counts for locks. The token must be bound to nobody.',
      params: SessionParams,
      response: {
        204: Type.Null({ description: 'The session was removed.' }),
        ...errorResponses(
          pickErrors(livenessErrorCatalogue, 'liveness_session_not_found'),
          heldErrorCatalogue,
        ),
      },
    },
    handler: async (request, reply) => {
      const token = tokenOf(request);
      requireUnbound(token);
      await deleteSession(liveness, request.params.sessionId, token, requesterOf(request));
      // Recorded with the removal, in its transaction.
      request.isAudited = true;
      return await reply.code(204).send(null);
    },
  });
}
