import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../errors.ts';

export const operatorTaskErrorCatalogue = {
  operator_task_input_invalid: {
    kind: 'invalid',
    title: 'The options of the command are not valid.',
    fix: 'Correct the options that the message names. The command and the server must have the same version.',
  },
  operator_task_unknown: {
    kind: 'not-found',
    title: 'The running server does not know this command.',
    fix: 'Run a command of the same version as the server.',
  },
  operator_task_key_invalid: {
    kind: 'forbidden',
    title: 'The caller has not proved that it may read the data folder.',
    fix: 'Run the command on the machine of the server, as a user who may read DATA_DIR.',
  },
  operator_task_cut_off: {
    kind: 'unavailable',
    title: 'The running server ended before the command.',
    fix: 'Read the log of the server, then run the command again. Repeating a command is safe.',
  },
} satisfies ErrorCatalogue;

/** A task that cannot be run, or not to its end. */
export class OperatorTaskError extends AppError {
  constructor(code: keyof typeof operatorTaskErrorCatalogue, options?: AppErrorOptions) {
    super(code, operatorTaskErrorCatalogue[code], options);
  }
}
