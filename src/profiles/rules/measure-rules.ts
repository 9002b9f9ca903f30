import type { Rule } from './evaluate-rules.ts';
import { compileExpression, type RuleContext } from './rule-language.ts';

/** Steps that take no longer than some milliseconds together. */
const quickSteps = 20_000;
/** Characters that a text function goes through in one step, roughly. */
const charactersPerStep = 1_000;

/**
 * True if rules on these data are sure to be quick: no regular expression or other function that may take longer than
 * its data are long, and not too many rounds of loops. False proves nothing: such rules may be quick as well.
 */
export function areQuick(rules: readonly Rule[], context: RuleContext): boolean {
  const expressions = rules.map(({ when }) => compileExpression(when));
  if (!expressions.every(({ isPlain }) => isPlain)) return false;
  const { members, characters } = measure(context);
  const perPart = 1 + characters / charactersPerStep;
  const steps = expressions.map(({ parts, loops }) => parts * members ** loops * perPart);
  return steps.reduce((sum, each) => sum + each, 0) <= quickSteps;
}

type Size = { readonly members: number; readonly characters: number };

/** The members of the longest list or object, and the characters of the longest text. */
function measure(value: unknown): Size {
  if (typeof value === 'string') return { members: 0, characters: value.length };
  if (typeof value !== 'object' || value === null) return { members: 0, characters: 0 };
  const all = Array.isArray(value) ? value : [...Object.keys(value), ...Object.values(value)];
  let members = Array.isArray(value) ? all.length : all.length / 2;
  let characters = 0;
  for (const each of all) {
    const size = measure(each);
    members = Math.max(members, size.members);
    characters = Math.max(characters, size.characters);
  }
  return { members, characters };
}
