import { OutboundError } from './errors.ts';

/** Somebody for whom requests are made, and how much of the whole may be his. */
export type Holder = {
  /** Tells holders apart; kept in memory only while a slot is held. */
  readonly name: string;
  /** Between 0 and 1: the part of all slots he may hold while nobody else holds one. Less when others do. */
  readonly share: number;
};

/**
 * Divides slots among those who ask. A holder gets another slot while he holds fewer than
 * `share / (1 - share)` times the free ones. So a single one never takes all (of four or more), several greedy ones
 * leave some free, and nobody needs to be known beforehand. Everybody may hold one while one is free.
 */
export function createShares(total: number) {
  const held = new Map<string, number>();
  let free = total;

  function mayTake({ name, share }: Holder): boolean {
    return (held.get(name) ?? 0) * (1 - share) < share * free;
  }

  return {
    /** Takes a slot and gives the function that frees it. Throws `outbound_busy` when no slot is free for a holder. */
    take(holders: readonly Holder[]): () => void {
      if (free === 0 || !holders.every(mayTake)) {
        throw new OutboundError('outbound_busy', { retryAfterSeconds: 1 });
      }
      free -= 1;
      for (const { name } of holders) held.set(name, (held.get(name) ?? 0) + 1);
      return () => {
        free += 1;
        for (const { name } of holders) {
          const rest = (held.get(name) ?? 0) - 1;
          if (rest > 0) held.set(name, rest);
          else held.delete(name);
        }
      };
    },
  };
}
