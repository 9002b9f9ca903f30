import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/db/index.ts';
import { type Cpf, parseCnpj, parseCpf } from '../../platform/documents.ts';
import { nameMatchSimilarity } from '../attributes/check-attributes.ts';
import { compareNames } from '../attributes/compare-names.ts';
import { findPartners, insertPartners, type OnboardedPartner } from '../onboarding-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import type { QueryTemplate, QueryTemplateDefinition } from '../query-templates/query-template-definition.ts';
import { findDefaultQueryTemplate, findLastQueryTemplate } from '../query-templates/query-templates-store.ts';
import type { JsonObject, Partner, Subject } from '../types.ts';
import { ensureProfile } from '../write-profile.ts';
import { type Execution, runExecutionJob } from './execution.ts';
import { getExecutionInChain, insertExecution } from './executions-store.ts';
import { newExecution } from './start-execution.ts';

/**
 * Stores the partners that a company's execution found. With levels left, it starts an execution for each
 * identifiable partner, once in a chain of onboardings, which also prevents cycles. Belongs to the transaction that
 * ends the company's run. Returns the execution whose partners the profile shows.
 */
export async function onboardPartners(
  tx: Tx,
  deps: ProfilesDeps,
  input: {
    readonly parent: Execution;
    readonly template: QueryTemplateDefinition;
    readonly partners: readonly Partner[];
    /** The execution whose partners the profile shows. */
    readonly shown: string | undefined;
    readonly now: Date;
  },
): Promise<string | undefined> {
  const { parent, template, partners, shown, now } = input;
  if ((await findPartners(tx, parent.id)).length > 0) return parent.id;
  const earlier = shown === undefined ? [] : await findPartners(tx, shown);
  const isOnboarding = parent.onboarding.depth > 0;
  const isSame = isDeepStrictEqual(
    partners,
    earlier.map((it) => it.partner),
  );
  if (!isOnboarding && isSame && shown !== undefined) return shown;
  const onboarded: OnboardedPartner[] = partners.map((partner) => {
    const same = earlier.find((it) => isDeepStrictEqual(it.partner, partner));
    return { partner, profileId: same?.profileId ?? companyIdOf(deps, partner), childId: same?.childId };
  });
  if (isOnboarding) {
    const templates = await findPartnerTemplates(tx, parent, template);
    // In the order of their documents, so that two companies with the same partners do not wait for each other.
    const order = [...onboarded.keys()].sort((a, b) => compareKeys(partners[a]!, partners[b]!));
    for (const index of order.slice(0, deps.limits.maxPartners)) {
      const partner = partners[index]!;
      const child = await onboardPartner(tx, deps, parent, templates, partner, now);
      if (child !== undefined) onboarded[index] = { partner, ...child };
    }
  }
  await insertPartners(tx, parent.id, parent.profileId, onboarded);
  return parent.id;
}

/** The id of a partner that is a company: it can be read before any execution. Undefined for any other. */
export function companyIdOf(
  { companyIds }: Pick<ProfilesDeps, 'companyIds'>,
  partner: Partner,
): string | undefined {
  const cnpj = partner.kind === 'company' ? parseCnpj(partner.document) : undefined;
  return cnpj && companyIds.idOf(cnpj);
}

type PartnerTemplates = {
  readonly person: QueryTemplate;
  readonly company: Pick<QueryTemplate, 'id' | 'version'>;
};

async function findPartnerTemplates(
  tx: Tx,
  parent: Execution,
  { onboardPartners: wanted }: QueryTemplateDefinition,
): Promise<PartnerTemplates> {
  const { personTemplateId, companyTemplateId } = wanted ?? {};
  const person =
    personTemplateId === undefined ? undefined : await findLastQueryTemplate(tx, personTemplateId);
  const company =
    companyTemplateId === undefined ? undefined : await findLastQueryTemplate(tx, companyTemplateId);
  return {
    person: person ?? (await findDefaultQueryTemplate(tx, 'person')),
    company: company ?? { id: parent.templateId, version: parent.templateVersion },
  };
}

async function onboardPartner(
  tx: Tx,
  deps: ProfilesDeps,
  parent: Execution,
  templates: PartnerTemplates,
  partner: Partner,
  now: Date,
): Promise<{ readonly profileId: string; readonly childId: string } | undefined> {
  const subject = await ensurePartner(tx, deps, parent.detail.attributes, partner, now);
  if (subject === undefined) return undefined;
  const { id: profileId, kind } = subject;
  const { depth, waits } = parent.onboarding;
  const execution = newExecution(
    subject,
    templates[kind],
    {
      origin: 'ONBOARDING',
      clientId: parent.clientId,
      referenceId: parent.referenceId,
      attributes: {},
      parentId: parent.id,
      rootId: parent.rootId,
      onboarding: { depth: kind === 'company' ? depth - 1 : 0, waits },
    },
    now,
  );
  const { id } = execution;
  const isNew = await insertExecution(tx, deps.cipher, execution);
  if (!isNew) {
    return { profileId, childId: (await getExecutionInChain(tx, parent.rootId, profileId)).id };
  }
  await deps.jobs.enqueueIn(tx, runExecutionJob, { executionId: id }, { key: id });
  return { profileId, childId: id };
}

/** A partner as a subject, with a profile that is made when there is none; undefined for one who cannot be told. */
async function ensurePartner(
  tx: Tx,
  deps: ProfilesDeps,
  attributes: JsonObject,
  partner: Partner,
  now: Date,
): Promise<Subject | undefined> {
  let subject: Subject;
  if (partner.kind === 'company') {
    const cnpj = parseCnpj(partner.document);
    if (cnpj === undefined) return undefined;
    subject = { kind: 'company', id: deps.companyIds.idOf(cnpj), cnpj };
  } else {
    const { kind, name, document: maskedCpf } = partner;
    if (kind !== 'person' || maskedCpf === undefined || !/\d{6}/.test(maskedCpf)) return undefined;
    const cpf = findPartnerCpf(attributes, name, maskedCpf);
    const id = await deps.people.lockPartnerPerson(tx, { name, maskedCpf, cpf }, now);
    subject = { kind, id, cpf, maskedCpf, name };
  }
  await ensureProfile(tx, deps.cipher, subject, now);
  return subject;
}

/** The CPF that the client gave for a partner in `attributes.partners`, when digits and name agree. */
function findPartnerCpf(attributes: JsonObject, name: string, maskedCpf: string): Cpf | undefined {
  const { partners } = attributes;
  if (!Array.isArray(partners)) return undefined;
  const digits = maskedCpf.replaceAll(/\D/g, '');
  for (const given of partners as unknown[]) {
    if (typeof given !== 'object' || given === null) continue;
    const { name: givenName, cpf: givenCpf } = given as { name?: unknown; cpf?: unknown };
    const cpf = parseCpf(givenCpf);
    if (cpf === undefined || cpf.slice(3, 9) !== digits || typeof givenName !== 'string') continue;
    if (compareNames(givenName, name) >= nameMatchSimilarity) return cpf;
  }
  return undefined;
}

function compareKeys(a: Partner, b: Partner): number {
  const [left, right] = [a, b].map((partner) => `${partner.kind} ${partner.document ?? ''} ${partner.name}`);
  return left! < right! ? -1 : Number(left! > right!);
}
