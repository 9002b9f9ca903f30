import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Why a machine cannot be prepared. */
export const setupErrorCatalogue = {
  setup_file_exists: {
    kind: 'conflict',
    title: 'A file that confere init writes already exists',
    fix: 'Choose another folder, or move the file away. confere init never replaces a file.',
  },
} satisfies ErrorCatalogue;

export class SetupError extends AppError {
  constructor(code: keyof typeof setupErrorCatalogue, options?: AppErrorOptions) {
    super(code, setupErrorCatalogue[code], options);
  }
}
