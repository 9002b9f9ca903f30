export { DataFolderError } from './errors.ts';
export {
  adminCredentialsPath,
  type DataFolder,
  findRunningProcess,
  openDataFolder,
  type RunningProcess,
} from './open-data-folder.ts';
