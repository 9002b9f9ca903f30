/** A result with dates as the texts they are in JSON, wherever the task ran. */
export function toPlain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
