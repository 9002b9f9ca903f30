import type { Verdict } from '../types.ts';
import { compileExpression, type RuleContext } from './rule-language.ts';
import { RuleTimeoutError, runBounded } from './run-bounded.ts';

/** A rule of a query template. */
export type Rule = { readonly name: string; readonly when: string; readonly status: Verdict };

/** What became of one rule. */
export type RuleResult = {
  readonly name: string;
  readonly status: Verdict;
  /** `undetermined`: it reads data of a source that could not be asked. */
  readonly outcome: 'matched' | 'not-matched' | 'undetermined';
  /** Why it could not be evaluated to its end; a rule that reads what is absent does not match. */
  readonly reason?: string;
};

/** What the rules of a template decided, and by which of them. */
export type Decision = {
  readonly status: Verdict;
  /** Why it is no verdict; present with PENDING that no rule gave. */
  readonly reason?: string;
  /** The names of the rules that decided; empty when none did. */
  readonly decidedBy: readonly string[];
  readonly rules: readonly RuleResult[];
};

/** The more severe a status, the later it stands; the most severe of the rules that match decides. */
export const severity: readonly Verdict[] = ['APPROVED', 'PENDING', 'WAITING_DOCUMENTS', 'REPROVED'];

export type DecideInput = {
  readonly rules: readonly Rule[];
  readonly otherwise: Verdict;
  readonly context: RuleContext;
  /** Sources that could not be asked, and that the template can do without. */
  readonly unavailable: ReadonlySet<string>;
  /** Sources that the template cannot do without, and that have nothing on the subject. */
  readonly missing: readonly string[];
  readonly timeoutMs: number;
};

/**
 * The status that rules give: the most severe one among the rules that match, or `otherwise` when none does.
 *
 * PENDING instead, with a `reason`, where that would be a guess: `source_unavailable:NAME` when a rule that would be
 * more severe reads a source that could not be asked, `source_without_data:NAME` when a required source has nothing
 * and the outcome would be APPROVED, and `rules_timeout` when the rules take too long.
 */
export function decide(input: DecideInput): Decision {
  let rules: readonly RuleResult[];
  try {
    rules = runBounded(() => input.rules.map((rule) => evaluateRule(rule, input)), input.timeoutMs);
  } catch (error) {
    if (!(error instanceof RuleTimeoutError)) throw error;
    return { status: 'PENDING', reason: 'rules_timeout', decidedBy: [], rules: [] };
  }
  const matched = rules.filter((rule) => rule.outcome === 'matched');
  const status = matched.length === 0 ? input.otherwise : mostSevere(matched);
  const open = rules.find(
    (rule) =>
      rule.outcome === 'undetermined' &&
      (matched.length === 0 || severity.indexOf(rule.status) > severity.indexOf(status)),
  );
  if (open !== undefined) return { status: 'PENDING', reason: open.reason!, decidedBy: [], rules };
  const [missing] = input.missing;
  if (status === 'APPROVED' && missing !== undefined) {
    return { status: 'PENDING', reason: `source_without_data:${missing}`, decidedBy: [], rules };
  }
  const decidedBy = matched.filter((rule) => rule.status === status).map((rule) => rule.name);
  return {
    status,
    ...(matched.length === 0 && status === 'PENDING' ? { reason: 'no_rule_matched' } : {}),
    decidedBy,
    rules,
  };
}

function mostSevere(rules: readonly RuleResult[]): Verdict {
  return severity[Math.max(...rules.map((rule) => severity.indexOf(rule.status)))]!;
}

function evaluateRule(rule: Rule, input: DecideInput): RuleResult {
  const { name, status } = rule;
  const expression = compileExpression(rule.when);
  const blocking = [...input.unavailable].find((source) => expression.readsDataOf?.has(source) ?? true);
  if (blocking !== undefined) {
    return { name, status, outcome: 'undetermined', reason: `source_unavailable:${blocking}` };
  }
  try {
    const value = expression.evaluate(input.context);
    if (value === true) return { name, status, outcome: 'matched' };
    if (value === false) return { name, status, outcome: 'not-matched' };
    return { name, status, outcome: 'not-matched', reason: 'not_true_or_false' };
  } catch (error) {
    return { name, status, outcome: 'not-matched', reason: describe(error) };
  }
}

/** The engine's code of what went wrong; never its message, which may quote the data. */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === 'no_such_key') return 'absent_field';
  return typeof code === 'string' ? code : 'not_evaluable';
}
