import { cutText, isLongerThan } from '../../platform/characters.ts';
import type { Db } from '../../platform/db/index.ts';
import {
  type AttributeCheck,
  checkAttributes,
  checkedAttributes,
  toDay,
} from '../attributes/check-attributes.ts';
import { type BasicDataShare, mergeBasicData, toBasicData } from '../merge-basic-data.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import type { QueryTemplateDefinition } from '../query-templates/query-template-definition.ts';
import type { Decision, Rule, RuleResult } from '../rules/evaluate-rules.ts';
import { compileExpression, type RuleContext } from '../rules/rule-language.ts';
import type { Decider } from '../rules/rules-engine.ts';
import type { JsonObject, ListKind, Partner, ProfileField, Source, Subject } from '../types.ts';
import type { Answer } from './consult-sources.ts';

export type Findings = {
  readonly fields: Readonly<Record<string, ProfileField>>;
  readonly checks: Readonly<Record<string, AttributeCheck>>;
  /** Undefined when no source told. */
  readonly partners: readonly Partner[] | undefined;
};

/** Merges new answers into the known data, and compares the client's attributes with the result. */
export function gatherFindings(
  subject: Subject,
  known: Findings['fields'],
  answers: readonly Answer[],
  attributes: JsonObject,
): Findings {
  const found = answers.flatMap((answer) =>
    answer.outcome === 'found' && answer.knowledge !== undefined
      ? [{ source: answer.source, at: answer.consultedAt, knowledge: answer.knowledge }]
      : [],
  );
  const fields = mergeBasicData(known, [
    ...found.flatMap(({ source, at, knowledge: { basicData } }) =>
      basicData === undefined ? [] : [{ source, at, basicData }],
    ),
    ...nameOfPartner(subject),
  ]);
  return {
    fields,
    checks: checkAttributes(attributes, fields, checkedAttributes[subject.kind]),
    partners: found.find(({ knowledge }) => knowledge.partners !== undefined)?.knowledge.partners,
  };
}

/** A partner without a CPF is called what the company's source says; any other answer is newer than this. */
function nameOfPartner(subject: Subject): readonly BasicDataShare[] {
  if (subject.kind !== 'person' || subject.cpf !== undefined || subject.name === undefined) return [];
  return [{ source: 'partners', at: new Date(0), basicData: { name: subject.name } }];
}

/** The first required source that could not be asked: nothing is decided without it. */
export function findBlockingSource(
  template: QueryTemplateDefinition,
  answers: readonly Answer[],
): string | undefined {
  const required = requiredSources(template);
  return answers.find((answer) => answer.outcome === 'unavailable' && required.has(answer.source))?.source;
}

type Known = {
  readonly subject: Subject;
  readonly answers: readonly Answer[];
  readonly attributes: JsonObject;
  readonly now: Date;
};

/**
 * The decision of a template's rules; PENDING with `source_unavailable:NAME` without an answer of a required source.
 */
export async function decideStatus(
  db: Db,
  deps: Pick<ProfilesDeps, 'faces' | 'registry' | 'sources'>,
  decide: Decider,
  input: Known & { readonly template: QueryTemplateDefinition; readonly findings: Findings },
): Promise<Decision> {
  const { template, answers, findings } = input;
  const blocking = findBlockingSource(template, answers);
  if (blocking !== undefined) {
    return { status: 'PENDING', reason: `source_unavailable:${blocking}`, decidedBy: [], rules: [] };
  }
  const withOutcome = (outcome: Answer['outcome']) =>
    answers.filter((answer) => answer.outcome === outcome).map((answer) => answer.source);
  const required = requiredSources(template);
  const lacking = answers.flatMap((answer) => {
    const source = deps.sources.find(answer.source, template.subject);
    const kinds = findLackingLists(source, answer, template);
    return kinds.length === 0 ? [] : [{ source: answer.source, kinds }];
  });
  const context = await buildRuleContext(db, deps, { ...input, ...findings });
  const decision = await decide({
    rules: template.rules,
    otherwise: template.otherwise ?? 'PENDING',
    context,
    unavailable: withOutcome('unavailable'),
    lacksList: lacking.length > 0,
    missing: withOutcome('absent').filter((source) => required.has(source)),
    unreviewed: answers.filter(needsReview).map((answer) => answer.source),
  });
  return {
    ...decision,
    ...(decision.reason === noListImported && {
      advice: lacking.map(({ source, kinds }) => adviseImports(source, kinds)).join('; '),
    }),
    rules: decision.rules.map((result, index) => withValues(result, template.rules[index], context)),
  };
}

function withValues(result: RuleResult, rule: Rule | undefined, context: RuleContext): RuleResult {
  const values = rule === undefined ? {} : readValues(rule.when, context);
  return Object.keys(values).length === 0 ? result : { ...result, values };
}

