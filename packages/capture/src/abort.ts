// Browsers of 2022 have neither AbortSignal.any nor AbortSignal.timeout nor throwIfAborted.

/** A controller that another signal ends, too. */
export function abortWith(outer: AbortSignal): AbortController {
  const inner = new AbortController();
  if (outer.aborted) inner.abort();
  else outer.addEventListener('abort', () => inner.abort(), { signal: inner.signal });
  return inner;
}

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new DOMException('', 'AbortError');
}
