import type { Cnpj, Cpf } from '../../platform/documents.ts';
import { createId, personIdKind } from '../../platform/ids.ts';
import { type AttributeCheck, requireComparable } from '../attributes/check-attributes.ts';
import { ProfileError } from '../errors.ts';
import { toBasicData } from '../merge-basic-data.ts';
import { findAnswers } from '../profile-sources-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { findProfileSubject } from '../profiles-store.ts';
import type { QueryTemplateDefinition } from '../query-templates/query-template-definition.ts';
import { findTemplateVersion, getQueryTemplate } from '../query-templates/query-templates-store.ts';
import type { Decision } from '../rules/evaluate-rules.ts';
import type { JsonObject, Subject } from '../types.ts';
import { type Answer, askOwnDatabase } from './consult-sources.ts';
import { decideStatus, gatherFindings } from './decide-status.ts';

export type QueryTemplateTest = {
  /** Undefined for a definition that was not saved. */
  readonly templateId: string | undefined;
  readonly templateVersion: number | undefined;
  /** The profile's id; undefined when there is none. */
  readonly profileId: string | undefined;
  readonly subject: 'person' | 'company';
  readonly decision: Decision;
  readonly sources: readonly {
    readonly name: string;
    readonly outcome: Answer['outcome'];
    readonly reason?: string;
    /** True for an answer to an earlier execution. */
    readonly isReused: boolean;
  }[];
  readonly checks: Readonly<Record<string, AttributeCheck>>;
  readonly basicData: JsonObject;
  /** Partners that would be onboarded. */
  readonly partners: number;
};

/**
 * The decision of a template about a subject now, and its grounds. Records no execution and makes no profile. Our own
 * database is read again; other sources are asked again too, or their earlier answers count, as the input says. A
 * provider's answer to a question of this may be kept for its own time, as always.
 *
 * Throws `query_template_not_found`, `query_template_subject_wrong`, `request_invalid`.
 */
export async function testQueryTemplate(
  deps: ProfilesDeps,
  input: {
    /** A template, at its current version unless one is named; or a definition that need not be saved. */
    readonly template:
      | { readonly id: string; readonly version?: number | undefined }
      | { readonly definition: QueryTemplateDefinition };
    readonly document: { readonly cpf: Cpf } | { readonly cnpj: Cnpj };
    readonly attributes: JsonObject;
    /** False: only our own database is read, and what other sources answered to earlier executions. */
    readonly asksOthers: boolean;
    readonly signal: AbortSignal;
  },
): Promise<QueryTemplateTest> {
  const template = await findDefinition(deps, input.template);
  const { definition } = template;
  const { subject, isKnown } = await findSubject(deps, input.document);
  if (definition.subject !== subject.kind) throw new ProfileError('query_template_subject_wrong');
  const now = deps.clock.now();
  requireComparable(subject.kind, input.attributes, now);
  const kept = input.asksOthers ? [] : await findAnswers(deps.db, deps.cipher, subject.id);
  const answers = await Promise.all(
    definition.sources.map(async ({ name }): Promise<Answer> => {
      const source = deps.sources.find(name, subject.kind);
      const base = { source: name, consultedAt: now, isReused: false } as const;
      if (source === undefined) return { ...base, outcome: 'unavailable', reason: 'source_not_configured' };
      const { signal, attributes } = input;
      const context = { db: deps.db, signal, attributes, now };
      const isAsked = input.asksOthers || source.isLocal;
      const said = isAsked
        ? await deps.sources.ask(source, subject, context)
        : await askOwnDatabase(deps, source, subject, context);
      if (!isAsked && said.outcome !== 'found') {
        const earlier = kept.find((answer) => answer.source === name);
        if (earlier !== undefined) return { ...earlier, isReused: true };
        return { ...base, outcome: 'unavailable', reason: 'source_not_asked' };
      }
      if (said.outcome === 'unavailable') return { ...base, outcome: 'unavailable', reason: said.reason };
      const knowledge = said.outcome === 'found' ? said : undefined;
      const reason = said.outcome === 'absent' && said.reason !== undefined ? { reason: said.reason } : {};
      const answer = { ...base, outcome: said.outcome, knowledge, foundAt: knowledge && now };
      return { ...answer, ...reason, version: undefined };
    }),
  );
  const { attributes } = input;
  const findings = gatherFindings(subject, {}, answers, attributes);
  const decision = await decideStatus(deps.db, deps, deps.rules.decide, {
    subject,
    template: definition,
    answers,
    findings,
    attributes,
    now,
  });
  const onboards = definition.onboardPartners?.isEnabled === true;
  return {
    templateId: template.id,
    templateVersion: template.version,
    profileId: isKnown ? subject.id : undefined,
    subject: subject.kind,
    decision,
    sources: answers.map((answer) => ({
      name: answer.source,
      outcome: answer.outcome,
      isReused: answer.isReused,
      ...(answer.reason === undefined ? {} : { reason: answer.reason }),
    })),
    checks: findings.checks,
    basicData: toBasicData(findings.fields) ?? {},
    partners: onboards ? (findings.partners?.length ?? 0) : 0,
  };
}

async function findDefinition(
  deps: ProfilesDeps,
  wanted: Parameters<typeof testQueryTemplate>[1]['template'],
): Promise<{
  readonly id: string | undefined;
  readonly version: number | undefined;
  readonly definition: QueryTemplateDefinition;
}> {
  if ('definition' in wanted) return { id: undefined, version: undefined, definition: wanted.definition };
  const template = await getQueryTemplate(deps.db, wanted.id);
  if (wanted.version === undefined || wanted.version === template.version) return template;
  const definition = await findTemplateVersion(deps.db, template.id, wanted.version);
  if (definition === undefined) throw new ProfileError('query_template_not_found');
  return { id: template.id, version: wanted.version, definition };
}

/** The subject as it is known; with an id that nothing has, when it is not. */
async function findSubject(
  deps: ProfilesDeps,
  document: { readonly cpf: Cpf } | { readonly cnpj: Cnpj },
): Promise<{ readonly subject: Subject; readonly isKnown: boolean }> {
  if ('cnpj' in document) {
    const id = deps.companyIds.idOf(document.cnpj);
    const isKnown = (await findProfileSubject(deps.db, id)) !== undefined;
    return { subject: { kind: 'company', id, cnpj: document.cnpj }, isKnown };
  }
  const known = await deps.people.findPersonId(deps.db, document.cpf);
  const id = known ?? createId(personIdKind);
  return { subject: { kind: 'person', id, cpf: document.cpf }, isKnown: known !== undefined };
}
