import { AppError, type ErrorCatalogue, type ErrorKind, errorsOf } from '../platform/errors.ts';
import type { TaskLine } from '../platform/operator-tasks/index.ts';

/** The codes of the command line itself. */
export const cliErrorCatalogue = {
  admin_credentials_missing: {
    kind: 'local',
    title: 'The administrator credentials in the data folder are not usable',
    fix: 'Stop the server and run the command again, or call POST /v1/clients with an administrator token.',
  },
  server_refused: {
    kind: 'local',
    title: 'The running server refused the command',
    fix: 'Correct the named problem. Then run the command again.',
  },
  file_unreadable: {
    kind: 'local',
    title: 'The command cannot read the file',
    fix: 'Name a readable file in the format of the option.',
  },
  file_unwritable: {
    kind: 'local',
    title: 'The command cannot write the file',
    fix: 'Name a file in an existing folder where you may write.',
  },
  disk_full: {
    kind: 'local',
    title: 'A disk is full',
    fix: 'Make room: on the disk of DATA_DIR, of the database, or of the file that the command writes.',
  },
} satisfies ErrorCatalogue;

/** Something that stops a command before or beside the domain it calls. */
export class CliError extends errorsOf(cliErrorCatalogue) {}

/** The error that a task ended with in the running server, as it was there. */
export class RunningServerError extends AppError {
  constructor({ code, kind, title, fix, ...options }: Extract<TaskLine, { error: unknown }>['error']) {
    super(code, { kind: kind as ErrorKind, title, fix }, options);
  }
}
