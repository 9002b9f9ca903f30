import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code of watches. */
export const watchErrorCatalogue = {
  watch_not_found: {
    kind: 'not-found',
    title: 'There is no such watch',
    fix: 'Use the id that the watch was created with, and the same client.',
  },
  watch_exists: {
    kind: 'conflict',
    title: 'The client watches this subject with this query template already',
    fix: 'Remove the watch there is, or use another query template.',
  },
  watch_rhythm_invalid: {
    kind: 'invalid',
    title: 'The watch says not how often, or both ways at once',
    fix: 'Send either intervalDays or onRegistryChange. Only companies can be watched by the register.',
  },
  watches_full: {
    kind: 'conflict',
    title: 'The client has as many watches as it may have',
    fix: 'Remove watches that are not needed any more.',
  },
} satisfies ErrorCatalogue;

export type WatchErrorCode = keyof typeof watchErrorCatalogue;

/** An obstacle to a watch. */
export class WatchError extends AppError {
  declare readonly code: WatchErrorCode;

  constructor(code: WatchErrorCode, options?: AppErrorOptions) {
    super(code, watchErrorCatalogue[code], options);
  }
}
