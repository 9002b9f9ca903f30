import { createHmac, randomBytes } from 'node:crypto';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import type { RowBinder } from '../platform/encryption/index.ts';
import { TokenError } from '../platform/tokens/index.ts';
import { fitsStoredSecret, listActiveSecrets } from './client-store.ts';
import { AccessError } from './errors.ts';
import { hashSecretLike } from './hash-secret.ts';

/**
 * True if the secret is one of the client's. False for an unknown or revoked client. `source`: the sender's address.
 */
type ClientAuthenticator = (clientId: string, secret: string, source: string) => Promise<boolean>;

/** Counts wrong secrets by who sent them, so that nobody tries many, or keeps others from using the right one. */
export type SecretGuard = {
  /** True while secrets of this client from this source are refused unread: for a minute at most. */
  isLocked(clientId: string, source: string): boolean;
  /** Counts one wrong secret. */
  countFailure(clientId: string, source: string): Promise<void>;
};

const rememberedForMs = 60_000;
const rememberedAtMost = 1_000;
const hashingAtMost = 2;
const waitingAtMost = 64;
const longestSecret = 256;

/**
 * Compares secrets with their scrypt hashes. A secret that was right is remembered for a minute under a keyed
 * hash that only this process can make, so that a busy client costs one scrypt a minute; its stored secrets are
 * still read each time, so a removed secret or a revoked client is refused at once.
 *
 * At most two hashes run at a time: they use the threads that file and name look-ups need. With 64 more waiting
 * the answer is `token_check_unavailable`. From where too many wrong secrets of a client came it gets
 * `token_requests_limited`, unless its secret is remembered: whoever guesses does not stop the program itself, even
 * from behind the same address.
 */
export function createClientAuthenticator(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly rows: RowBinder;
  readonly guard?: SecretGuard | undefined;
}): ClientAuthenticator {
  const memoryKey = randomBytes(32);
  const remembered = new Map<string, number>();
  const running = new Map<string, Promise<boolean>>();
  const hashing = bulkhead(hashingAtMost, waitingAtMost);

  const hashWhenFree = (work: () => Promise<boolean>) =>
    hashing.execute(work).catch((error: Error) => {
      if (!isBulkheadRejectedError(error)) throw error;
      throw new TokenError('token_check_unavailable', { retryAfterSeconds: 1, cause: error });
    });

  function remember(mark: string, now: number): void {
    for (const [known, until] of remembered) {
      if (until > now && remembered.size < rememberedAtMost) break;
      remembered.delete(known);
    }
    remembered.delete(mark);
    remembered.set(mark, now + rememberedForMs);
  }

  return async (clientId, secret, source) => {
    if (secret.length > longestSecret) return false;
    const stored = await listActiveSecrets(deps.db, clientId);
    const marks = stored.map(({ id }) =>
      createHmac('sha256', memoryKey).update(`${id}\0${secret}`).digest('base64url'),
    );
    const now = deps.clock.now().getTime();
    if (marks.some((mark) => (remembered.get(mark) ?? 0) > now)) return true;
    if (deps.guard?.isLocked(clientId, source) === true) {
      throw new AccessError('token_requests_limited', { retryAfterSeconds: 60 });
    }
    for (const [index, candidate] of stored.entries()) {
      const mark = marks[index]!;
      let check = running.get(mark);
      if (check === undefined) {
        check = hashWhenFree(async () =>
          fitsStoredSecret(deps.rows, clientId, candidate, await hashSecretLike(secret, candidate)),
        ).finally(() => running.delete(mark));
        running.set(mark, check);
      }
      if (await check) {
        remember(mark, now);
        return true;
      }
    }
    await deps.guard?.countFailure(clientId, source);
    return false;
  };
}
