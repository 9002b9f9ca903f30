import type { QueryTemplateDefinition } from '../query-templates/query-template-definition.ts';
import { compileExpression } from '../rules/rule-language.ts';
import type { ListKind, Source } from '../types.ts';
import type { Answer } from './consult-sources.ts';

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
export function adviseImports(source: string, kinds: readonly ListKind[]): string {
  const needed = kinds.map(({ lists }) => (lists.length === 1 ? lists[0]! : `one of ${lists.join(', ')}`));
  return `${source} needs ${needed.join(', and ')}: import it with "confere sources import LIST FILE" or POST /v1/imports`;
}
