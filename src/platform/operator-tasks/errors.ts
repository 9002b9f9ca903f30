import { define, errorsOf } from '../errors.ts';

export const operatorTaskErrorCatalogue = {
  operator_task_input_invalid: define.invalid(
    'The options of the command are not valid',
    'Correct the options that the message names. Use the same version for command and server.',
  ),
  operator_task_unknown: define.notFound(
    'The running server does not know this command',
    'Use the same version for command and server.',
  ),
  operator_task_key_invalid: define.forbidden(
    'The command may not read the data folder of the server',
    'Run the command on the machine of the server, as a user with access to DATA_DIR.',
  ),
  operator_task_cut_off: define.unavailable(
    'The server stopped before the command ended',
    'Read the log of the server, then run the command again. Repeating a command is safe.',
  ),
};

/** A task that cannot be run, or not to its end. */
export class OperatorTaskError extends errorsOf(operatorTaskErrorCatalogue) {}
