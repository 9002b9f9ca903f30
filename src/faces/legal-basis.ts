import { RequestError } from '../platform/errors.ts';

/**
 * The legal bases of a face registration: the grounds of the LGPD, article 11, for sensitive data such as biometric
 * data, each with its subdivision.
 */
export const legalBases = [
  /** Article 11, I. */
  'consent',
  /** II, a. */
  'legal_obligation',
  /** II, b. */
  'public_policy',
  /** II, c. */
  'research',
  /** II, d. */
  'exercise_of_rights',
  /** II, e. */
  'protection_of_life',
  /** II, f. */
  'health',
  /** II, g. */
  'fraud_prevention',
] as const;

export type LegalBasis = (typeof legalBases)[number];

/**
 * The ground that was named, or undefined when none was and none is required. Throws `request_invalid`. Whether it holds is for the caller to know: nothing is verified.
 */
export function parseLegalBasis(
  { value, path }: { readonly value: unknown; readonly path: string },
  options: { readonly isRequired: boolean },
): LegalBasis | undefined {
  const problems = [{ path, message: `must be one of ${legalBases.join(', ')}` }];
  if (value === undefined) {
    if (options.isRequired) throw new RequestError(problems);
    return undefined;
  }
  const basis = legalBases.find((it) => it === value);
  if (basis === undefined) throw new RequestError(problems);
  return basis;
}
