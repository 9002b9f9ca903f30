import { define, errorsOf } from '../errors.ts';

export const dataFolderErrorCatalogue = {
  data_folder_in_use: define.local(
    'Another process uses the data folder',
    'A service that is starting takes commands once it has printed its address: try again then. Otherwise stop the process that the message names, or set DATA_DIR to another folder. Several processes can share work only with PostgreSQL (DATABASE_URL).',
  ),
  data_folder_unusable: define.local(
    'The data folder cannot be created or written',
    'Set DATA_DIR to a folder on a local disk with room. The user of the service must own it.',
  ),
};

/** The data folder cannot be had. */
export class DataFolderError extends errorsOf(dataFolderErrorCatalogue) {}
