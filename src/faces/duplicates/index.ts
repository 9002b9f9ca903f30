export type { CandidateIndex } from './candidate-index.ts';
export { deleteFaceChanges } from './changes-store.ts';
export {
  createDuplicateSearch,
  type DuplicateOutcome,
  type DuplicateSearch,
  type PossibleDuplicate,
} from './create-duplicate-search.ts';
export { changesKeptMs, createLocalIndex } from './create-local-index.ts';
export {
  deletePendingSearch,
  insertPendingSearch,
  listDueSearches,
  lockPendingSearch,
  measurePendingSearches,
  postponePendingSearch,
} from './pending-searches-store.ts';
export { createShardServer } from './shards/create-shard-server.ts';
export { openShards, type ShardState, type Shards, shardStates } from './shards/open-shards.ts';
export type { Shard } from './shards/shard.ts';
