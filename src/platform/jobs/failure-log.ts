import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';

const repeatAfterMs = 60_000;

/**
 * The part of an error that may be stored and logged: its code or name, and its place in the code. Its message and
 * properties stay out: the database driver quotes rows in them.
 */
export function describeFailure(error: unknown): { readonly reason: string; readonly stack?: string } {
  if (error instanceof AppError) return { reason: error.code };
  if (!(error instanceof Error)) return { reason: 'unknown' };
  const code = (error as { code?: unknown }).code;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    reason: typeof code === 'string' ? `${error.name} ${code}` : error.name,
    ...(frames === undefined ? {} : { stack: frames.join('\n') }),
  };
}

/** Logs what the queue meets in the background; while the database is away, each kind of error once a minute. */
export function createFailureLog(logger: Logger): (error: unknown) => void {
  const loggedAt = new Map<string, number>();
  return (error) => {
    const failure = describeFailure(error);
    const now = Date.now();
    if (now - (loggedAt.get(failure.reason) ?? Number.NEGATIVE_INFINITY) < repeatAfterMs) return;
    loggedAt.set(failure.reason, now);
    logger.error(failure, 'the job queue met an error');
  };
}
