import Type from 'typebox';
import type { FieldProblem } from '../errors.ts';
import type { FormName, forms } from './forms.ts';

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

/** Optional in its group when it says the behaviour without it. */
type Declared<T, A> = A extends { readonly isOnePerCore: boolean }
  ? Type.TUnsafe<T>
  : A extends { readonly whenUnset: string }
    ? Type.TOptional<Type.TUnsafe<T>>
    : Type.TUnsafe<T>;

function declare<T, A extends VariableAnnotations>(schema: object, annotations: A): Declared<T, A> {
  return Type.Unsafe<T>({ ...schema, ...annotations }) as unknown as Declared<T, A>;
}

type ValueOf<Name extends FormName> = Exclude<ReturnType<(typeof forms)[Name]['parse']>, undefined>;

export function text<Name extends FormName, A extends VariableAnnotations & { readonly default?: string }>(
  format: Name,
  annotations: A,
) {
  return declare<ValueOf<Name>, A>({ type: 'string', format }, annotations);
}

export function integer<A extends NumberAnnotations>(annotations: A) {
  return declare<number, A>({ type: 'integer' }, annotations);
}

export function number<A extends NumberAnnotations>(annotations: A) {
  return declare<number, A>({ type: 'number' }, annotations);
}

/** A limit beside the variables of its group that no operator has a reason to change. The environment does not reach it. */
export function constant(value: number) {
  return Type.Unsafe<number>({ const: value });
}

/** A variable that is one of a few words. */
export function choice<
  const T extends readonly string[],
  A extends VariableAnnotations & { readonly default?: T[number] },
>(values: T, annotations: A) {
  return declare<T[number], A>({ type: 'string', enum: values }, annotations);
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
