export {
  createDeploymentIdentity,
  type DeploymentIdentity,
  findHoldAtStart,
  waitForResume,
} from './deployment-identity.ts';
export {
  endHold,
  findBackupTime,
  findHold,
  findPhotosMissing,
  setBackupTime,
  setPhotosMissing,
} from './deployment-store.ts';
