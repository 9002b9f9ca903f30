import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Why a machine cannot be prepared. */
export const setupErrorCatalogue = {
  setup_file_exists: {
    kind: 'conflict',
    title: 'A file that confere init would write is already there',
    fix: 'Choose another folder, or move the file away. confere init replaces nothing.',
  },
} satisfies ErrorCatalogue;

export class SetupError extends AppError {
  constructor(code: keyof typeof setupErrorCatalogue, options?: AppErrorOptions) {
    super(code, setupErrorCatalogue[code], options);
  }
}
