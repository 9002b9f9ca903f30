import type { Hold, HoldActor } from './types.ts';

/** A hold in plain JSON. */
export function representHold(hold: Hold, now: Date) {
  const { id, personId, reason, setAt, setBy, until, endedAt, endedBy } = hold;
  return {
    ...{ id, personId, reason },
    isStanding: endedAt === undefined && (until === undefined || until > now),
    setAt: setAt.toISOString(),
    setBy: representActor(setBy),
    ...(until === undefined ? {} : { until: until.toISOString() }),
    ...(endedAt === undefined ? {} : { endedAt: endedAt.toISOString() }),
    ...(endedBy === undefined ? {} : { endedBy: representActor(endedBy) }),
  };
}

function representActor({ kind, id }: HoldActor) {
  return id === undefined ? { kind } : { kind, id };
}
