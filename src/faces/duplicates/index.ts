export { deleteFaceChanges } from './changes-store.ts';
export {
  changesKeptMs,
  createDuplicateSearch,
  type DuplicateOutcome,
  type DuplicateSearch,
  type PossibleDuplicate,
} from './create-duplicate-search.ts';
