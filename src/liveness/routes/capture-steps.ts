import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId, refusals } from '../../web/schemas.ts';
import { cancelSession } from '../end-without-camera.ts';
import { type LivenessErrorCode, livenessErrorCatalogue } from '../errors.ts';
import { extendSession } from '../extend-session.ts';
import { captureHints, captureOutcomes, finishSession } from '../finish-session.ts';
import { getProgress } from '../get-session.ts';
import { handOverSession } from '../hand-over-session.ts';
import { nextStep, type ShownStep } from '../next-step.ts';
import { type LivenessDeps, lightColourNames, livenessStates, stepKinds } from '../types.ts';
import { captureKeyOf, optionalText, SessionParams, secretNote } from './capture-key.ts';
import { RemainingSeconds, remainingSeconds } from './remaining-seconds.ts';

const captureConfig = { access: { kind: 'public' } } as const;
const tags = ['Liveness capture'];
const errorsWith = (...codes: readonly LivenessErrorCode[]) =>
  errorResponses(
    400,
    413,
    pickErrors(livenessErrorCatalogue, 'liveness_secret_invalid', 'liveness_session_ended', ...codes),
  );

type Deps = { readonly liveness: LivenessDeps };

/** The addresses of the capture page that go from step to step, behind the secret of the session. */
export function captureStepRoutes(app: App, deps: Deps): void {
  nextRoute(app, deps);
  finishRoute(app, deps);
  extendRoute(app, deps);
  cancelRoute(app, deps);
  handoverRoute(app, deps);
  progressRoute(app, deps);
}

function nextRoute(app: App, { liveness }: Deps): void {
  app.route({
    method: 'POST',
    url: '/v1/liveness-sessions/:sessionId/next',
    config: {
      ...captureConfig,
      documentedBody: {
        'application/json': {
          schema: Type.Object({
            consentVersion: Type.Optional(Type.String()),
            camera: Type.Optional(Type.String({ description: 'For figures. Names no person.' })),
            appVersion: Type.Optional(Type.String()),
          }),
        },
      },
    },
    schema: {
      operationId: 'nextLivenessStep',
      tags,
      summary: 'Learn the next step',
      description: `The time of the step begins. While it lacks frames, it is answered again. With a consent in force, asking for the first step says that the person gave it. ${secretNote}`,
      params: SessionParams,
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            step: Type.Union([
              Type.Object({
                number: Type.Integer(),
                of: Type.Integer(),
                kind: Type.Enum([...stepKinds], {
                  description:
                    'left and right are the person’s own. light: ahead, while the screen shows the colour.',
                }),
                colour: Type.Optional(Type.Enum([...lightColourNames])),
                frames: Type.Integer({ description: 'Number of frames that the step needs.' }),
                between: Type.Optional(
                  Type.Integer({
                    description:
                      'How many of them show the head on its way, about half of the turn. Absent without a turn.',
                  }),
                ),
                remainingSeconds: RemainingSeconds,
              }),
              Type.Null({ description: 'All steps have their frames.' }),
            ]),
          },
          { title: 'LivenessStep', description: 'The step.' },
        ),
        ...errorsWith('liveness_locked'),
      },
    },
    handler: async (request) => {
      const step = await nextStep(liveness, captureKeyOf(request), {
        consentVersion: optionalText(request.body, 'consentVersion'),
        camera: optionalText(request.body, 'camera'),
        appVersion: optionalText(request.body, 'appVersion'),
      });
      return { requestId: request.id, step: step === undefined ? null : describeStep(liveness, step) };
    },
  });
}

function finishRoute(app: App, { liveness }: Deps): void {
  app.route({
    method: 'POST',
    url: '/v1/liveness-sessions/:sessionId/finish',
    config: captureConfig,
    schema: {
      operationId: 'finishLivenessSession',
      tags,
      summary: 'End the capture',
      description: `The session is judged, mostly within ten seconds. Only its client learns the reasons. ${secretNote}`,
      params: SessionParams,
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            outcome: Type.Enum([...captureOutcomes], {
              description: 'repeat: go on with next, twice at most.',
            }),
            hint: Type.Optional(Type.Enum([...captureHints])),
            remainingSeconds: Type.Optional(RemainingSeconds),
            redirectUrl: Type.Optional(Type.String()),
          },
          { title: 'LivenessCaptureOutcome', description: 'The hint for the person.' },
        ),
        ...errorsWith('liveness_step_open'),
      },
    },
    handler: async (request) => {
      const { finishBefore, ...outcome } = await finishSession(liveness, captureKeyOf(request));
      return {
        requestId: request.id,
        ...outcome,
        ...(finishBefore && { remainingSeconds: remainingSeconds(liveness.clock, finishBefore) }),
      };
    },
  });
}

