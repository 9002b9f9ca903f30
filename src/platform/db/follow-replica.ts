import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, QueryResult } from 'pg';
import type { Logger } from '../log.ts';

/** `in_use`, or the reason why its reads go to the primary. */
export type ReplicaState = 'in_use' | 'behind' | 'unreachable';

/** A read replica, and how far it is. */
export type Replica = {
  /** Age of the oldest data that the replica may give. */
  readonly maxLagMs: number;
  /** True when whatever was committed `maxLagMs` ago, and the position if one is given, is on the replica. */
  isUsable(position?: string): boolean;
  state(): ReplicaState;
  /** Upper bound of the age of its data, in milliseconds; undefined while nothing is known. */
  lagMs(): number | undefined;
  /** Runs a statement. A failure makes it unusable until it has been looked at again. */
  run(text: string, parameters: readonly unknown[]): Promise<QueryResult>;
  close(): Promise<void>;
};

type Sample = { readonly position: bigint; readonly at: number };

const looksPerLag = 5;

/** A caller's own change is on the replica for the service once it has looked again. */
const longestRestMs = 500;

/** Ends of the log that a replica has still to reach; the oldest decide. */
const mostSamples = 100;

/**
 * Follows a standby: takes the end of the primary's log several times in `maxLagMs`, and the place that the standby has
 * replayed. Data are at most as old as the newest end that was replayed: no clock of another machine is asked.
 */
export function followReplica({
  primary,
  replica,
  maxLagMs,
  logger,
}: {
  readonly primary: Pool;
  readonly replica: Pool;
  readonly maxLagMs: number;
  readonly logger: Logger;
}): Replica {
  const stopped = new AbortController();
  let samples: Sample[] = [];
  let replayed: bigint | undefined;
  let freshAt: number | undefined;
  let told: ReplicaState | undefined;

  const state = (): ReplicaState => {
    if (replayed === undefined) return 'unreachable';
    return freshAt !== undefined && performance.now() - freshAt <= maxLagMs ? 'in_use' : 'behind';
  };
  const forget = () => {
    replayed = undefined;
    freshAt = undefined;
  };

  async function look(): Promise<void> {
    const at = performance.now();
    const end = await within(
      primary.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position'),
      maxLagMs,
    );
    samples.push({ position: parseLogPosition(end.rows[0]!.position), at });
    const found = await within(
      replica.query<{ position: string | null; is_standby: boolean }>(
        'select pg_last_wal_replay_lsn()::text as position, pg_is_in_recovery() as is_standby',
      ),
      maxLagMs,
    );
    const { position, is_standby: isStandby } = found.rows[0]!;
    if (!isStandby || position === null) return forget();
    const reached = parseLogPosition(position);
    replayed = reached;
    // The last end that it has passed stays: it holds after a lost connection, too, and not for a standby further back.
    const passed = samples.filter((sample) => sample.position <= reached).slice(-1);
    freshAt = passed[0]?.at;
    // Of the ends to come the oldest decide.
    samples = [...passed, ...samples.filter((sample) => sample.position > reached).slice(0, mostSamples)];
  }

  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await look();
      } catch {
        forget();
      }
      const now = state();
      if (now !== told) {
        if (now === 'in_use') logger.info('the read replica is in use');
        else if (!stopped.signal.aborted)
          logger.warn({ state: now }, 'the read replica is not in use: reads go to the primary');
        told = now;
      }
      await delay(Math.min(maxLagMs / looksPerLag, longestRestMs), undefined, {
        signal: stopped.signal,
      }).catch(() => {});
    }
  }

  replica.on('error', forget);
  const following = runOutsideReadScope(follow);
  return {
    maxLagMs,
    isUsable: (position) =>
      state() === 'in_use' && (position === undefined || parseLogPosition(position) <= replayed!),
    state,
    lagMs: () => (freshAt === undefined ? undefined : performance.now() - freshAt),
    async run(text, parameters) {
      const client = await replica.connect().catch((error: unknown) => {
        forget();
        throw error;
      });
      try {
        const result = await client.query(text, [...parameters]);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    async close() {
      stopped.abort();
      await following;
      await replica.end();
    },
  };
}

async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const pageBytes = 8_192n;

const pageHeaders = [24n, 40n];

/**
 * A place in the log of PostgreSQL (`16/B374D848`) as a number. The first byte after the header of a page is the same
 * place as the end of the page before it: a primary tells the one and a standby the other.
 */
export function parseLogPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  const position = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  const intoPage = position % pageBytes;
  return pageHeaders.includes(intoPage) ? position - intoPage : position;
}

type ReadScope = { isOpen: boolean };

const scopes = new AsyncLocalStorage<ReadScope>();

/** True within `runInReadScope`: statements may then go to the read replica. */
export function mayReadReplica(): boolean {
  return scopes.getStore()?.isOpen === true;
}

/** Lets the statements of some work go to the read replica. Work that outlives the promise goes to the primary. */
export async function runInReadScope<T>(work: () => Promise<T>): Promise<T> {
  const scope: ReadScope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** Runs work whose statements go to the primary. */
function runOutsideReadScope<T>(work: () => T): T {
  return scopes.run({ isOpen: false }, work);
}
