import { AppError } from '../platform/errors.ts';

/** Says on standard error what went wrong and what can be done, and gives the exit status. */
export function reportFailure(error: unknown): number {
  if (!(error instanceof AppError)) {
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
  console.error(`${error.title} (${error.code})`);
  if (error.detail !== undefined && error.problems === undefined) console.error(error.detail);
  for (const { path, message } of error.problems ?? []) console.error(`  ${path}: ${message}`);
  console.error(error.fix);
  return 1;
}
