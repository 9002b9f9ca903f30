import { define, errorsOf } from '../platform/errors.ts';

export const watchErrorCatalogue = {
  watch_not_found: define.notFound(
    'There is no such watch',
    'Use the id from the creation of the watch, and the same client.',
  ),
  watch_exists: define.conflict(
    'The client already watches this subject with this query template',
    'Remove the existing watch, or use another query template.',
  ),
  watches_full: define.conflict('The client has the maximum number of watches', 'Remove unused watches.'),
};

export class WatchError extends errorsOf(watchErrorCatalogue) {}
