import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { createAuditLog } from '../platform/audit/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { defineOperatorTask } from '../platform/operator-tasks/index.ts';
import { toAnswer } from '../platform/to-answer.ts';
import { type AccountsDeps, loadAccountsDeps } from './accounts-deps.ts';
import { listAccounts } from './accounts-store.ts';
import { changeAccount } from './change-account.ts';
import { inviteAccount, type MadeInvitation } from './invite-account.ts';
import { recoverAdministrator } from './recover-administrator.ts';
import type { accountsSettings } from './settings.ts';
import { roles } from './types.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof accountsTasks> {}
}

function asLink({ id, link, expiresAt }: MadeInvitation) {
  return toAnswer({ id, link, expiresAt });
}

/** The operator's tasks. They do what administrators do, and what nobody could do who has lost the last account. */
export function accountsTasks(context: TaskContext<typeof accountsSettings>) {
  const { storage, clock, settings } = context;
  const { cipher } = storage;
  const { db } = storage.database;
  const withDeps = async <Result>(work: (deps: AccountsDeps) => Promise<Result>): Promise<Result> => {
    const audit = createAuditLog({ db, key: await loadNamedKey(db, cipher, 'audit'), clock });
    const deps = await loadAccountsDeps({
      db,
      cipher,
      clock,
      audit,
      baseUrl: context.baseUrl,
      settings: settings.accounts,
      environment: context.config.environment.sandbox === 'on' ? 'sandbox' : 'live',
    });
    return await work(deps).finally(() => audit.close());
  };
  return {
    'accounts/invite': defineOperatorTask(
      Type.Object({ email: Type.String(), name: Type.String(), role: Type.Enum([...roles]) }),
      ({ email, name, role }) =>
        withDeps(async (deps) => asLink(await inviteAccount(deps, { email, name, role }, undefined))),
    ),

    'accounts/list': defineOperatorTask(Type.Object({}), async () =>
      (await listAccounts(db, cipher)).map(({ id, name, email, role, disabledAt, lastSignInAt }) =>
        toAnswer({ id, name, email, role, isDisabled: disabledAt !== undefined, lastSignInAt }),
      ),
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
