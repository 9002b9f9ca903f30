import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../errors.ts';

export const dataFolderErrorCatalogue = {
  data_folder_in_use: {
    kind: 'conflict',
    title: 'The data folder is in use by another process.',
    fix: 'Stop the process that the message names, or set DATA_DIR to another folder. Several processes can share work only through PostgreSQL (DATABASE_URL).',
  },
  data_folder_unusable: {
    kind: 'internal',
    title: 'The data folder cannot be created or written to.',
    fix: 'Make DATA_DIR a folder on a local disk that the user of the service owns.',
  },
} satisfies ErrorCatalogue;

/** The data folder cannot be had. */
export class DataFolderError extends AppError {
  constructor(code: keyof typeof dataFolderErrorCatalogue, options?: AppErrorOptions) {
    super(code, dataFolderErrorCatalogue[code], options);
  }
}
