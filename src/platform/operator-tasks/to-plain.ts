/** A value after its way through JSON. */
export type Plain<Value> = Value extends Date
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: Plain<Value[Key]> }
    : Value;

/** The value as it comes out of JSON: moments are texts, wherever the task ran. */
export function toPlain<Value>(value: Value): Plain<Value> {
  return JSON.parse(JSON.stringify(value ?? null)) as Plain<Value>;
}
