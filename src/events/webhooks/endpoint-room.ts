import type { SendOutcome } from './send-delivery.ts';

/** The places of each endpoint for deliveries under way. */
export type EndpointRoom = {
  /** The endpoints with room, and how much. */
  freeFor(endpoints: readonly { readonly id: string }[]): readonly { endpointId: string; free: number }[];
  take(endpointId: string): void;
  give(endpointId: string, outcome: Pick<SendOutcome, 'attempt' | 'isDelivered'>): void;
};

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
export function createEndpointRoom(concurrency: number): EndpointRoom {
  const held = new Map<string, number>();
  const slow = new Set<string>();
  let underWay = 0;
  let turn = 0;
  return {
    freeFor(endpoints) {
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
    take(id) {
      held.set(id, (held.get(id) ?? 0) + 1);
      underWay += 1;
    },
    give(id, { attempt, isDelivered }) {
      const rest = (held.get(id) ?? 1) - 1;
      if (rest === 0) held.delete(id);
      else held.set(id, rest);
      underWay -= 1;
      if (attempt.durationMs > slowMs || attempt.status === undefined) slow.add(id);
      else if (isDelivered) slow.delete(id);
    },
  };
}