/** True if the source itself says that a list names the subject, or somebody who may be the subject. */
function needsReview(answer: Answer): boolean {
  const { isListed, needsReview: isToLookAt } =
    (answer.outcome === 'found' ? answer.knowledge?.data : undefined) ?? {};
  return isListed === true || isToLookAt === true;
}

function requiredSources(template: QueryTemplateDefinition): ReadonlySet<string> {
  return new Set(template.sources.filter((it) => it.isRequired !== false).map((it) => it.name));
}

async function buildRuleContext(
  db: Db,
  deps: Pick<ProfilesDeps, 'faces' | 'registry'>,
  input: Known & Findings,
): Promise<RuleContext> {
  const { subject, answers } = input;
  const face =
    subject.kind === 'person' ? await deps.faces(db, subject.id) : { registered: false, references: 0 };
  const sources = Object.fromEntries(
    answers.map((answer) => [
      answer.source,
      {
        outcome: answer.outcome,
        found: answer.outcome === 'found',
        ...(answer.outcome === 'found' ? { data: withIntegers(answer.knowledge!.data) } : {}),
      },
    ]),
  );
  return {
    basicData: withIntegers(toBasicData(input.fields) ?? {}),
    sources,
    face: { ...face, references: BigInt(face.references) },
    registry: withIntegers(await deps.registry(db)),
    attributes: withIntegers(input.attributes),
    checks: input.checks,
    today: toDay(input.now),
  };
}

/** JSON with its whole numbers as the rule language's integers, so that they can be counted with. */
function withIntegers(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(withIntegers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withIntegers(member)]));
}

/** The reason of answers and executions that lack a public list. */
export const noListImported = 'no_list_imported';

/**
 * The kinds of lists that a template asks a source for, and that its answer could not look through. A required source
 * is asked for all that it has; another one for what rules read.
 */
export function findLackingLists(
  source: Source | undefined,
  answer: Answer,
  template: QueryTemplateDefinition,
): readonly ListKind[] {
  const kinds = source?.listKinds ?? [];
  if (kinds.length === 0 || answer.outcome === 'unavailable') return [];
  const isEmpty = answer.outcome === 'absent';
  if (isEmpty && answer.reason !== noListImported) return [];
  const { lists } = (isEmpty ? undefined : answer.knowledge?.data) ?? {};
  const used = new Set(Array.isArray(lists) ? lists.map(({ list }: { list?: unknown }) => list) : []);
  const isRequired = template.sources.find(({ name }) => name === answer.source)?.isRequired !== false;
  return kinds.filter(
    (kind) =>
      !kind.lists.some((list) => used.has(list)) &&
      ((isRequired && (isEmpty || kind.fields === undefined)) || isRead(template, answer.source, kind)),
  );
}

function isRead({ rules }: QueryTemplateDefinition, source: string, { fields }: ListKind): boolean {
  return rules.some(({ when }) => {
    const expression = compileExpression(when);
    if (expression.readsDataOf?.has(source) === false) return false;
    const named = expression.fields.filter(({ path }) => path[0] === 'sources' && path[1] === source);
    // What is read through a variable cannot be told.
    if (fields === undefined || named.every(({ path }) => path.length < 4)) return true;
    return named.some(({ path }) => fields.includes(path[3]!));
  });
}

/** Help with lists that are lacking, in words for whoever runs the service. */
function adviseImports(source: string, kinds: readonly ListKind[]): string {
  const needed = kinds.map(({ lists }) => (lists.length === 1 ? lists[0]! : `one of ${lists.join(', ')}`));
  return `${source} needs ${needed.join(', and ')}: import it with "confere sources import LIST FILE" or POST /v1/imports`;
}

/** Characters of a value at most; the rest is cut off. */
const longestValue = 200;
/** Fields of a rule whose values are kept. */
const mostValues = 20;
/** Ways to reach somebody: only for who may read it, so never kept here. */
const contacts: readonly string[] = ['companyEmail', 'phoneNumber', 'contacts'];

/**
 * The values that a rule reads, as JSON, by the path of the field: what a person sees beside a decision. Long ones are
 * cut and end with `…`. A list of objects is its length. Fields that are absent or objects are left out, and so are
 * contact data and loop variables.
 */
function readValues(when: string, context: RuleContext): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const { path } of compileExpression(when).fields) {
    const value = valueAt(context, path);
    const name = path.join('.');
    const isKept = !path.some((each) => contacts.includes(each)) && !Object.hasOwn(values, name);
    const text = isKept ? write(value) : undefined;
    if (text === undefined) continue;
    if (Object.keys(values).length === mostValues) break;
    values[name] = text;
  }
  return values;
}

function valueAt(context: RuleContext, path: readonly string[]): unknown {
  let value: unknown = context;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

function write(value: unknown): string | undefined {
  if (Array.isArray(value) && value.some(isObject)) return JSON.stringify({ length: value.length });
  if (value === undefined || isObject(value)) return undefined;
  const text = JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? Number(member) : member));
  return isLongerThan(text, longestValue) ? `${cutText(text, longestValue)}…` : text;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
