/**
 * Calls `note` again and again, one call at a time, until it is stopped: for the progress of long work. A call that rejects
 * is left out, since the work itself meets a database that is away. `stop` resolves when the last call is over.
 */
export function repeatDuring(intervalMs: number, note: () => Promise<void>): { stop(): Promise<void> } {
  let last: Promise<void> | undefined;
  const timer = setInterval(() => {
    last ??= note()
      .catch(() => {})
      .finally(() => {
        last = undefined;
      });
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}
