import { VerificationError } from './errors.ts';
import type { Jwk } from './key-types.ts';

/** A published key. */
export type PublicKey = Jwk & { readonly kid?: string };

/** The published keys of a service, fetched when they are needed and remembered. */
export type KeySet = {
  /** The key of that id. Throws `VerificationError` `key_unknown` when there is none. */
  get(kid: string): Promise<PublicKey>;
  /** All keys, as of the last ten minutes; of the last half minute when the newest are asked for. */
  all(options?: { readonly isNewest?: boolean }): Promise<readonly PublicKey[]>;
};

/** A new key is published this long before it signs. */
const freshMs = 10 * 60_000;
/** Unknown ids make nobody fetch the keys more often. */
const betweenFetchesMs = 30_000;

/** The keys that `fetchKeys` gives. What it throws reaches whoever needed a key. */
export function createKeySet(fetchKeys: () => Promise<readonly PublicKey[]>): KeySet {
  let keys: readonly PublicKey[] = [];
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<void> | undefined;

  async function load(): Promise<void> {
    keys = await fetchKeys();
    fetchedAt = performance.now();
  }

  async function refreshWhenOlder(ageMs: number): Promise<void> {
    if (performance.now() - fetchedAt < ageMs) return;
    pending ??= load().finally(() => {
      pending = undefined;
    });
    await pending;
  }

  return {
    async get(kid) {
      await refreshWhenOlder(freshMs);
      let found = keys.find((key) => key.kid === kid);
      if (found === undefined) {
        await refreshWhenOlder(betweenFetchesMs);
        found = keys.find((key) => key.kid === kid);
      }
      if (found === undefined) throw new VerificationError('key_unknown', 'no published key has this id');
      return found;
    },
    async all({ isNewest = false } = {}) {
      await refreshWhenOlder(isNewest ? betweenFetchesMs : freshMs);
      return keys;
    },
  };
}
