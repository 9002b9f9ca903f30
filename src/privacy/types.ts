/** Who set or ended a hold; the operator has no id. */
export type HoldActor = { readonly kind: 'account' | 'client' | 'operator'; readonly id: string | undefined };

/** A reason to keep everything of a person, whatever else would erase it. */
export type Hold = {
  readonly id: string;
  readonly personId: string;
  readonly reason: string;
  readonly setAt: Date;
  readonly setBy: HoldActor;
  /** Undefined: until somebody ends it. */
  readonly until: Date | undefined;
  readonly endedAt: Date | undefined;
  readonly endedBy: HoldActor | undefined;
};
