import { availableParallelism } from 'node:os';
import { type Form, formatListenAddress, forms, type ListenAddress } from './forms.ts';
import {
  type ConfigOf,
  holdsSecret,
  listVariables,
  type SettingsGroups,
  type Variable,
} from './list-variables.ts';
import { describeAllowed } from './load-config.ts';
import { redactUser, Secret } from './secret.ts';

/** A setting in force. Of a secret it says only whether there is one. */
export type SettingInForce = {
  readonly group: string;
  readonly variable: string;
  readonly description: string;
  readonly isSecret: boolean;
  /** False when it has no value and no default. */
  readonly isSet: boolean;
  /** False when the value is the one that the service has by itself. */
  readonly isChanged: boolean;
  /** As it is written in the environment; undefined for secrets, and where there is none. */
  readonly value?: string;
};

/** Every setting with its value in force, in the order of the reference. Values of secrets are not in it. */
export function describeSettings<Groups extends SettingsGroups>(
  groups: Groups,
  config: ConfigOf<Groups>,
): readonly SettingInForce[] {
  return listVariables(groups).flatMap(({ name, title, variables }) =>
    variables.map((variable) => {
      const value = (config as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[name]?.[
        variable.property
      ];
      const isSecret = value instanceof Secret || holdsSecret(variable);
      const shown = value === undefined || isSecret ? undefined : write(value);
      const isEmpty = shown === '' || value === undefined;
      return {
        group: title,
        variable: variable.variable,
        description: variable.description,
        isSecret,
        isSet: !isEmpty,
        isChanged: isSecret ? value !== undefined : shown !== writeDefault(variable),
        ...(shown === undefined || isEmpty ? {} : { value: shown }),
      };
    }),
  );
}

function writeDefault(variable: Variable): string | undefined {
  const { default: usual, format, isOnePerCore } = variable;
  if (isOnePerCore) return String(availableParallelism());
  if (usual === undefined) return undefined;
  return write(format === undefined ? usual : (forms[format] as Form).parse(String(usual)));
}

function write(value: unknown): string {
  return redactUser(writeOpenly(value));
}

function writeOpenly(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map((entry) => (Array.isArray(entry) ? entry.join('=') : String(entry))).join(', ');
  }
  if (typeof value === 'object' && value !== null) {
    return 'host' in value ? formatListenAddress(value as ListenAddress) : JSON.stringify(value);
  }
  return String(value);
}

/** The file .env.example: every variable with its default, commented out. */
export function renderEnvExample(groups: SettingsGroups): string {
  const sections = listVariables(groups).map((group) =>
    [
      `# ${group.title}`,
      ...group.variables.flatMap((variable) => [
        '',
        ...wrap(variable.description),
        ...wrap(`Allowed: ${describeAllowed(variable)}.`),
        ...(variable.whenUnset === undefined ? [] : wrap(`Not set: ${variable.whenUnset}.`)),
        `# ${variable.variable}=${variable.default ?? ''}`,
      ]),
    ].join('\n'),
  );
  const head =
    '# Copy to .env and remove the leading "# " of what you set. The environment wins over this file.';
  return `${[head, ...sections].join('\n\n')}\n`;
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '##';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > 110) {
      lines.push(line);
      line = '##';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
