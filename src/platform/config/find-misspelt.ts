import { listVariables, type SettingsGroups } from './list-variables.ts';

/** A variable of the environment that nothing reads, and the one that it may be meant for. */
export type MisspeltVariable = { readonly given: string; readonly meant: string };

const mostEdits = 2;
/** Letters for each edit: in a short name one letter makes another word. */
const lettersForEdit = 5;

/** The set variables that are no settings and whose names differ from one by a letter or two, sorted by name. */
export function findMisspelt(
  env: Readonly<Record<string, string | undefined>>,
  groups: SettingsGroups,
): readonly MisspeltVariable[] {
  const known = listVariables(groups).flatMap(({ variables }) => variables.map(({ variable }) => variable));
  return Object.keys(env)
    .filter((given) => env[given] !== '' && !known.includes(given))
    .sort()
    .flatMap((given) => {
      const most = Math.min(mostEdits, Math.floor(given.length / lettersForEdit));
      const meant = known.find((name) => countEdits(given.toUpperCase(), name) <= most);
      return meant === undefined ? [] : [{ given, meant }];
    });
}

/** Letters to add, remove or replace (Levenshtein). */
function countEdits(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > mostEdits) return Number.POSITIVE_INFINITY;
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const replaced = above[at - 1]! + (letter === to[at - 1] ? 0 : 1);
      current.push(Math.min(above[at]! + 1, current[at - 1]! + 1, replaced));
    }
    above = current;
  }
  return above[to.length]!;
}
