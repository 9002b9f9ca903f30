import { AppError, define, type ErrorKind, errorsOf } from '../platform/errors.ts';
import type { TaskLine } from '../platform/operator-tasks/index.ts';

/** The codes of the command line itself. */
export const cliErrorCatalogue = {
  admin_credentials_missing: define.local(
    'The administrator credentials in the data folder are not usable',
    'Stop the server and run the command again, or call POST /v1/clients with an administrator token.',
  ),
  server_refused: define.local(
    'The running server refused the command',
    'Correct the named problem. Then run the command again.',
  ),
  server_not_running: define.local(
    'No server runs on this data folder',
    'Start the server, or set DATA_DIR to the folder of the running one. Then run the command again.',
  ),
  command_interrupted: define.local(
    'The command was interrupted',
    'Run the command again to go on. Repeating a command is safe.',
  ),
  file_unreadable: define.local(
    'The command cannot read the file',
    'Name a readable file in the format of the option.',
  ),
  file_unwritable: define.local(
    'The command cannot write the file',
    'Name a file in an existing folder where you may write.',
  ),
  disk_full: define.local(
    'A disk is full',
    'Make room: on the disk of DATA_DIR, of the database, or of the file that the command writes.',
  ),
};

/** Something that stops a command before or beside the domain it calls. */
export class CliError extends errorsOf(cliErrorCatalogue) {}

/** The error that a task ended with in the running server, as it was there. */
export class RunningServerError extends AppError {
  constructor({ code, kind, title, fix, ...options }: Extract<TaskLine, { error: unknown }>['error']) {
    super(code, { kind: kind as ErrorKind, title, fix }, options);
  }
}
