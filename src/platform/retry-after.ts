/** Sent when something is unavailable and nobody knows for how long. */
const usualSeconds = 5;

/** The field Retry-After of RFC 9110, section 10.2.3: name and value, in whole seconds. */
export function retryAfter(seconds: number = usualSeconds): ['Retry-After', string] {
  return ['Retry-After', String(Math.max(1, Math.ceil(seconds)))];
}

/** The wait that a server asks for, in milliseconds: seconds or a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(value: string | undefined): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
