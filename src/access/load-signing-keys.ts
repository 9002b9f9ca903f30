import type { CryptoKey } from 'jose';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { repeatDuring } from '../platform/jobs/index.ts';
import {
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  type SigningPurpose,
  type StoredSigningKey,
  signingPurposes,
} from './signing-key-store.ts';
import { createStoredSigningKey, openStoredSigningKey, type SigningKeys } from './signing-keys.ts';

type LoadedKey = Awaited<ReturnType<typeof openStoredSigningKey>> & { readonly stored: StoredSigningKey };

const searchAgainAfterMs = 1_000;

/**
 * The deployment's signing keys, those missing made now: of several replicas that start at once, one makes them
 * and all use the same. Refreshed every few seconds, so that a rotation in one process reaches the others.
 *
 * Rejects with an `EncryptionError` when a stored key cannot be opened with the master key at hand.
 */
export async function loadSigningKeys(options: {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  /** 10,000 when absent. 0: no background refresh, only `reload`. */
  readonly refreshEveryMs?: number;
  /** Told of a background refresh that failed; the keys at hand stay in use. */
  readonly onError?: (error: unknown) => void;
}): Promise<SigningKeys> {
  const { db, cipher, clock, refreshEveryMs = 10_000, onError } = options;
  await ensureSigningKeys(db, cipher, clock);

  let keys: readonly LoadedKey[] = [];
  let readAtMs = 0;
  let readings = 0;
  let shown = 0;

  async function reload(): Promise<void> {
    readAtMs = performance.now();
    readings += 1;
    const reading = readings;
    const stored = await listSigningKeys(db, clock.now());
    const loaded = await Promise.all(
      stored.map(async (key) => {
        const known = keys.find((candidate) => candidate.kid === key.kid);
        return { ...(known ?? (await openStoredSigningKey(cipher, key))), stored: key };
      }),
    );
    // A reading that was overtaken by a later one knows less.
    if (reading > shown) {
      shown = reading;
      keys = loaded;
    }
  }

  function usable(purpose: SigningPurpose): LoadedKey[] {
    const now = clock.now();
    return keys.filter(
      ({ stored }) =>
        stored.purpose === purpose && (stored.retiredAt === undefined || stored.retiredAt > now),
    );
  }

  function find(purpose: SigningPurpose, kid: string): CryptoKey | undefined {
    return usable(purpose).find((key) => key.kid === kid)?.publicKey;
  }

  await reload();
  const refreshing = refreshEveryMs === 0 ? undefined : repeatDuring(refreshEveryMs, reload, onError);

  return {
    current(purpose) {
      const now = clock.now();
      const candidates = usable(purpose);
      // With only keys of the future at hand (a replica whose clock is behind made them), the earliest signs.
      const key = candidates.find(({ stored }) => stored.activeFrom <= now) ?? candidates.at(-1);
      if (key === undefined) throw new Error(`no ${purpose} key is in use`);
      return key;
    },
    active(purpose) {
      const now = clock.now();
      const active = usable(purpose).filter(({ stored }) => stored.activeFrom <= now);
      return active.length > 0 ? active : usable(purpose).slice(-1);
    },
    find,
    async findOrReload(purpose, kid) {
      const found = find(purpose, kid);
      if (found !== undefined || performance.now() - readAtMs < searchAgainAfterMs) return found;
      await reload();
      return find(purpose, kid);
    },
    publicKeys: () => ({
      keys: signingPurposes.flatMap((purpose) => usable(purpose).map(({ publicJwk }) => publicJwk)),
    }),
    reload,
    stop: () => void refreshing?.stop(),
  };
}

async function ensureSigningKeys(db: Db, cipher: RecordCipher, clock: Clock): Promise<void> {
  const present = await listSigningKeys(db, clock.now());
  if (signingPurposes.every((purpose) => present.some((key) => key.purpose === purpose))) {
    return;
  }
  await db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx);
    const now = clock.now();
    const stored = await listSigningKeys(tx, now);
    for (const purpose of signingPurposes) {
      if (!stored.some((key) => key.purpose === purpose)) {
        await insertSigningKey(
          tx,
          await createStoredSigningKey(cipher, { purpose, createdAt: now, activeFrom: now }),
        );
      }
    }
  });
}
