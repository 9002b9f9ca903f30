import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

export const watchErrorCatalogue = {
  watch_not_found: {
    kind: 'not-found',
    title: 'There is no such watch',
    fix: 'Use the id from the creation of the watch, and the same client.',
  },
  watch_exists: {
    kind: 'conflict',
    title: 'The client already watches this subject with this query template',
    fix: 'Remove the existing watch, or use another query template.',
  },
  watches_full: {
    kind: 'conflict',
    title: 'The client has the maximum number of watches',
    fix: 'Remove unused watches.',
  },
} satisfies ErrorCatalogue;

export class WatchError extends errorsOf(watchErrorCatalogue) {}