function describeStep({ clock }: LivenessDeps, { due, ...step }: ShownStep) {
  return { ...step, remainingSeconds: remainingSeconds(clock, due) };
}

function extendRoute(app: App, { liveness }: Deps): void {
  app.route({
    method: 'POST',
    url: '/v1/liveness-sessions/:sessionId/more-time',
    config: captureConfig,
    schema: {
      operationId: 'extendLivenessSession',
      tags,
      summary: 'Ask for more time',
      description: `The session gets its time once more, and each step twice its own. How often is limited. ${secretNote}`,
      params: SessionParams,
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            remainingSeconds: RemainingSeconds,
            extensionsLeft: Type.Integer(),
            stepRemainingSeconds: Type.Optional(RemainingSeconds),
          },
          { title: 'ExtendedLivenessSession', description: 'The session has more time.' },
        ),
        ...errorsWith('liveness_extension_refused'),
      },
    },
    handler: async (request) => {
      const { finishBefore, extensionsLeft, due } = await extendSession(liveness, captureKeyOf(request));
      return toAnswer({
        requestId: request.id,
        remainingSeconds: remainingSeconds(liveness.clock, finishBefore),
        extensionsLeft,
        stepRemainingSeconds: due && remainingSeconds(liveness.clock, due),
      });
    },
  });
}

function cancelRoute(app: App, { liveness }: Deps): void {
  app.route({
    method: 'POST',
    url: '/v1/liveness-sessions/:sessionId/cancel',
    config: {
      ...captureConfig,
      documentedBody: {
        'application/json': {
          schema: Type.Object({
            reason: Type.Optional(
              Type.String({ description: 'cannot_move, cannot_see_light: ends as not_performed.' }),
            ),
          }),
        },
      },
    },
    schema: {
      operationId: 'cancelLivenessSession',
      tags,
      summary: 'End the session without a judgement',
      description: secretNote,
      params: SessionParams,
      response: {
        200: Type.Object(
          { requestId: RequestId, state: Type.Enum(['abandoned', 'not_performed']) },
          { title: 'CancelledLivenessSession', description: 'The session has ended.' },
        ),
        ...errorsWith(),
      },
    },
    handler: async (request) => {
      const reason = optionalText(request.body, 'reason');
      const cannotPerform = reason === 'cannot_move' || reason === 'cannot_see_light';
      const state = await cancelSession(liveness, captureKeyOf(request), { cannotPerform });
      return { requestId: request.id, state };
    },
  });
}

function handoverRoute(app: App, { liveness }: Deps): void {
  app.route({
    method: 'POST',
    url: '/v1/liveness-sessions/:sessionId/handover',
    config: captureConfig,
    schema: {
      operationId: 'handOverLivenessSession',
      tags,
      summary: 'Let another device go on',
      description: `The code begins the session once, within five minutes. The secret that asked for it reads the progress only from now on. ${secretNote}`,
      params: SessionParams,
      response: {
        200: Type.Object(
          { requestId: RequestId, code: Type.String(), remainingSeconds: RemainingSeconds },
          { title: 'LivenessHandover', description: 'A code for the other device.' },
        ),
        ...errorsWith('liveness_handover_refused'),
      },
    },
    handler: async (request) => {
      const { code, expiresAt } = await handOverSession(liveness, captureKeyOf(request));
      const left = remainingSeconds(liveness.clock, expiresAt);
      return { requestId: request.id, code, remainingSeconds: left };
    },
  });
}

function progressRoute(app: App, { liveness }: Deps): void {
  app.route({
    method: 'GET',
    url: '/v1/liveness-sessions/:sessionId/progress',
    config: captureConfig,
    schema: {
      operationId: 'getLivenessProgress',
      tags,
      summary: 'Read the progress of the capture',
      description: `The verdict is not shown: a decided session is judging here. ${secretNote} A secret that handed over works, too.`,
      params: SessionParams,
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            state: Type.Enum([...livenessStates]),
            isFinished: Type.Boolean(),
            isUploaded: Type.Boolean({ description: 'True when a photo file ended the session.' }),
          },
          { title: 'LivenessProgress', description: 'The progress.' },
        ),
        ...refusals(livenessErrorCatalogue, 'liveness_secret_invalid'),
      },
    },
    handler: async (request) => ({
      requestId: request.id,
      ...(await getProgress(liveness, captureKeyOf(request))),
    }),
  });
}
