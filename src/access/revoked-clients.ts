import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import { listRevokedClientIds } from './client-store.ts';

/** The clients whose tokens are no longer good although they have not expired, kept in memory. */
export type RevokedClients = {
  has(clientId: string): boolean;
  /** Milliseconds since the list was last known to be right. */
  ageMs(): number;
  /** Reads the list now. Rejects when the database does not answer; the old list stays. */
  refresh(): Promise<void>;
  stop(): void;
};

/** Longer than any token lives, with room for clocks that differ. */
const rememberRevocationsForMs = 48 * 60 * 60_000;

/** The list, read once before this resolves and then again and again until stopped. */
export async function createRevokedClients(options: {
  readonly db: Db;
  readonly clock: Clock;
  /** 0: never by itself. */
  readonly refreshEveryMs: number;
  readonly onError: (error: unknown) => void;
}): Promise<RevokedClients> {
  const { db, clock, refreshEveryMs, onError } = options;
  let revoked: ReadonlySet<string> = new Set();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let running = false;

  async function refresh(): Promise<void> {
    // The time before the query: what is revoked while it runs may be missing from its answer.
    const startedAtMs = performance.now();
    const ids = await listRevokedClientIds(db, new Date(clock.now().getTime() - rememberRevocationsForMs));
    if (startedAtMs >= readAtMs) {
      revoked = new Set(ids);
      readAtMs = startedAtMs;
    }
  }

  async function refreshInBackground(): Promise<void> {
    if (running) {
      return;
    }
    running = true;
    try {
      await refresh();
    } catch (error) {
      onError(error);
    } finally {
      running = false;
    }
  }

  await refresh();
  const timer = refreshEveryMs === 0 ? undefined : setInterval(refreshInBackground, refreshEveryMs);
  timer?.unref();
  return {
    has: (clientId) => revoked.has(clientId),
    ageMs: () => performance.now() - readAtMs,
    refresh,
    stop: () => clearInterval(timer),
  };
}
