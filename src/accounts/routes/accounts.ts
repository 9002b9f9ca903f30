import { type Static, Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { holdsScope } from '../../platform/tokens/index.ts';
import { accountOf, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { AnswerSchema, refusals, Timestamp } from '../../web/schemas.ts';
import { listAccounts } from '../accounts-store.ts';
import { changeAccount, resetAccount } from '../change-account.ts';
import { accountsErrorCatalogue } from '../errors.ts';
import type { Account } from '../types.ts';
import { MadeInvitationSchema, managersOnly, representMade } from './invitations.ts';
import { type AccountRouteDeps, RoleSchema } from './session-representation.ts';

const AccountSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.Optional(Type.String({ description: 'Only with the scope `system:read`.' })),
  role: RoleSchema,
  isDisabled: Type.Boolean(),
  isExternal: Type.Boolean({ description: 'True for accounts of single sign-on.' }),
  createdAt: Timestamp,
  lastSignInAt: Type.Optional(Timestamp),
});

function represent(account: Account, { withEmail }: { withEmail: boolean }): Static<typeof AccountSchema> {
  const { id, name, email, role, isExternal, createdAt, disabledAt, lastSignInAt } = account;
  return toAnswer({
    id,
    name,
    role,
    isExternal,
    createdAt,
    isDisabled: disabledAt !== undefined,
    ...(withEmail ? { email, lastSignInAt } : {}),
  });
}

export function accountRoutes(app: App, { accounts }: AccountRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/accounts',
    config: { access: { kind: 'session', scope: 'cases:read' }, audit: { action: 'account.list' } },
    schema: {
      operationId: 'listAccounts',
      tags: ['Accounts'],
      summary: 'List accounts',
      description: 'Oldest first. Without the scope `system:read`: names and roles, to hand cases over.',
      querystring: Type.Object(PageQuery),
      response: { 200: ListSchema(AccountSchema, { title: 'Accounts', description: 'The accounts.' }) },
    },
    handler: async (request) => {
      const withEmail = holdsScope(tokenOf(request).scopes, 'system:read');
      const all = await listAccounts(accounts.db, accounts.cipher);
      const items = all.map((account) => represent(account, { withEmail }));
      return { requestId: request.id, ...pageOfAll(items, request.query, ({ id }) => id) };
    },
  });

  app.route({
    method: 'PATCH',
    url: '/v1/accounts/:accountId',
    config: { access: managersOnly, audit: { action: 'account.change' } },
    schema: {
      operationId: 'changeAccount',
      tags: ['Accounts'],
      summary: 'Change the role of an account, or disable it',
      description: 'It counts from the next request on, in every replica. The last administrator stays.',
      params: Type.Object({ accountId: Type.String() }),
      body: Type.Object(
        { role: Type.Optional(RoleSchema), isDisabled: Type.Optional(Type.Boolean()) },
        { title: 'AccountChange' },
      ),
      response: {
        200: AnswerSchema(AccountSchema, {
          title: 'ChangedAccount',
          description: 'The account as it is now.',
        }),
        ...refusals(
          accountsErrorCatalogue,
          'account_not_found',
          'account_last_administrator',
          'account_external',
        ),
      },
    },
    handler: async (request) => {
      const { accountId } = request.params;
      const { role, isDisabled } = request.body;
      const change = toAnswer({ role, isDisabled });
      const account = await changeAccount(accounts, accountId, change, accountOf(request).id);
      request.auditTarget = accountId;
      request.auditDetail = change;
      return { requestId: request.id, ...represent(account, { withEmail: true }) };
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/accounts/:accountId/reset',
    config: { access: managersOnly, audit: { action: 'account.reset' } },
    schema: {
      operationId: 'resetAccount',
      tags: ['Accounts'],
      summary: 'Reset the sign-in methods of an account',
      description:
        'Password, authenticator and passkeys are gone and its sessions end; the link sets it up anew.',
      params: Type.Object({ accountId: Type.String() }),
      response: {
        201: MadeInvitationSchema,
        ...refusals(accountsErrorCatalogue, 'account_not_found', 'account_external'),
      },
    },
    handler: async (request, reply) => {
      const { accountId } = request.params;
      const made = await resetAccount(accounts, accountId, accountOf(request).id);
      request.auditTarget = accountId;
      return await reply.code(201).send(representMade(request.id, made));
    },
  });
}
