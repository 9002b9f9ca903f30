export { adminCredentialsPath } from './admin-credentials-path.ts';
export { DataFolderError } from './errors.ts';
export { type DataFolder, type OpenDataFolderOptions, openDataFolder } from './open-data-folder.ts';
export { findRunningProcess, type RunningProcess } from './running-process.ts';
