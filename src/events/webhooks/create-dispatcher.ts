import { setTimeout as delay } from 'node:timers/promises';
import { findScopesOfClients } from '../../access/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { endAfter, type Tracing } from '../../platform/tracing.ts';
import { mostPublished, type PublishDeps, publishWaiting } from '../publish-events.ts';
import type { Endpoint, PublishedEvent } from '../types.ts';
import { createResultsWriter } from './create-results-writer.ts';
import { type ClaimedDelivery, claimDeliveries, endPending, findWork } from './deliveries-store.ts';
import { findEndpoints, listEndpointFilters } from './endpoints-store.ts';
import { disableEndpoint } from './save-endpoint.ts';
import { type SendDeps, type SendOutcome, sendDelivery } from './send-delivery.ts';

export type DispatcherDeps = PublishDeps &
  SendDeps & {
    readonly cipher: RecordCipher;
    /** Deliveries to one endpoint at once. */
    readonly concurrency: number;
    /** Time beyond the time limit of a delivery after which another process takes it over. Default 45,000. */
    readonly leaseMarginMs?: number;
    /** Pause between two looks when there is nothing to do; eight times as long after a quiet time. Default 250. */
    readonly pollMs?: number;
    readonly onError: (error: unknown) => void;
    /** Begins a span for each try, in the trace of what the event tells of. None by default. */
    readonly tracing?: Tracing | undefined;
  };

const nothingPublished = { published: 0, hasEndpoints: false };

const usualPollMs = 250;
/** After so many looks in vain, pauses are so many times as long. */
const looksUntilQuiet = 40;
const quietPolls = 8;
/** Longest pause between two looks while there is work; shorter when half of it has ended before. */
const busyPauseMs = 25;
const usualLeaseMarginMs = 45_000;
const longestStopMs = 5_000;

/**
 * The work of one process on webhooks. Any number of processes may do it on one database: a delivery belongs to one of
 * them until its lease ends. A process that is killed loses nothing: what it had claimed is delivered again when the
 * lease ends, so a receiver may get an event twice then, with the same `webhook-id`.
 *
 * Each endpoint has room of its own, and little of it while it is slow, so that none delays another.
 *
 * See docs/decisions/0094.
 */
