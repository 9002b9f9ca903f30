/**
 * Calls `note` again and again, one call at a time, until it is stopped: for the progress of long work, or for what is
 * kept in memory. Why a call rejected is told to `onError`; the next one comes all the same. Keeps no process alive.
 * `stop` resolves when the last call is over.
 */
export function repeatDuring(
  intervalMs: number,
  note: () => Promise<void>,
  onError: (error: unknown) => void = () => {},
): { stop(): Promise<void> } {
  let last: Promise<void> | undefined;
  const timer = setInterval(() => {
    last ??= note()
      .catch(onError)
      .finally(() => {
        last = undefined;
      });
  }, intervalMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}
