import { AppError, define, type FieldProblem } from '../errors.ts';

export const configErrorCatalogue = {
  configuration_invalid: define.local(
    'The configuration is not valid',
    'Correct every variable that the message names. docs/reference/configuration.md lists the allowed values.',
  ),
};

/** Every variable that is wrong, at once: `problems` by variable, and the message with a line for each. */
export class ConfigError extends AppError {
  constructor(problems: readonly FieldProblem[]) {
    super('configuration_invalid', configErrorCatalogue.configuration_invalid, {
      detail: [
        'The configuration is not valid.',
        ...problems.map(({ path, message }) => `  ${path}: ${message}`),
      ].join('\n'),
      problems,
    });
  }
}
