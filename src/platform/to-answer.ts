type Shown<Value> = Value extends Date ? string : Value extends readonly (infer Item)[] ? Item[] : Value;

/** Values as an answer shows them. */
export type Answer<Values> = {
  [Member in keyof Values as undefined extends Values[Member] ? never : Member]: Shown<Values[Member]>;
} & {
  [Member in keyof Values as undefined extends Values[Member] ? Member : never]?: Shown<
    Exclude<Values[Member], undefined>
  >;
};

/** The values without a member that is undefined, and moments as text (ISO 8601, UTC). Of nested values nothing changes. */
export function toAnswer<const Values extends object>(values: Values): Answer<Values> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([member, value]) =>
      value === undefined ? [] : [[member, value instanceof Date ? value.toISOString() : value]],
    ),
  ) as Answer<Values>;
}
