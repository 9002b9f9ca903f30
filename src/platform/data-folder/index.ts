export { DataFolderError } from './errors.ts';
export {
  adminCredentialsPath,
  type DataFolder,
  findRunningProcess,
  type OpenDataFolderOptions,
  openDataFolder,
  type RunningProcess,
} from './open-data-folder.ts';
