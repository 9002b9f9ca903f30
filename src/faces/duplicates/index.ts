export {
  deleteFaceChanges,
  deletePendingSearch,
  insertPendingSearch,
  listDueSearches,
  lockPendingSearch,
  measurePendingSearches,
  postponePendingSearch,
} from './changes-store.ts';
export {
  createDuplicateSearch,
  type DuplicateOutcome,
  type DuplicateSearch,
} from './create-duplicate-search.ts';
export { changesKeptMs, createLocalIndex } from './create-local-index.ts';
export { createDuplicatesServer } from './peer/create-duplicates-server.ts';
export {
  type DuplicatesPeer,
  type DuplicatesPeerState,
  duplicatesPeerStates,
  openDuplicatesPeer,
} from './peer/open-duplicates-peer.ts';
