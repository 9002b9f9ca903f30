export { createDeploymentIdentity, type DeploymentIdentity } from './deployment-identity.ts';
export {
  endHold,
  findBackupTime,
  findHold,
  findPhotosMissing,
  setBackupTime,
  setPhotosMissing,
} from './deployment-store.ts';
export { findHoldAtStart, waitForResume } from './watch-hold.ts';
