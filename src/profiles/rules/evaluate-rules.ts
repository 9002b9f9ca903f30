import type { Verdict } from '../types.ts';
import { compileExpression, type RuleContext } from './rule-language.ts';

export type Rule = { readonly name: string; readonly when: string; readonly status: Verdict };

export type RuleResult = {
  readonly name: string;
  readonly status: Verdict;
  /**
   * `undetermined`: the rule reads data of a source that could not be asked. `unknown`: it names an attribute that the
   * client did not send.
   */
  readonly outcome: 'matched' | 'not_matched' | 'undetermined' | 'unknown';
  /** Why the rule was not evaluated to its end; a rule that reads what is absent does not match. */
  readonly reason?: string;
  /** The values of the fields that the rule names, by path; see `readValues`. Absent in decisions of older versions. */
  readonly values?: Readonly<Record<string, string>>;
};

/** The decision of a template's rules, and the rules that made it. */
export type Decision = {
  readonly status: Verdict;
  /** Why it is no verdict; present with PENDING that no rule gave. */
  readonly reason?: string;
  /** Help with the reason, for whoever runs the service. */
  readonly advice?: string;
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
  readonly unavailable: readonly string[];
  /** Sources that the template cannot do without, and that have nothing on the subject. */
  readonly missing: readonly string[];
  /** True if the template asks for public lists of a kind of which none is imported. */
  readonly lacksList?: boolean;
  /** Sources whose answer needs a person's look, such as a list on which somebody of the same name stands. */
  readonly unreviewed?: readonly string[];
};

/** Rules whose time ran out decide nothing. */
export const outOfTime: Decision = { status: 'PENDING', reason: 'rules_timeout', decidedBy: [], rules: [] };

/**
 * The status that rules give: the most severe one among the rules that match, or `otherwise` when none does.
 *
 * PENDING instead, with a `reason`, where that would be a guess: `source_unavailable:NAME` when a rule that would be
 * more severe reads a source that could not be asked, `attribute_missing:NAME` when such a rule names an attribute that
 * the client did not send, and `source_without_data:NAME` when a required source has nothing and the outcome would be
 * APPROVED, and `no_list_imported` when no list of a kind is imported that the template asks for. `review_needed:NAME` when the outcome would be APPROVED, the answer of a source needs a person's look, and
 * no rule reads that answer.
 *
 * Evaluates at once, however long that takes: see `RulesEngine` for rules that anybody wrote.
 */
export function decide(input: DecideInput): Decision {
  const rules = input.rules.map((rule) => evaluateRule(rule, input));
  const matched = rules.filter((rule) => rule.outcome === 'matched');
  const status = matched.length === 0 ? input.otherwise : mostSevere(matched);
  const isOpen = (rule: RuleResult, outcome: RuleResult['outcome']) =>
    rule.outcome === outcome &&
    (matched.length === 0 || severity.indexOf(rule.status) > severity.indexOf(status));
  // A source may answer later; an attribute will not be sent any more.
  const open =
    rules.find((rule) => isOpen(rule, 'undetermined')) ?? rules.find((rule) => isOpen(rule, 'unknown'));
  const pending = (reason: string): Decision => ({ status: 'PENDING', reason, decidedBy: [], rules });
  if (open !== undefined) return pending(open.reason!);
  if (status === 'APPROVED' && input.lacksList === true) return pending('no_list_imported');
  const [missing] = input.missing;
  if (status === 'APPROVED' && missing !== undefined) return pending(`source_without_data:${missing}`);
  // Rules that read the source's data have taken the hit into account; others cannot approve past it.
  const unseen = (input.unreviewed ?? []).find(
    (source) => !input.rules.some(({ when }) => compileExpression(when).readsDataOf?.has(source) ?? true),
  );
  if (status === 'APPROVED' && unseen !== undefined) return pending(`review_needed:${unseen}`);
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
  const blocking = input.unavailable.find((source) => expression.readsDataOf?.has(source) ?? true);
  if (blocking !== undefined) {
    return { name, status, outcome: 'undetermined', reason: `source_unavailable:${blocking}` };
  }
  const sent = input.context.attributes as object;
  const unsent = [...expression.needsAttributes].find((attribute) => !Object.hasOwn(sent, attribute));
  if (unsent !== undefined) {
    return { name, status, outcome: 'unknown', reason: `attribute_missing:${unsent}` };
  }
  try {
    const value = expression.evaluate(input.context);
    if (value === true) return { name, status, outcome: 'matched' };
    if (value === false) return { name, status, outcome: 'not_matched' };
    return { name, status, outcome: 'not_matched', reason: 'not_true_or_false' };
  } catch (error) {
    return { name, status, outcome: 'not_matched', reason: describe(error) };
  }
}

/** The engine's code of what went wrong; never its message, which may quote the data. */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === 'no_such_key') return 'absent_field';
  return typeof code === 'string' ? code : 'not_evaluable';
}
