import { listVariables, type SettingsGroups, type Variable } from './list-variables.ts';
import { describeAllowed } from './load-config.ts';

/** The page docs/reference/configuration.md: a table of variables for each group. */
export function renderConfigurationReference(groups: SettingsGroups): string {
  const sections = listVariables(groups).map((group) =>
    [
      `## ${group.title}`,
      '',
      '| variable | default | allowed | meaning |',
      '|---|---|---|---|',
      ...group.variables.map(
        (variable) =>
          `| \`${variable.variable}\` | ${describeDefault(variable)} | ${describeAllowed(variable)} | ${variable.description} |`,
      ),
    ].join('\n'),
  );
  return `${[
    '# Configuration',
    '`node docs/reference/render.ts` writes this page from the `settings.ts` files. Change those.',
    [
      'Settings are environment variables. The service also reads a `.env` file in the working directory.',
      'The environment wins over the file. An empty variable counts as not set. The service ignores',
      'unknown variables, but a variable that this version removed stops the start. So do wrong values.',
      'The error names every one of them.',
    ].join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
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

function describeDefault(variable: Variable): string {
  if (variable.default === '') return 'none';
  if (variable.default !== undefined) return `\`${variable.default}\``;
  return variable.whenUnset ?? 'none';
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