export function createDispatcher(deps: DispatcherDeps) {
  const { db, clock, cipher, onError, pollMs = usualPollMs, leaseMarginMs = usualLeaseMarginMs } = deps;
  const room = createEndpointRoom(deps.concurrency);
  const results = createResultsWriter({ db, cipher, clock, onError });
  const underWay = new Set<Promise<void>>();
  /** Deliveries that have yet to end before the next look, so that one look serves many. */
  let endsAwaited = 0;
  let lookAgain: (() => void) | undefined;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  let isQuiet = true;

  /** True when the next look is to come soon. */
  async function look(): Promise<boolean> {
    // Only so many at a time: whoever writes without a pause does not hold deliveries up.
    const work = await findWork(db, clock.now());
    const { published, hasEndpoints } = work.hasEvents ? await publishWaiting(deps) : nothingPublished;
    // Whoever reads the feed publishes first: without an endpoint, events have time until the next look.
    isQuiet = !hasEndpoints && !work.hasDue;
    if (!work.hasDue && !hasEndpoints) return published >= mostPublished;
    const endpoints = await listEndpointFilters(db);
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + deps.timeoutMs + leaseMarginMs);
    const claimed = await claimDeliveries(db, room.freeFor(endpoints), { now, leaseUntil });
    if (claimed.length === 0) return published > 0;
    for (const { delivery, endpoint, event } of await prepare(claimed)) {
      room.take(endpoint.id);
      const sending = send(delivery, endpoint, event).finally(() => noteEnd(sending));
      underWay.add(sending);
    }
    return true;
  }

  function noteEnd(sending: Promise<void>): void {
    underWay.delete(sending);
    endsAwaited -= 1;
    if (endsAwaited <= 0) lookAgain?.();
  }

  /** The deliveries that can be sent; the others are cancelled. */
  async function prepare(claimed: readonly ClaimedDelivery[]) {
    const endpointIds = [...new Set(claimed.map(({ endpointId }) => endpointId))];
    const endpoints = await findEndpoints(db, cipher, endpointIds);
    const clientIds = endpoints.map(({ clientId }) => clientId);
    const active = await findScopesOfClients(db, clientIds);
    const byId = new Map<string, Endpoint>();
    for (const endpoint of endpoints) {
      const { id, clientId } = endpoint;
      if (active.has(clientId)) byId.set(id, endpoint);
      else {
        const why = { reason: 'client_revoked', now: clock.now() } as const;
        await db.transaction().execute((tx) => disableEndpoint(tx, cipher, id, why));
      }
    }
    const cancelled: string[] = [];
    const work = claimed.flatMap((delivery) => {
      const { event } = delivery;
      const endpoint = byId.get(delivery.endpointId);
      if (event !== undefined && endpoint !== undefined && endpoint.disabledAt === undefined) {
        return [{ delivery, endpoint, event }];
      }
      cancelled.push(delivery.id);
      return [];
    });
    await endPending(db, { ids: cancelled });
    return work;
  }

  async function send(delivery: ClaimedDelivery, endpoint: Endpoint, event: PublishedEvent): Promise<void> {
    const span = deps.tracing?.begin('webhook delivery', {
      kind: 'producer',
      attributes: { 'confere.event_type': event.type, 'confere.delivery_id': delivery.id },
      parent: delivery.traceparent,
    });
    const outcome = await endAfter(span, async () => {
      const sent = await sendDelivery(deps, endpoint, event, clock.now());
      if (!sent.isDelivered) span?.fail(String(sent.attempt.status ?? 'no_answer'));
      return sent;
    });
    room.give(endpoint.id, outcome);
    if (stopping.signal.aborted && !outcome.isDelivered && outcome.attempt.status === undefined) {
      await endPending(db, { ids: [delivery.id] }, { leased_until: null }).catch(onError);
      return;
    }
    results.add({ delivery, endpoint, outcome });
  }

  async function run(): Promise<void> {
    let quietLooks = 0;
    while (!stopping.signal.aborted) {
      let isBusy = false;
      try {
        isBusy = await look();
      } catch (error) {
        onError(error);
        await delay(1_000, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      }
      quietLooks = isQuiet ? quietLooks + 1 : 0;
      const usualMs = quietLooks > looksUntilQuiet ? pollMs * quietPolls : pollMs;
      await pauseBetween(isBusy ? busyPauseMs : usualMs);
    }
  }

  /** Waits until half of what is under way has ended, or for so long. */
  async function pauseBetween(longestMs: number): Promise<void> {
    if (stopping.signal.aborted) return;
    endsAwaited = Math.ceil(underWay.size / 2);
    const { promise, resolve } = Promise.withResolvers<void>();
    lookAgain = resolve;
    const timer = setTimeout(resolve, longestMs);
    timer.unref();
    await promise;
    clearTimeout(timer);
    lookAgain = undefined;
  }

  return {
    /** Begins to work. Nothing happens before. */
    start(): void {
      running ??= run();
    },
    /** Lets what is under way end, gives back the rest, and ends. */
    async stop(): Promise<void> {
      stopping.abort();
      lookAgain?.();
      await running;
      await Promise.race([Promise.all(underWay), delay(longestStopMs, undefined, { ref: false })]);
      deps.outbound.close();
      await Promise.all(underWay);
      await results.close();
    },
  };
}

/** Deliveries of one process under way at once. */
const mostUnderWay = 400;
/** The part of the free places that one endpoint may take at a time. */
const shareOfFree = 4;
/** An endpoint that answers later, or not at all, is slow until it answers in time. */
const slowMs = 2_000;
const roomOfSlow = 2;

/**
 * Room for each endpoint, so that none delays another: a slow one holds two places until it is fast again, and a fast
 * one never takes more than a quarter of what is free.
 */
function createEndpointRoom(concurrency: number) {
  const held = new Map<string, number>();
  const slow = new Set<string>();
  let underWay = 0;
  let turn = 0;
  return {
    /** The endpoints with room, and how much. */
    freeFor(endpoints: readonly { readonly id: string }[]) {
      let free = mostUnderWay - underWay;
      // Not always the same ones first, when little is free.
      turn = (turn + 1) % Math.max(1, endpoints.length);
      return [...endpoints.slice(turn), ...endpoints.slice(0, turn)].flatMap(({ id }) => {
        const most = slow.has(id) ? Math.min(roomOfSlow, concurrency) : concurrency;
        const own = Math.min(most - (held.get(id) ?? 0), Math.ceil(free / shareOfFree));
        if (own <= 0) return [];
        free -= own;
        return [{ endpointId: id, free: own }];
      });
    },
    take(id: string) {
      held.set(id, (held.get(id) ?? 0) + 1);
      underWay += 1;
    },
    give(id: string, { attempt, isDelivered }: SendOutcome) {
      const rest = (held.get(id) ?? 1) - 1;
      if (rest === 0) held.delete(id);
      else held.set(id, rest);
      underWay -= 1;
      if (attempt.durationMs > slowMs || attempt.status === undefined) slow.add(id);
      else if (isDelivered) slow.delete(id);
    },
  };
}
