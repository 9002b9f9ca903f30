import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import type { App } from '../../web/app.ts';
import { RequestId, refusals } from '../../web/schemas.ts';
import { acceptInvitation, confirmInvitation, openInvitation } from '../accept-invitation.ts';
import { accountsErrorCatalogue } from '../errors.ts';
import type { PasskeyProof } from '../passkey-ceremonies.ts';
import {
  type AccountRouteDeps,
  answerWithSession,
  ChallengeIdSchema,
  LocaleSchema,
  PasskeyOptionsSchema,
  PasskeySchema,
  RoleSchema,
  SessionSchema,
  signInSourceOf,
  TypedText,
} from './session-representation.ts';

const CodeSchema = Type.String({ maxLength: 100, description: 'From the fragment of the link.' });

export function acceptanceRoutes(app: App, deps: AccountRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/invitations/open',
    config: { access: { kind: 'public' }, rateLimit: 'token' },
    schema: {
      operationId: 'openInvitation',
      tags: ['Accounts'],
      summary: 'Read the invitation behind a link',
      description: 'For the page that the link opens. Nothing changes.',
      body: Type.Object({ code: CodeSchema }, { title: 'InvitationCode' }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            role: RoleSchema,
            name: Type.String(),
            email: Type.String(),
            isReset: Type.Boolean({ description: 'The account exists and is set up anew.' }),
            isEmailChoosable: Type.Boolean({ description: 'True for the first administrator.' }),
          },
          { title: 'OpenInvitation', description: 'Who is invited.' },
        ),
        ...refusals(accountsErrorCatalogue, 'invitation_invalid', 'sign_in_insecure'),
      },
    },
    handler: async (request) => {
      signInSourceOf(request, deps);
      const { role, name, email, purpose } = await openInvitation(deps.accounts, request.body.code);
      const isReset = purpose === 'reset';
      return { requestId: request.id, role, name, email, isReset, isEmailChoosable: purpose === 'first' };
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/invitations/accept',
    config: { access: { kind: 'public' }, rateLimit: 'token' },
    schema: {
      operationId: 'acceptInvitation',
      tags: ['Accounts'],
      summary: 'Choose the sign-in methods of the account',
      description:
        'With a password the answer has the secret of an authenticator app; without one, the question for a passkey. Nothing counts before confirm.',
      body: Type.Object(
        {
          code: CodeSchema,
          password: Type.Optional(TypedText),
          name: Type.Optional(TypedText),
          email: Type.Optional(TypedText),
          locale: Type.Optional(LocaleSchema),
        },
        { title: 'InvitationAcceptance' },
      ),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            enrolmentId: Type.String(),
            totp: Type.Optional(
              Type.Object({ secret: Type.String(), uri: Type.String({ description: 'For a QR code.' }) }),
            ),
            passkeyOptions: Type.Optional(PasskeyOptionsSchema),
          },
          { title: 'Enrolment', description: 'What to set up.' },
        ),
        ...refusals(accountsErrorCatalogue, 'invitation_invalid', 'password_refused', 'sign_in_insecure'),
      },
    },
    handler: async (request) => {
      signInSourceOf(request, deps);
      const { passkeyOptions, ...enrolment } = await acceptInvitation(deps.accounts, request.body);
      return toAnswer({
        requestId: request.id,
        ...enrolment,
        passkeyOptions: passkeyOptions && { ...passkeyOptions },
      });
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/invitations/confirm',
    config: { access: { kind: 'public' }, rateLimit: 'token' },
    schema: {
      operationId: 'confirmInvitation',
      tags: ['Accounts'],
      summary: 'Make the account and sign in',
      description: 'Ends the link and sets the cookie of the session.',
      body: Type.Object(
        {
          enrolmentId: ChallengeIdSchema,
          code: Type.Optional(Type.String({ maxLength: 10 })),
          passkey: Type.Optional(PasskeySchema),
        },
        { title: 'EnrolmentProof' },
      ),
      response: {
        200: SessionSchema,
        ...refusals(
          accountsErrorCatalogue,
          'invitation_invalid',
          'challenge_expired',
          'sign_in_insecure',
          'credentials_wrong',
          'account_exists',
        ),
      },
    },
    handler: async (request, reply) => {
      const source = signInSourceOf(request, deps);
      const proof = { ...request.body, passkey: request.body.passkey as unknown as PasskeyProof | undefined };
      const begun = await confirmInvitation(deps.accounts, proof, source);
      return answerWithSession(reply, begun, source, deps);
    },
  });
}
