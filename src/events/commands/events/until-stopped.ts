/** A signal that Ctrl-C and SIGTERM abort, and so does `stop`. */
export function untilStopped(): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return { signal: controller.signal, stop };
}
