import type { Db } from '../platform/db/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { hadPowerOver, listAccounts } from './accounts-store.ts';
import { scopesOfRole } from './role-scopes.ts';

const dayMs = 24 * 3_600_000;

/** The part of accounts that other domains may know. */
export type AccountDirectory = {
  /** The names of accounts by id. Ids that are none are left out. */
  namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** True for an account that can sign in and whose role may decide cases. */
  mayDecide(db: Db, accountId: string): Promise<boolean>;
  /** True when one of the two invited, reset or changed the role of the other within the last 24 hours. */
  hadPowerOver(db: Db, one: string, other: string): Promise<boolean>;
};

/** The directory over the accounts of this service. There are few: every question reads them all. */
export function createAccountDirectory(deps: Pick<AccountsDeps, 'cipher' | 'clock'>): AccountDirectory {
  const { cipher, clock } = deps;
  return {
    async namesOf(db, ids) {
      if (ids.length === 0) return new Map();
      const wanted = new Set(ids);
      const all = await listAccounts(db, cipher);
      return new Map(all.filter(({ id }) => wanted.has(id)).map(({ id, name }) => [id, name]));
    },
    async mayDecide(db, accountId) {
      const account = (await listAccounts(db, cipher)).find(({ id }) => id === accountId);
      if (account === undefined || account.disabledAt !== undefined) return false;
      return scopesOfRole[account.role].includes('cases:decide');
    },
    hadPowerOver: (db, one, other) => hadPowerOver(db, one, other, new Date(clock.now().getTime() - dayMs)),
  };
}
