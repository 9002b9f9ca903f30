import { Type } from '@fastify/type-provider-typebox';
import { accountOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { findAccount } from '../accounts-store.ts';
import { AccountsError } from '../errors.ts';
import { deleteSession, findSession } from '../sessions-store.ts';
import { type AccountRouteDeps, representSession, SessionSchema } from './session-representation.ts';

/** GET and DELETE /v1/session: who is signed in, and signing out. */
export function sessionRoutes(app: App, { accounts, cookies }: AccountRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/session',
    config: { access: { kind: 'session' }, audit: 'none' },
    schema: {
      operationId: 'getSession',
      tags: ['Accounts'],
      summary: 'Read who is signed in',
      description: 'With the scopes of the role as it is now, and the token that changes need.',
      response: { 200: SessionSchema, ...errorResponses() },
    },
    handler: async (request, reply) => {
      const { id, sessionId } = accountOf(request);
      const account = await findAccount(accounts.db, accounts.cipher, id);
      const session = await findSession(accounts.db, sessionId);
      if (account === undefined || session === undefined) throw new AccountsError('session_not_found');
      const secret = cookies.session.read(request.headers.cookie ?? '') ?? '';
      return await reply.send(representSession(request.id, { account, session, secret }, accounts));
    },
  });

  app.route({
    method: 'DELETE',
    url: '/v1/session',
    config: { access: { kind: 'session' }, audit: { action: 'session.end' } },
    schema: {
      operationId: 'signOut',
      tags: ['Accounts'],
      summary: 'Sign out',
      description: 'Ends the session and removes its cookie.',
      response: {
        204: Type.Null({ description: 'The session has ended.' }),
        ...errorResponses(),
      },
    },
    handler: async (request, reply) => {
      const { id, sessionId } = accountOf(request);
      await deleteSession(accounts.db, sessionId, id);
      request.auditTarget = sessionId;
      return await reply.code(204).header('set-cookie', cookies.session.clear()).send(null);
    },
  });
}
