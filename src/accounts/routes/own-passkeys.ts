import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { accountOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { RequestId, refusals, Timestamp } from '../../web/schemas.ts';
import { accountsErrorCatalogue } from '../errors.ts';
import { addPasskey, askForNewPasskey, removePasskey } from '../own-passkeys.ts';
import type { PasskeyProof } from '../passkey-ceremonies.ts';
import { listPasskeys } from '../passkeys-store.ts';
import {
  type AccountRouteDeps,
  ChallengeIdSchema,
  PasskeyOptionsSchema,
  PasskeySchema,
} from './session-representation.ts';

const passkeyMembers = {
  id: Type.String({ description: 'The credential id, base64url.' }),
  name: Type.String({ description: 'As its person named it.' }),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
};

/** The own passkeys: list, ask for a new one, add it, remove one. */
export function ownPasskeyRoutes(app: App, { accounts }: AccountRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/session/passkeys',
    config: { access: { kind: 'session' }, audit: { action: 'passkey.list' } },
    schema: {
      operationId: 'listPasskeys',
      tags: ['Accounts'],
      summary: 'List the own passkeys',
      description: 'Oldest first, each under the name that its person gave it.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(Type.Object(passkeyMembers), {
          title: 'Passkeys',
          description: 'The passkeys of whoever is signed in.',
        }),
      },
    },
    handler: async (request) => {
      const passkeys = await listPasskeys(accounts.db, accountOf(request).id);
      const { items, ...next } = pageOfAll(passkeys, request.query, ({ id }) => id);
      return {
        requestId: request.id,
        ...next,
        items: items.map(({ id, name, createdAt, lastUsedAt }) =>
          toAnswer({ id, name, createdAt, lastUsedAt }),
        ),
      };
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/session/passkeys/options',
    config: { access: { kind: 'session' }, audit: 'none' },
    schema: {
      operationId: 'askForNewPasskey',
      tags: ['Accounts'],
      summary: 'Begin to add a passkey',
      description:
        'Only within ten minutes of the sign-in. The question for the browser is good for five minutes.',
      response: {
        200: Type.Object(
          { requestId: RequestId, challengeId: Type.String(), options: PasskeyOptionsSchema },
          { title: 'NewPasskeyQuestion', description: 'For navigator.credentials.create.' },
        ),
        ...refusals(accountsErrorCatalogue, 'sign_in_not_recent', 'account_external', 'passkeys_many'),
      },
    },
    handler: async (request) => {
      const { challengeId, options } = await askForNewPasskey(accounts, accountOf(request));
      return { requestId: request.id, challengeId, options: { ...options } };
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/session/passkeys',
    config: { access: { kind: 'session' }, audit: { action: 'passkey.add' } },
    schema: {
      operationId: 'addPasskey',
      tags: ['Accounts'],
      summary: 'Add the passkey that the browser made',
      description: 'It signs in alone from then on, also while passwords are locked.',
      body: Type.Object(
        {
          challengeId: ChallengeIdSchema,
          passkey: PasskeySchema,
          name: Type.String({
            minLength: 1,
            maxLength: 100,
            pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
          }),
        },
        { title: 'NewPasskey' },
      ),
      response: {
        201: Type.Object(
          { requestId: RequestId, ...passkeyMembers },
          { title: 'Passkey', description: 'The passkey.' },
        ),
        ...refusals(
          accountsErrorCatalogue,
          'challenge_expired',
          'credentials_wrong',
          'account_external',
          'passkeys_many',
        ),
      },
    },
    handler: async (request, reply) => {
      const { challengeId, passkey, name } = request.body;
      const made = { challengeId, name, passkey: passkey as unknown as PasskeyProof };
      const { id, createdAt } = await addPasskey(accounts, accountOf(request), made);
      request.auditTarget = accountOf(request).id;
      return await reply
        .code(201)
        .send({ requestId: request.id, id, name, createdAt: createdAt.toISOString() });
    },
  });

  app.route({
    method: 'DELETE',
    url: '/v1/session/passkeys/:passkeyId',
    config: { access: { kind: 'session' }, audit: { action: 'passkey.remove' } },
    schema: {
      operationId: 'removePasskey',
      tags: ['Accounts'],
      summary: 'Remove an own passkey',
      description: 'Not the last one of an account without a password.',
      params: Type.Object({ passkeyId: Type.String({ maxLength: 1400 }) }),
      response: {
        204: Type.Null({ description: 'It signs in no more.' }),
        ...refusals(accountsErrorCatalogue, 'sign_in_not_recent', 'passkey_not_found', 'passkey_last'),
      },
    },
    handler: async (request, reply) => {
      await removePasskey(accounts, accountOf(request), request.params.passkeyId);
      request.auditTarget = accountOf(request).id;
      return await reply.code(204).send(null);
    },
  });
}
