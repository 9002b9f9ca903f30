import {
  describeAllowed,
  listVariables,
  type SettingsGroups,
  type Variable,
} from '../../src/platform/config/index.ts';

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

function describeDefault(variable: Variable): string {
  if (variable.default === '') return 'none';
  if (variable.default !== undefined) return `\`${variable.default}\``;
  return variable.whenUnset ?? 'none';
}
