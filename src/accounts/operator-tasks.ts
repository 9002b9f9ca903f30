import { createHmac } from 'node:crypto';
import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { createAuditLog } from '../platform/audit/index.ts';
import { loadNamedKey, loadRowBinder } from '../platform/encryption/index.ts';
import { defineOperatorTask } from '../platform/operator-tasks/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { listAccounts } from './accounts-store.ts';
import { changeAccount } from './change-account.ts';
import { inviteAccount, type MadeInvitation } from './invite-account.ts';
import { recoverAdministrator } from './recover-administrator.ts';
import type { accountsSettings } from './settings.ts';
import { type Role, roles } from './types.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof accountsTasks> {}
}

function asLink({ id, link, expiresAt }: MadeInvitation) {
  return { id, link, expiresAt: expiresAt.toISOString() };
}

/** The operator's tasks. They do what administrators do, and what nobody could do who has lost the last account. */
export function accountsTasks(context: TaskContext<typeof accountsSettings>) {
  const { storage, clock, settings } = context;
  const { cipher } = storage;
  const { db } = storage.database;
  const withDeps = async <Result>(work: (deps: AccountsDeps) => Promise<Result>): Promise<Result> => {
    const key = await loadNamedKey(db, cipher, 'accounts');
    const audit = createAuditLog({ db, key: await loadNamedKey(db, cipher, 'audit'), clock });
    const deps: AccountsDeps = {
      ...{ db, cipher, clock, audit, settings: settings.accounts, baseUrl: context.baseUrl },
      rows: await loadRowBinder(db, cipher),
      environment: context.config.environment.sandbox === 'on' ? 'sandbox' : 'live',
      indexOf: (kind, value) => createHmac('sha256', key).update(`${kind}:${value}`).digest(),
    };
    return await work(deps).finally(() => audit.close());
  };
  return {
    'accounts/invite': defineOperatorTask(
      Type.Object({ email: Type.String(), name: Type.String(), role: Type.Enum([...roles]) }),
      ({ email, name, role }) =>
        withDeps(async (deps) =>
          asLink(await inviteAccount(deps, { email, name, role: role as Role }, undefined)),
        ),
    ),

    'accounts/list': defineOperatorTask(Type.Object({}), async () =>
      (await listAccounts(db, cipher)).map(({ id, name, email, role, disabledAt, lastSignInAt }) => ({
        ...{ id, name, email, role, isDisabled: disabledAt !== undefined },
        ...(lastSignInAt === undefined ? {} : { lastSignInAt: lastSignInAt.toISOString() }),
      })),
    ),

    'accounts/disable': defineOperatorTask(Type.Object({ accountId: Type.String() }), ({ accountId }) =>
      withDeps(async (deps) => {
        const { id } = await changeAccount(deps, accountId, { isDisabled: true }, undefined);
        return { id };
      }),
    ),

    'accounts/recover': defineOperatorTask(
      Type.Object({ accountId: Type.Optional(Type.String()) }),
      ({ accountId }) =>
        withDeps(async (deps) => {
          const { email, ...made } = await recoverAdministrator(deps, accountId);
          return { email, ...asLink(made) };
        }),
    ),
  };
}
