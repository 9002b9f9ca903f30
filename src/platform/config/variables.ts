import Type from 'typebox';
import type { FieldProblem } from '../errors.ts';
import type { FormName } from './forms.ts';

/** The annotations of every variable beside its JSON Schema keywords. */
export type VariableAnnotations = {
  readonly variable: string;
  readonly description: string;
  /** The behaviour when it is not set and has no fixed default, in words. */
  readonly whenUnset?: string;
  /** The default is the number of processor cores. */
  readonly isOnePerCore?: boolean;
};

type NumberAnnotations = VariableAnnotations & {
  readonly minimum: number;
  readonly maximum: number;
  readonly default?: number;
};

export function text<T>(format: FormName, annotations: VariableAnnotations & { readonly default?: string }) {
  return Type.Unsafe<T>({ type: 'string', format, ...annotations });
}

export function integer(annotations: NumberAnnotations) {
  return Type.Unsafe<number>({ type: 'integer', ...annotations });
}

export function number(annotations: NumberAnnotations) {
  return Type.Unsafe<number>({ type: 'number', ...annotations });
}

/** A limit beside the variables of its group that no operator has a reason to change. The environment does not reach it. */
export function constant(value: number) {
  return Type.Unsafe<number>({ const: value });
}

/** A variable that is one of a few words. */
export function choice<const T extends readonly string[]>(
  values: T,
  annotations: VariableAnnotations & { readonly default?: T[number] },
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: values, ...annotations });
}

/** Finds values of one group that do not fit together. */
type FindContradictions = (values: Readonly<Record<string, unknown>>) => readonly FieldProblem[];

const contradictions = Symbol('contradictions');

/** Variables that belong together, under a heading of the reference. */
export function group<T extends Type.TProperties>(
  title: string,
  properties: T,
  findContradictions?: (values: Type.Static<Type.TObject<T>>) => readonly FieldProblem[],
) {
  return Object.assign(Type.Object(properties, { title }), { [contradictions]: findContradictions });
}

export function contradictionsOf(
  group: object,
  values: Readonly<Record<string, unknown>>,
): readonly FieldProblem[] {
  const find = (group as { [contradictions]?: FindContradictions })[contradictions];
  return find?.(values) ?? [];
}
