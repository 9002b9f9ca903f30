import type { FormName } from './forms.ts';
import { configSchema } from './schema.ts';
import type { VariableAnnotations } from './variables.ts';

/** One variable of the schema, in plain form. */
export type Variable = VariableAnnotations & {
  readonly group: string;
  readonly property: string;
  readonly type: 'string' | 'integer' | 'number';
  readonly format?: FormName;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
};

export type VariableGroup = {
  readonly name: string;
  readonly title: string;
  readonly variables: readonly Variable[];
};

/** The schema's variables by group, in the order they are declared in. */
export function listVariables(): readonly VariableGroup[] {
  return Object.entries(configSchema.properties).map(([name, group]) => ({
    name,
    title: (group as { readonly title?: string }).title ?? name,
    variables: Object.entries(group.properties).map(([property, schema]) => ({
      ...(schema as unknown as Omit<Variable, 'group' | 'property'>),
      group: name,
      property,
    })),
  }));
}
