import { cpfForm } from './documents.ts';
import type { FieldProblem } from './errors.ts';

/** A finding of a JSON Schema validator, in the form of Ajv and TypeBox. */
export type Finding = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message?: string | undefined;
};

/**
 * The patterns and formats of schemas that requests are checked with, in words. A caller is never shown a regular
 * expression: one without words here is said to be of another form than the reference documents.
 */
export const formWords: Readonly<Record<string, string>> = {
  [cpfForm.pattern]: cpfForm.message,
  'date-time': 'must be a moment, such as 2026-11-22T12:00:00Z',
  '^\\d{4}-(0[1-9]|1[0-2])$': 'must be a month, such as 2026-10',
  '^[0-9]{1,5}$': 'must be a number of at most five digits',
  '^[0-9]{1,3}$': 'must be a number of at most three digits',
  '^-?[0-9]{1,3}$': 'must be minutes: at most three digits, behind a minus sign west of Greenwich',
  '^[A-Za-z0-9_-]{22,128}$': 'must be 22 to 128 characters of base64url',
  '^[^\\u0000-\\u001f\\u007f-\\u009f]+$': 'must be a text without control characters',
  '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]{0,59}$': 'must be at most 60 letters, digits, spaces, dots, _ or -',
  '^[A-Za-z0-9_-]{1,20}$': 'must be a code: at most 20 letters, digits, _ or -',
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
    .map((finding) => {
      const { keyword, instancePath, params } = finding;
      const allowed =
        keyword === 'anyOf'
          ? choices.filter((choice) => choice.instancePath === instancePath).flatMap(allowedValues)
          : allowedValues({ params });
      return {
        path: `${root}${instancePath}`,
        message: allowed.length === 0 ? wordsOf(finding) : `must be one of ${allowed.join(', ')}`,
      };
    });
}

function wordsOf({ params, message = 'is not of the documented form' }: Finding): string {
  if ('pattern' in params) return formWords[String(params.pattern)] ?? 'is not of the documented form';
  if ('format' in params) return formWords[String(params.format)] ?? message;
  return message;
}

function allowedValues({ params }: Pick<Finding, 'params'>): unknown[] {
  if ('allowedValues' in params) return [params.allowedValues].flat();
  return 'allowedValue' in params ? [params.allowedValue] : [];
}
