import type { FieldProblem } from './errors.ts';

/** A finding of a JSON Schema validator, in the form of Ajv and TypeBox. */
export type Finding = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message?: string | undefined;
};

/**
 * The findings in words, each with its place behind `root`. Where one of several values is allowed, it is told once, with
 * the values.
 */
export function describeFindings(found: readonly Finding[], root: string): FieldProblem[] {
  const unions = new Set(found.filter(({ keyword }) => keyword === 'anyOf').map((it) => it.instancePath));
  const choices = found.filter(
    ({ keyword, instancePath }) => keyword === 'const' && unions.has(instancePath),
  );
  return found
    .filter((finding) => !choices.includes(finding))
    .map(({ keyword, instancePath, params, message = 'is not of the documented form' }) => {
      const allowed =
        keyword === 'anyOf'
          ? choices.filter((choice) => choice.instancePath === instancePath).flatMap(allowedValues)
          : allowedValues({ params });
      return {
        path: `${root}${instancePath}`,
        message: allowed.length === 0 ? message : `must be one of ${allowed.join(', ')}`,
      };
    });
}

function allowedValues({ params }: Pick<Finding, 'params'>): unknown[] {
  if ('allowedValues' in params) return [params.allowedValues].flat();
  return 'allowedValue' in params ? [params.allowedValue] : [];
}
