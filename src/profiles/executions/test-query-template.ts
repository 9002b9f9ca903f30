import type { Cnpj, Cpf } from '../../platform/documents/index.ts';
import { companyIdKind, createId, personIdKind } from '../../platform/ids.ts';
import type { AttributeCheck } from '../attributes/check-attributes.ts';
import { requireComparable } from '../attributes/find-attribute-problems.ts';
import { ProfileError } from '../errors.ts';
import { toBasicData } from '../merge-basic-data.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { findCompanyProfileId } from '../profiles-store.ts';
import { getQueryTemplate } from '../query-templates/get-query-template.ts';
import type { Decision } from '../rules/evaluate-rules.ts';
import type { JsonObject, Subject } from '../types.ts';
import type { Answer } from './consult-sources.ts';
import { decideStatus, gatherFindings } from './decide-status.ts';

/** The decision of a template, and its grounds. */
export type QueryTemplateTest = {
  readonly templateId: string;
  readonly templateVersion: number;
  readonly subject: 'person' | 'company';
  readonly decision: Decision;
  readonly sources: readonly {
    readonly name: string;
    readonly outcome: Answer['outcome'];
    readonly reason?: string;
  }[];
  readonly checks: Readonly<Record<string, AttributeCheck>>;
  readonly basicData: JsonObject;
  /** Partners that would be onboarded. */
  readonly partners: number;
};

/**
 * The decision of a template about a subject now, and its grounds. Asks every source again; records nothing and makes
 * no profile. It ignores the knowledge of earlier executions.
 *
 * Throws `query_template_not_found`, `query_template_subject_wrong`, `attributes_invalid`.
 */
export async function testQueryTemplate(
  deps: ProfilesDeps,
  input: {
    readonly templateId: string;
    readonly document: { readonly cpf: Cpf } | { readonly cnpj: Cnpj };
    readonly attributes: JsonObject;
    readonly signal: AbortSignal;
  },
): Promise<QueryTemplateTest> {
  const template = await getQueryTemplate(deps.db, input.templateId);
  const { definition } = template;
  const subject = await findSubject(deps, input.document);
  if (definition.subject !== subject.kind) throw new ProfileError('query_template_subject_wrong');
  const now = deps.clock.now();
  requireComparable(subject.kind, input.attributes, now);
  const answers = await Promise.all(
    definition.sources.map(async ({ name }): Promise<Answer> => {
      const source = deps.sources.find(name, subject.kind);
      const base = { source: name, consultedAt: now, isReused: false } as const;
      if (source === undefined) return { ...base, outcome: 'unavailable', reason: 'source_not_configured' };
      const { signal, attributes } = input;
      const said = await deps.sources.ask(source, subject, { db: deps.db, signal, attributes, now });
      if (said.outcome === 'unavailable') return { ...base, outcome: 'unavailable', reason: said.reason };
      const knowledge = said.outcome === 'found' ? said : undefined;
      return { ...base, outcome: said.outcome, knowledge, foundAt: knowledge && now, version: undefined };
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
  const onboards = definition.onboardPartners?.enabled === true;
  return {
    templateId: template.id,
    templateVersion: template.version,
    subject: subject.kind,
    decision,
    sources: answers.map((answer) => ({
      name: answer.source,
      outcome: answer.outcome,
      ...(answer.outcome === 'unavailable' ? { reason: answer.reason } : {}),
    })),
    checks: findings.checks,
    basicData: toBasicData(findings.fields) ?? {},
    partners: onboards ? (findings.partners?.length ?? 0) : 0,
  };
}

/** The subject as it is known; with an id that nothing has, when it is not. */
async function findSubject(
  deps: ProfilesDeps,
  document: { readonly cpf: Cpf } | { readonly cnpj: Cnpj },
): Promise<Subject> {
  if ('cnpj' in document) {
    const id = (await findCompanyProfileId(deps.db, document.cnpj)) ?? createId(companyIdKind);
    return { kind: 'company', id, cnpj: document.cnpj };
  }
  const id = (await deps.people.findPersonId(deps.db, document.cpf)) ?? createId(personIdKind);
  return { kind: 'person', id, cpf: document.cpf };
}
