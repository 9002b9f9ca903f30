export {
  endHold,
  findBackupTime,
  findHold,
  findPhotosMissing,
  setBackupTime,
  setPhotosMissing,
} from './deployment-store.ts';
export { findHoldAtStart, waitForResume } from './watch-hold.ts';
