import type { Db } from '../platform/db/index.ts';
import type { Scope } from '../platform/tokens/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { hadPowerOver, listAccounts } from './accounts-store.ts';
import { scopesOf } from './role-scopes.ts';

const dayMs = 24 * 3_600_000;

/** The part of accounts that other domains may know. */
export type AccountDirectory = {
  /** The names of accounts by id. Ids that are none are left out. */
  namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** True for an account that can sign in and whose role has the scope. */
  hasScope(db: Db, accountId: string, scope: Scope): Promise<boolean>;
  /** True for two people: other addresses, and neither had power over the other. Two accounts under two addresses are. */
  areTwoPeople(db: Db, one: string, other: string): Promise<boolean>;
  /**
   * True when one of the two invited, reset or changed the role of the other within the last 24 hours, directly or by
   * accounts between them.
   */
  hadPowerOver(db: Db, one: string, other: string): Promise<boolean>;
  /** True when two accounts have the same e-mail address: one of a password, the other one of single sign-on. */
  shareAddress(db: Db, one: string, other: string): Promise<boolean>;
};

/** The directory over the accounts of this service. There are few: every question reads them all. */
export function createAccountDirectory(
  deps: Pick<AccountsDeps, 'cipher' | 'clock' | 'environment'>,
): AccountDirectory {
  const { cipher, clock, environment } = deps;
  const directory: AccountDirectory = {
    areTwoPeople: async (db, one, other) =>
      one !== other &&
      !(await directory.hadPowerOver(db, one, other)) &&
      !(await directory.shareAddress(db, one, other)),
    async namesOf(db, ids) {
      if (ids.length === 0) return new Map();
      const wanted = new Set(ids);
      const all = await listAccounts(db, cipher);
      return new Map(all.filter(({ id }) => wanted.has(id)).map(({ id, name }) => [id, name]));
    },
    async hasScope(db, accountId, scope) {
      const account = (await listAccounts(db, cipher)).find(({ id }) => id === accountId);
      if (account === undefined || account.disabledAt !== undefined) return false;
      return scopesOf(account.role, environment).includes(scope);
    },
    async shareAddress(db, one, other) {
      const addresses = (await listAccounts(db, cipher))
        .filter(({ id }) => id === one || id === other)
        .map(({ email }) => email.trim().toLowerCase());
      return addresses.length === 2 && addresses[0] !== '' && addresses[0] === addresses[1];
    },
    hadPowerOver: (db, one, other) => hadPowerOver(db, one, other, new Date(clock.now().getTime() - dayMs)),
  };
  return directory;
}
