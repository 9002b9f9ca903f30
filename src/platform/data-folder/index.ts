export { DataFolderError } from './errors.ts';
export { holdLockFile } from './hold-lock-file.ts';
export {
  adminCredentialsPath,
  type DataFolder,
  findRunningProcess,
  openDataFolder,
  type RunningProcess,
} from './open-data-folder.ts';
