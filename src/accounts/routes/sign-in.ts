import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId, refusals } from '../../web/schemas.ts';
import { accountsErrorCatalogue } from '../errors.ts';
import type { PasskeyAnswer } from '../passkey-ceremonies.ts';
import { confirmSecondFactor, signIn } from '../sign-in.ts';
import { askForPasskey, signInByPasskey } from '../sign-in-by-passkey.ts';
import {
  type AccountRouteDeps,
  answerWithSession,
  ChallengeIdSchema,
  PasskeyOptionsSchema,
  PasskeySchema,
  SessionSchema,
  signInSourceOf,
  TypedText,
} from './session-representation.ts';

const tags = ['Accounts'];

export function signInRoutes(app: App, deps: AccountRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/session',
    config: { access: { kind: 'public' }, rateLimit: 'token' },
    schema: {
      operationId: 'signIn',
      tags,
      summary: 'Sign in with e-mail address and password',
      description: 'The answer names the second factor. The session begins after the second step.',
      body: Type.Object({ email: TypedText, password: TypedText }, { title: 'SignInRequest' }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            secondFactor: Type.Object({
              challengeId: Type.String(),
              methods: Type.Array(Type.Enum(['totp', 'passkey'])),
              passkeyOptions: Type.Optional(PasskeyOptionsSchema),
            }),
          },
          { title: 'SecondFactorRequest', description: 'The password is right.' },
        ),
        ...refusals(accountsErrorCatalogue, 'credentials_wrong', 'sign_in_insecure', 'sign_in_locked'),
      },
    },
    handler: async (request) => {
      const source = signInSourceOf(request, deps);
      const { passkeyOptions, ...asked } = await signIn(deps.accounts, request.body, source);
      const secondFactor = toAnswer({ ...asked, passkeyOptions: passkeyOptions && { ...passkeyOptions } });
      return { requestId: request.id, secondFactor };
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/session/second-factor',
    config: { access: { kind: 'public' }, rateLimit: 'token' },
    schema: {
      operationId: 'confirmSecondFactor',
      tags,
      summary: 'End a sign-in with a code or a passkey',
      description: 'Sets the cookie of the session. A code works once.',
      body: Type.Object(
        {
          challengeId: ChallengeIdSchema,
          code: Type.Optional(Type.String({ maxLength: 10 })),
          passkey: Type.Optional(PasskeySchema),
        },
        { title: 'SecondFactorProof' },
      ),
      response: {
        200: SessionSchema,
        ...refusals(accountsErrorCatalogue, 'challenge_expired', 'credentials_wrong', 'sign_in_insecure'),
      },
    },
    handler: async (request, reply) => {
      const source = signInSourceOf(request, deps);
      const proof = {
        ...request.body,
        passkey: request.body.passkey as unknown as PasskeyAnswer | undefined,
      };
      const begun = await confirmSecondFactor(deps.accounts, proof, source);
      return answerWithSession(reply, begun, source, deps);
    },
  });
}

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
        ...errorResponses(400, 413, pickErrors(accountsErrorCatalogue, 'sign_in_insecure')),
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
        ...refusals(accountsErrorCatalogue, 'challenge_expired', 'credentials_wrong', 'sign_in_insecure'),
      },
    },
    handler: async (request, reply) => {
      const source = signInSourceOf(request, deps);
      const { challengeId, passkey } = request.body;
      const answer = { challengeId, passkey: passkey as unknown as PasskeyAnswer };
      const begun = await signInByPasskey(deps.accounts, answer, source);
      return answerWithSession(reply, begun, source, deps);
    },
  });
}
