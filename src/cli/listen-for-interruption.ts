/** Begins to listen. `makeReason` gives what the signal is aborted with. */
export function listenForInterruption(makeReason?: () => Error) {
  const controller = new AbortController();
  const stop = () => controller.abort(makeReason?.());
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => void process.off('SIGINT', stop).off('SIGTERM', stop),
  };
}
