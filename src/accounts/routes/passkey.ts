import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { accountsErrorCatalogue } from '../errors.ts';
import type { PasskeyAnswer } from '../passkey-ceremonies.ts';
import { askForPasskey, signInByPasskey } from '../sign-in-by-passkey.ts';
import {
  type AccountRouteDeps,
  ChallengeIdSchema,
  PasskeyOptionsSchema,
  PasskeySchema,
  representSession,
  SessionSchema,
  setCookies,
  signInSourceOf,
} from './session-representation.ts';

/** POST /v1/session/passkey/options and POST /v1/session/passkey: signing in by a passkey alone. */
export function passkeyRoutes(app: App, deps: AccountRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/session/passkey/options',
    config: { access: { kind: 'public' }, rateLimit: 'token' },
    schema: {
      operationId: 'askForPasskey',
      tags: ['Accounts'],
      summary: 'Begin a sign-in by passkey',
      description: 'The question for the browser is good for five minutes.',
      response: {
        200: Type.Object(
          { requestId: RequestId, challengeId: Type.String(), options: PasskeyOptionsSchema },
          { title: 'PasskeyQuestion', description: 'For navigator.credentials.get.' },
        ),
        ...errorResponses(400, 403, 413, pickErrors(accountsErrorCatalogue, 'sign_in_insecure')),
      },
    },
    handler: async (request) => {
      signInSourceOf(request, deps);
      const { challengeId, options } = await askForPasskey(deps.accounts);
      return { requestId: request.id, challengeId, options: { ...options } };
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/session/passkey',
    config: { access: { kind: 'public' }, rateLimit: 'token' },
    schema: {
      operationId: 'signInByPasskey',
      tags: ['Accounts'],
      summary: 'Sign in by a passkey alone',
      description: 'Sets the cookie of the session. Failures of passwords do not lock passkeys.',
      body: Type.Object(
        { challengeId: ChallengeIdSchema, passkey: PasskeySchema },
        { title: 'PasskeySignIn' },
      ),
      response: {
        200: SessionSchema,
        ...errorResponses(
          400,
          401,
          403,
          413,
          pickErrors(accountsErrorCatalogue, 'challenge_expired', 'credentials_wrong', 'sign_in_insecure'),
        ),
      },
    },
    handler: async (request, reply) => {
      const source = signInSourceOf(request, deps);
      const { challengeId, passkey } = request.body;
      const answer = { challengeId, passkey: passkey as unknown as PasskeyAnswer };
      const begun = await signInByPasskey(deps.accounts, answer, source);
      return await reply
        .header('set-cookie', setCookies(begun, source, deps))
        .send(representSession(request.id, begun, deps.accounts));
    },
  });
}
