import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { accountOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { RequestId, refusals, Timestamp } from '../../web/schemas.ts';
import { AccountsError, accountsErrorCatalogue } from '../errors.ts';
import { listInvitations, revokeInvitation } from '../invitations-store.ts';
import { inviteAccount, type MadeInvitation } from '../invite-account.ts';
import type { Invitation } from '../types.ts';
import { type AccountRouteDeps, RoleSchema, TypedText } from './session-representation.ts';

/** Accounts are managed by people alone: a client could otherwise make the second pair of eyes. */
export const managersOnly = { kind: 'session', scope: 'admin' } as const;

/** An answer with a link that is shown once. */
export const MadeInvitationSchema = Type.Object(
  {
    requestId: RequestId,
    id: Type.String(),
    link: Type.String({ description: 'Shown this once; its code is in the fragment.' }),
    expiresAt: Timestamp,
  },
  { title: 'MadeInvitation', description: 'The link is for you to hand over.' },
);

export function representMade(requestId: string, { id, link, expiresAt }: MadeInvitation) {
  return { requestId, ...toAnswer({ id, link, expiresAt }) };
}

function stateOf(
  { usedAt, revokedAt, expiresAt }: Invitation,
  now: Date,
): 'open' | 'used' | 'revoked' | 'expired' {
  if (usedAt !== undefined) return 'used';
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt > now ? 'open' : 'expired';
}

export function invitationRoutes(app: App, { accounts }: AccountRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/invitations',
    config: { access: managersOnly, audit: { action: 'account.invite' } },
    schema: {
      operationId: 'inviteAccount',
      tags: ['Accounts'],
      summary: 'Invite a person',
      description:
        'An earlier open invitation to the address ends. Only for administrators who are signed in.',
      body: Type.Object(
        { email: TypedText, name: TypedText, role: RoleSchema },
        { title: 'InvitationRequest' },
      ),
      response: {
        201: MadeInvitationSchema,
        ...refusals(accountsErrorCatalogue, 'account_exists'),
      },
    },
    handler: async (request, reply) => {
      const made = await inviteAccount(accounts, request.body, accountOf(request).id);
      request.auditTarget = made.id;
      request.auditDetail = { role: request.body.role };
      return await reply.code(201).send(representMade(request.id, made));
    },
  });

  app.route({
    method: 'GET',
    url: '/v1/invitations',
    config: { access: { ...managersOnly, scope: 'system:read' }, audit: { action: 'account.list' } },
    schema: {
      operationId: 'listInvitations',
      tags: ['Accounts'],
      summary: 'List invitations',
      description: 'Newest first, the last 200. Links cannot be shown again.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object({
            id: Type.String(),
            purpose: Type.Enum(['first', 'invitation', 'reset']),
            state: Type.Enum(['open', 'used', 'revoked', 'expired']),
            email: Type.String(),
            name: Type.String(),
            role: RoleSchema,
            createdAt: Timestamp,
            expiresAt: Timestamp,
          }),
          { title: 'Invitations', description: 'The invitations.' },
        ),
      },
    },
    handler: async (request) => {
      const now = accounts.clock.now();
      const items = (await listInvitations(accounts.db, accounts.cipher)).map((invitation) => {
        const { id, purpose, email, name, role, createdAt, expiresAt } = invitation;
        const state = stateOf(invitation, now);
        return toAnswer({ id, purpose, state, email, name, role, createdAt, expiresAt });
      });
      return { requestId: request.id, ...pageOfAll(items, request.query, ({ id }) => id) };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/v1/invitations/:invitationId',
    config: { access: managersOnly, audit: { action: 'account.uninvite' } },
    schema: {
      operationId: 'revokeInvitation',
      tags: ['Accounts'],
      summary: 'Withdraw an invitation',
      description: 'Open invitations only: used ones became accounts.',
      params: Type.Object({ invitationId: Type.String() }),
      response: {
        204: Type.Null({ description: 'Its link opens nothing any more.' }),
        ...refusals(accountsErrorCatalogue, 'invitation_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { invitationId } = request.params;
      if (!(await revokeInvitation(accounts.db, invitationId, accounts.clock.now()))) {
        throw new AccountsError('invitation_not_found');
      }
      request.auditTarget = invitationId;
      return await reply.code(204).send(null);
    },
  });
}
