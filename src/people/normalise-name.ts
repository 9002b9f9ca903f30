import { splitName } from '../profiles/index.ts';

/** Remarks that some lists put beside a name. */
const remarks = /\((?:cumulativamente|interin[oa]|substitut[oa])\)/gi;

/** A name without what a list says beside it. */
export function dropRemarks(name: string): string {
  return name.replace(remarks, ' ').trim();
}

/** The normal form of a name, without accents, case, particles and word order. Empty for a name without letters. */
export function normaliseName(name: string): string {
  return splitName(dropRemarks(name)).toSorted().join(' ');
}
