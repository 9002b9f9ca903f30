import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';

/** Logs what fails again and again in the background. */
export type OutageLog = Disposable & {
  /** Notes one failure of a module's work. */
  note(module: string, error: unknown): void;
};

/**
 * One warning when work begins to fail, with the reason and the module that met it first, and one line when nothing has
 * failed for that reason for a while. A database that is away fails many times a second, for many modules.
 */
export function createOutageLog(log: Logger, options: { readonly quietMs?: number } = {}): OutageLog {
  const { quietMs = 30_000 } = options;
  const outages = new Map<string, { failures: number; readonly timer: NodeJS.Timeout }>();
  return {
    note(module, error) {
      const cause =
        error instanceof AppError ? error.code : error instanceof Error ? error.name : typeof error;
      const outage = outages.get(cause);
      if (outage !== undefined) {
        outage.failures += 1;
        outage.timer.refresh();
        return;
      }
      log.warn({ module, cause }, 'background work fails');
      const timer = setTimeout(() => {
        const failures = outages.get(cause)?.failures;
        outages.delete(cause);
        log.info({ cause, failures }, 'background work does not fail any more');
      }, quietMs).unref();
      outages.set(cause, { failures: 1, timer });
    },
    [Symbol.dispose]() {
      for (const { timer } of outages.values()) clearTimeout(timer);
    },
  };
}
