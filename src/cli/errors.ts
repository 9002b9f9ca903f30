import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** The codes of the command line itself. */
export const cliErrorCatalogue = {
  admin_credentials_missing: {
    kind: 'unauthenticated',
    title: 'The administrator credentials of the data folder cannot be used',
    fix: 'Stop the server and run the command again, or call POST /v1/clients with an administrator token.',
  },
  server_refused: {
    kind: 'invalid',
    title: 'The running server refused',
    fix: 'Mend what it names, then run the command again.',
  },
} satisfies ErrorCatalogue;

/** Something that stops a command before or beside the domain it calls. */
export class CliError extends AppError {
  constructor(code: keyof typeof cliErrorCatalogue, options?: AppErrorOptions) {
    super(code, cliErrorCatalogue[code], options);
  }
}
