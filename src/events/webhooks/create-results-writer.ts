import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { Endpoint } from '../types.ts';
import { type ClaimedDelivery, finishDeliveries, type TriedDelivery } from './deliveries-store.ts';
import { findEndpoints, listFailingEndpoints, lockEndpoints, markFailing } from './endpoints-store.ts';
import { disableEndpoint } from './save-endpoint.ts';
import type { SendOutcome } from './send-delivery.ts';

type DeliveryResult = {
  readonly delivery: ClaimedDelivery;
  readonly endpoint: Endpoint;
  readonly outcome: SendOutcome;
};

/** An endpoint that fails for so long is disabled. */
const failingForMs = 5 * 86_400_000;

const pauseAfterErrorMs = 1_000;

/** Results wait so long for others. After a kill the event is delivered again if its result was not written. */
const gatherMs = 10;

/** A writer that puts the results of one moment into one statement. While the database is away they wait. */
export function createResultsWriter(deps: {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}) {
  let waiting: DeliveryResult[] = [];
  let writing: Promise<void> | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let isClosing = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const results = waiting;
      waiting = [];
      try {
        await writeResults(deps, results);
      } catch (error) {
        deps.onError(error);
        if (isClosing) return;
        waiting = [...results, ...waiting];
        await delay(pauseAfterErrorMs, undefined, { ref: false });
      }
    }
  }

  function begin(): void {
    clearTimeout(gathering);
    gathering = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
    });
  }

  return {
    add(result: DeliveryResult): void {
      waiting.push(result);
      if (isClosing) begin();
      else if (writing === undefined) gathering ??= setTimeout(begin, gatherMs);
    },
    /** Resolves when everything is written, or cannot be. */
    async close(): Promise<void> {
      isClosing = true;
      begin();
      while (writing !== undefined) await writing;
    },
  };
}

async function writeResults(
  { db, cipher, clock }: Parameters<typeof createResultsWriter>[0],
  results: readonly DeliveryResult[],
): Promise<void> {
  const now = clock.now();
  const failures = results.filter(({ outcome }) => !outcome.isDelivered);
  const working = idsOf(results.filter(({ outcome }) => outcome.isDelivered));
  const endpoints = new Map<string, Endpoint>();
  const take = (found: readonly Endpoint[]) => {
    for (const one of found) endpoints.set(one.id, one);
  };
  // What an address answers says nothing of one that the endpoint was given meanwhile.
  const listTelling = () =>
    failures.filter(({ endpoint }) => endpoints.get(endpoint.id)?.url === endpoint.url);
  const finish = (to: Db, gone: readonly DeliveryResult[]) => {
    const tried = results.map((result) => toTried(result, { now, isGone: gone.includes(result) }));
    return finishDeliveries(to, tried, [...working]);
  };
  take(await findEndpoints(db, cipher, [...idsOf(failures)]));
  const affected = listTelling().filter(
    ({ endpoint: { id }, outcome }) => outcome.isGone || !working.has(id),
  );
  if (affected.length === 0) return await finish(db, []);
  await db.transaction().execute(async (tx) => {
    const isChanged = ({ endpoint: { id }, outcome }: DeliveryResult) =>
      outcome.isGone || endpoints.get(id)?.failingSince === undefined;
    // Under a lock, as an address may be given even now. The others are failing already: nothing is written there.
    const locked = await lockEndpoints(tx, cipher, [...idsOf(affected.filter(isChanged))]);
    take(locked);
    const telling = listTelling();
    const gone = telling.filter(({ outcome }) => outcome.isGone);
    const failed = [...idsOf(telling)].filter((id) => !working.has(id));
    const begun = locked.map(({ id }) => id).filter((id) => failed.includes(id));
    await markFailing(tx, begun, now);
    await finish(tx, gone);
    const failing = await listFailingEndpoints(tx, failed, new Date(now.getTime() - failingForMs));
    for (const id of [...idsOf(gone)].sort()) await disableEndpoint(tx, cipher, id, { reason: 'gone', now });
    for (const id of [...failing].sort()) await disableEndpoint(tx, cipher, id, { reason: 'failing', now });
  });
}

function idsOf(results: readonly DeliveryResult[]): Set<string> {
  return new Set(results.map(({ endpoint }) => endpoint.id));
}

function toTried(
  { delivery, outcome }: DeliveryResult,
  { now, isGone }: { readonly now: Date; readonly isGone: boolean },
): TriedDelivery {
  const { id, tries } = delivery;
  const { attempt } = outcome;
  if (outcome.isDelivered) return { id, state: 'delivered', attempt, dueAt: now };
  const wait = isGone ? undefined : findRetryDelay(tries + 1, outcome.retryAfterMs);
  if (wait === undefined) return { id, state: 'failed', attempt, dueAt: now };
  return { id, state: 'pending', attempt, dueAt: new Date(now.getTime() + wait) };
}

/** Waits before each further try, in seconds: the same as Svix. */
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const;

/** Longest wait that a receiver can ask for, in milliseconds. */
const longestWaitMs = 24 * 3_600_000;

/** A wait is up to so much longer, so that what failed together does not come again together. */
const jitter = 0.2;

/**
 * Milliseconds until a delivery is tried again after so many tries, at least as long as the receiver asked for;
 * undefined after the last one.
 */
export function findRetryDelay(
  tries: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const seconds = waits[tries - 1];
  if (seconds === undefined) return undefined;
  const own = seconds * 1_000 * (1 + jitter * random());
  return Math.round(Math.max(own, Math.min(retryAfterMs ?? 0, longestWaitMs)));
}
