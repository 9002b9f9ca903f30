import { splitName } from '../profiles/index.ts';

/** Remarks that some lists put beside a name. */
const remarks = /\((?:cumulativamente|interin[oa]|substitut[oa])\)/gi;

/** A name without what a list says beside it. */
export function dropRemarks(name: string): string {
  return name.replace(remarks, ' ').trim();
}

/**
 * The form of a name that two spellings of it share, whatever their accents, case, particles and the order of their
 * words. Empty when the name holds no letter.
 */
export function normaliseName(name: string): string {
  return splitName(dropRemarks(name)).toSorted().join(' ');
}
