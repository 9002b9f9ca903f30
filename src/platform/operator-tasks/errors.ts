import { type ErrorCatalogue, errorsOf } from '../errors.ts';

export const operatorTaskErrorCatalogue = {
  operator_task_input_invalid: {
    kind: 'invalid',
    title: 'The options of the command are not valid',
    fix: 'Correct the options that the message names. Use the same version for command and server.',
  },
  operator_task_unknown: {
    kind: 'not-found',
    title: 'The running server does not know this command',
    fix: 'Use the same version for command and server.',
  },
  operator_task_key_invalid: {
    kind: 'forbidden',
    title: 'The command may not read the data folder of the server',
    fix: 'Run the command on the machine of the server, as a user with access to DATA_DIR.',
  },
  operator_task_cut_off: {
    kind: 'unavailable',
    title: 'The server stopped before the command ended',
    fix: 'Read the log of the server, then run the command again. Repeating a command is safe.',
  },
} satisfies ErrorCatalogue;

/** A task that cannot be run, or not to its end. */
export class OperatorTaskError extends errorsOf(operatorTaskErrorCatalogue) {}
