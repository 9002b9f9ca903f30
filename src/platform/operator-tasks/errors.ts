import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../errors.ts';

export const operatorTaskErrorCatalogue = {
  operator_task_input_invalid: {
    kind: 'invalid',
    title: 'The command was given something it cannot work with.',
    fix: 'Mend the options that the message names. A command and the running server must be of the same version.',
  },
  operator_task_unknown: {
    kind: 'not-found',
    title: 'The running server does not know this command.',
    fix: 'Run a command of the same version as the server.',
  },
  operator_task_key_invalid: {
    kind: 'forbidden',
    title: 'The caller has not shown that it may read the data folder.',
    fix: 'Run the command on the machine of the server, as a user who may read DATA_DIR.',
  },
  operator_task_cut_off: {
    kind: 'unavailable',
    title: 'The running server ended before the command was done.',
    fix: 'Look at what the server logged, then run the command again: commands can be repeated.',
  },
} satisfies ErrorCatalogue;

/** A task that cannot be run, or not to its end. */
export class OperatorTaskError extends AppError {
  constructor(code: keyof typeof operatorTaskErrorCatalogue, options?: AppErrorOptions) {
    super(code, operatorTaskErrorCatalogue[code], options);
  }
}
