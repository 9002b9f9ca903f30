import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { accountOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { refusals, Timestamp } from '../../web/schemas.ts';
import { findAccount } from '../accounts-store.ts';
import { AccountsError, accountsErrorCatalogue } from '../errors.ts';
import { deleteSession, findSession, listSessions } from '../sessions-store.ts';
import { type AccountRouteDeps, representSession, SessionSchema } from './session-representation.ts';

const SessionsSchema = ListSchema(
  Type.Object({
    id: Type.String(),
    isCurrent: Type.Boolean(),
    address: Type.String({ description: 'Network address of the sign-in.' }),
    userAgent: Type.Optional(Type.String()),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp,
  }),
  { title: 'ConsoleSessions', description: 'Newest first.' },
);

const AccountParams = Type.Object({ accountId: Type.String() });

/** Lists and ends sessions: the own ones of whoever is signed in, and those of other accounts for administrators. */
export function sessionListRoutes(app: App, { accounts }: AccountRouteDeps): void {
  const list = async (
    request: { readonly id: string; readonly query: { readonly cursor?: string; readonly limit?: string } },
    accountId: string,
    currentId: string,
  ) => {
    const sessions = await listSessions(accounts.db, accounts.cipher, accountId);
    const now = accounts.clock.now();
    const { items, ...next } = pageOfAll(
      sessions.filter(({ expiresAt }) => expiresAt > now),
      request.query,
      ({ id }) => id,
    );
    return {
      requestId: request.id,
      ...next,
      items: items.map(({ id, origin, createdAt, lastSeenAt, expiresAt }) =>
        toAnswer({
          id,
          isCurrent: id === currentId,
          createdAt,
          lastSeenAt,
          expiresAt,
          address: origin.address,
          userAgent: origin.userAgent,
        }),
      ),
    };
  };
  const requireAccount = async (id: string) => {
    if ((await findAccount(accounts.db, accounts.cipher, id)) === undefined) {
      throw new AccountsError('account_not_found');
    }
  };

  app.route({
    method: 'GET',
    url: '/v1/sessions',
    config: { access: { kind: 'session' }, audit: { action: 'session.list' } },
    schema: {
      operationId: 'listSessions',
      tags: ['Accounts'],
      summary: 'List the own sessions',
      description: 'Newest first, with the device of each sign-in as the browser named it.',
      querystring: Type.Object(PageQuery),
      response: { 200: SessionsSchema },
    },
    handler: async (request) => {
      const { id, sessionId } = accountOf(request);
      return await list(request, id, sessionId);
    },
  });

  app.route({
    method: 'DELETE',
    url: '/v1/sessions/:sessionId',
    config: { access: { kind: 'session' }, audit: { action: 'session.end' } },
    schema: {
      operationId: 'endSession',
      tags: ['Accounts'],
      summary: 'End one of the own sessions',
      description: 'The next request of that session is refused by every replica.',
      params: Type.Object({ sessionId: Type.String() }),
      response: {
        204: Type.Null({ description: 'The session has ended.' }),
        ...refusals(accountsErrorCatalogue, 'session_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { sessionId } = request.params;
      if (!(await deleteSession(accounts.db, sessionId, accountOf(request).id))) {
        throw new AccountsError('session_not_found');
      }
      request.auditTarget = sessionId;
      return await reply.code(204).send(null);
    },
  });

  app.route({
    method: 'GET',
    url: '/v1/accounts/:accountId/sessions',
    config: { access: { kind: 'session', scope: 'system:read' }, audit: { action: 'session.list' } },
    schema: {
      operationId: 'listSessionsOfAccount',
      tags: ['Accounts'],
      summary: 'List the sessions of an account',
      description: 'Newest first, with the device of each sign-in as the browser named it.',
      params: AccountParams,
      querystring: Type.Object(PageQuery),
      response: {
        200: SessionsSchema,
        ...refusals(accountsErrorCatalogue, 'account_not_found'),
      },
    },
    handler: async (request) => {
      const { accountId } = request.params;
      await requireAccount(accountId);
      request.auditTarget = accountId;
      return await list(request, accountId, accountOf(request).sessionId);
    },
  });

  app.route({
    method: 'DELETE',
    url: '/v1/accounts/:accountId/sessions/:sessionId',
    config: { access: { kind: 'session', scope: 'admin' }, audit: { action: 'session.end' } },
    schema: {
      operationId: 'endSessionOfAccount',
      tags: ['Accounts'],
      summary: 'End a session of an account',
      description: 'The next request of that session is refused by every replica.',
      params: Type.Object({ accountId: Type.String(), sessionId: Type.String() }),
      response: {
        204: Type.Null({ description: 'The session has ended.' }),
        ...refusals(accountsErrorCatalogue, 'account_not_found', 'session_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { accountId, sessionId } = request.params;
      await requireAccount(accountId);
      if (!(await deleteSession(accounts.db, sessionId, accountId))) {
        throw new AccountsError('session_not_found');
      }
      request.auditTarget = sessionId;
      request.auditDetail = { accountId };
      return await reply.code(204).send(null);
    },
  });
}

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
      response: { 200: SessionSchema },
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
      response: { 204: Type.Null({ description: 'The session has ended.' }) },
    },
    handler: async (request, reply) => {
      const { id, sessionId } = accountOf(request);
      await deleteSession(accounts.db, sessionId, id);
      request.auditTarget = sessionId;
      return await reply.code(204).header('set-cookie', cookies.session.clear()).send(null);
    },
  });
}
