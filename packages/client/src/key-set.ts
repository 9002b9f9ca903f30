import { VerificationError } from './errors.ts';
import type { Jwk } from './key-types.ts';
import { type Sending, send } from './send.ts';

/** A published key. */
export type PublicKey = Jwk & { readonly kid?: string };

/** The published keys of a service, fetched when they are needed and remembered. */
export type KeySet = {
  /** The key of that id. Throws `VerificationError` `key_unknown` when there is none. */
  get(kid: string): Promise<PublicKey>;
  /** All keys. */
  all(): Promise<readonly PublicKey[]>;
};

/** A new key is published this long before it signs. */
const freshMs = 10 * 60_000;
/** Unknown ids make nobody fetch the keys more often. */
const betweenFetchesMs = 30_000;

/** The keys at an address. */
export function createKeySet(url: string, sending: Sending): KeySet {
  let keys: readonly PublicKey[] = [];
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<void> | undefined;

  async function load(): Promise<void> {
    const { status, bytes } = await send({ url, method: 'GET', headers: {}, body: undefined }, sending);
    if (status !== 200) throw new VerificationError('key_unknown', `no keys: the service answered ${status}`);
    keys = (JSON.parse(new TextDecoder().decode(bytes)) as { keys: PublicKey[] }).keys;
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
    async all() {
      await refreshWhenOlder(freshMs);
      return keys;
    },
  };
}
