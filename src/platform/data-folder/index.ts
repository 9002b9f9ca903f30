export { DataFolderError } from './errors.ts';
export {
  adminCredentialsPath,
  type DataFolder,
  type OpenDataFolderOptions,
  openDataFolder,
} from './open-data-folder.ts';
export { findRunningProcess, type RunningProcess } from './running-process.ts';
