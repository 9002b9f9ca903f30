export { findHoldAtStart, type Identity, readIdentity, waitForResume } from './deployment-identity.ts';
export {
  becomeAnother,
  countOn,
  endHold,
  findBackupTime,
  findHold,
  findPhotosMissing,
  raiseCount,
  setBackupTime,
  setPhotosMissing,
} from './deployment-store.ts';
