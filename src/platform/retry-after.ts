/** Sent when something is unavailable and nobody knows for how long. */
const usualSeconds = 5;

/** The field Retry-After of RFC 9110, section 10.2.3: name and value, in whole seconds. */
export function retryAfter(seconds: number = usualSeconds): ['Retry-After', string] {
  return ['Retry-After', String(Math.max(1, Math.ceil(seconds)))];
}
