import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../../web/app.ts';
import { HttpError } from '../../web/errors.ts';
import { addressKey } from '../../web/rate-limits/create-request-limits.ts';
import { RequestId, refusals } from '../../web/schemas.ts';
import { beginSession } from '../begin-session.ts';
import { livenessErrorCatalogue } from '../errors.ts';
import { frameLimits } from '../frame-limits.ts';
import { challenges, type LivenessDeps, livenessLocales, livenessPurposes } from '../types.ts';
import { SessionParams } from './capture-key.ts';
import { RemainingSeconds, remainingSeconds } from './remaining-seconds.ts';

const longestDevice = 4_000;

export function beginRoute(app: App, { liveness }: { readonly liveness: LivenessDeps }): void {
  app.route({
    method: 'POST',
    url: '/v1/liveness-sessions/:sessionId/begin',
    config: { access: { kind: 'public' } },
    schema: {
      operationId: 'beginLivenessSession',
      tags: ['Liveness capture'],
      summary: 'Exchange the code of the link for the secret of the session',
      description:
        'The code works once. Whoever sent a nonce may repeat the request with the same code and nonce until the first step is shown, and is answered alike. The secret opens the other addresses of the capture page, and nothing else.',
      params: SessionParams,
      body: Type.Object(
        {
          code: Type.String({ maxLength: 200 }),
          nonce: Type.Optional(
            Type.String({
              pattern: '^[A-Za-z0-9_-]{22,128}$',
              description:
                'At least 128 random bits in base64url. With it a lost answer can be asked for again.',
            }),
          ),
          consentVersion: Type.Optional(Type.String({ maxLength: 200 })),
          device: Type.Optional(
            Type.Object(
              {},
              { additionalProperties: true, description: 'Device data from the page. Stored sealed.' },
            ),
          ),
        },
        { title: 'LivenessBeginning' },
      ),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            secret: Type.String(),
            state: Type.Literal('started'),
            purpose: Type.Enum([...livenessPurposes]),
            challenge: Type.Enum([...challenges], {
              description: 'turns_and_light: warn the person of the colours first.',
            }),
            operatorName: Type.String(),
            consent: Type.Union([
              Type.Object({ version: Type.String(), text: Type.String() }),
              Type.Null({ description: 'The operator asks for none.' }),
            ]),
            locale: Type.Enum([...livenessLocales]),
            redirectUrl: Type.Optional(Type.String()),
            captureOrigins: Type.Array(Type.String(), {
              description: 'Origins whose pages may embed the session.',
            }),
            alternative: Type.Union([
              Type.String({ description: 'For people who cannot make the movements.' }),
              Type.Null(),
            ]),
            isUploadAllowed: Type.Boolean({
              description: 'True when a photo file may take the place of the movements.',
            }),
            minFramesPerStep: Type.Integer(),
            maxFrameBytes: Type.Integer(),
            frameIntervalMs: Type.Integer(),
            remainingSeconds: RemainingSeconds,
            extensionsLeft: Type.Integer({ description: 'How often the person may ask for more time.' }),
          },
          { title: 'BegunLivenessSession', description: 'The session has begun.' },
        ),
        ...refusals(
          livenessErrorCatalogue,
          'liveness_code_invalid',
          'liveness_consent_missing',
          'liveness_session_ended',
          'liveness_locked',
        ),
      },
    },
    handler: async (request) => {
      const { code, nonce, consentVersion, device } = request.body;
      if (device !== undefined && JSON.stringify(device).length > longestDevice) {
        throw new HttpError('request_invalid', {
          problems: [{ path: 'body/device', message: 'is too long' }],
        });
      }
      const { finishBefore, redirectUrl, captureOrigins, ...begun } = await beginSession(liveness, {
        sessionId: request.params.sessionId,
        code,
        nonce,
        consentVersion,
        device,
        sourceIp: request.ip,
        addressKey: addressKey(request.ip),
        requestId: request.id,
      });
      return {
        requestId: request.id,
        ...begun,
        captureOrigins: [...captureOrigins],
        state: 'started' as const,
        ...(redirectUrl === undefined ? {} : { redirectUrl }),
        minFramesPerStep: frameLimits.minPerStep,
        maxFrameBytes: frameLimits.maxBytes,
        frameIntervalMs: frameLimits.intervalMs,
        remainingSeconds: remainingSeconds(liveness.clock, finishBefore),
      };
    },
  });
}
