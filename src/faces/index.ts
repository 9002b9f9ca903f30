export {
  createDuplicatesServer,
  createLocalIndex,
  type DuplicateSearch,
  type DuplicatesPeerState,
  duplicatesPeerStates,
} from './duplicates/index.ts';
export { FaceError } from './errors.ts';
