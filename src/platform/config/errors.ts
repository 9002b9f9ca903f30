import { AppError, type ErrorCatalogue, type FieldProblem } from '../errors.ts';

export const configErrorCatalogue = {
  configuration_invalid: {
    kind: 'local',
    title: 'The configuration is not valid',
    fix: 'Correct every variable that the message names. docs/reference/configuration.md lists the allowed values.',
  },
} satisfies ErrorCatalogue;

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
