import { RequestError } from '../platform/errors.ts';

/** Characters of a criterion at most. */
export const longestCriterion = 120;

/**
 * The criteria of a search that are kept out of the address, from the header `X-Criteria`: `name=...&partner=...`. A
 * member that is misspelt would widen the answer, so anything else than these names is refused, as in the query.
 */
export function readCriteria<Name extends string>(
  header: string,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  const given = [...new URLSearchParams(header)];
  const isTaken = ([name, text]: [string, string]) =>
    names.some((each) => each === name) && text.length <= longestCriterion;
  if (!given.every(isTaken) || new Set(given.map(([name]) => name)).size < given.length) {
    const message = `takes ${names.join(' and ')}, each once, of ${longestCriterion} characters at most`;
    throw new RequestError([{ path: 'headers/x-criteria', message }]);
  }
  return Object.fromEntries(given) as { readonly [name in Name]?: string };
}
