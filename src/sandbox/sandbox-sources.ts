import { setTimeout as pause } from 'node:timers/promises';
import { maskCpf } from '../platform/documents.ts';
import { type Consultation, type Source, type Subject, unguarded } from '../profiles/index.ts';
import {
  type Basis,
  type CompanyScenario,
  catalogueVersion,
  findCompanyScenario,
  findPersonScenario,
  isChanged,
  type PersonScenario,
} from './scenarios.ts';

const slowMs = 10_000;
const dataMonth = '2026-10';
const listsOf = (...names: string[]) =>
  names.map((list) => ({ list, importedAt: '2026-11-01T00:00:00.000Z' }));
const lists = listsOf('ceis', 'pep');
/** Nobody in the catalogue is on an international list. */
const unlisted = { isListed: false, needsReview: false, hits: [], lists: listsOf('un') };
const standings = {
  active: { code: '02', description: 'ATIVA', since: '02/01/2015' },
  suspended: { code: '03', description: 'SUSPENSA', since: '01/06/2024' },
  closed: { code: '08', description: 'BAIXADA', since: '01/06/2024' },
} as const;
const confidence: Readonly<Record<Basis, number>> = { exact: 1, name_and_six_digits: 0.9, name_only: 0.3 };

/**
 * The sources of the service, with the people and companies of the catalogue in them. They answer for all others as
 * they do without a sandbox, from tables that are empty.
 */
export function inventSources(sources: readonly Source[]): readonly Source[] {
  return sources.map((source) => {
    const { name, subject, dataSchema, hitsOf, listKinds } = source;
    return {
      name,
      subject,
      dataSchema,
      ...(listKinds === undefined ? {} : { listKinds }),
      ...(hitsOf === undefined ? {} : { hitsOf: (data) => hitsOf(data) }),
      timeoutMs: slowMs * 2,
      // A failure that is invented for one of them must not pause the source for all.
      policy: unguarded,
      isLocal: false,
      currentVersion: async () => catalogueVersion(),
      async consult(about, context) {
        const version = catalogueVersion();
        const answer = (await invent(name, about)) ?? (await source.consult(about, context));
        return answer.outcome === 'found' ? { ...answer, version } : answer;
      },
    } satisfies Source;
  });
}

async function invent(source: string, subject: Subject): Promise<Consultation | undefined> {
  if (subject.kind === 'company') {
    const company = findCompanyScenario(subject.cnpj);
    return company && (await inventCompany(source, company));
  }
  const person = findPersonScenario(subject.cpf);
  return person && (await inventPerson(source, person));
}

async function inventPerson(source: string, person: PersonScenario): Promise<Consultation | undefined> {
  if (source === 'pfBasicData') {
    if (person.basicData === 'unavailable') return { outcome: 'unavailable', reason: 'source_timeout' };
    if (person.basicData === 'slow') await pause(slowMs);
    const basicData = { name: person.name, birthDate: '15/05/1990', gender: 'Female' };
    return { outcome: 'found', data: basicData, basicData };
  }
  if (source === 'pfInternationalLists') return { outcome: 'found', data: unlisted };
  if (source !== 'pfMediaProfileAndExposure') return undefined;
  const { name, cpf, position } = person;
  const sanction = isChanged(person) ? 'exact' : person.sanction;
  const hit = (matchBasis: Basis) => ({
    candidate: 1,
    matchBasis,
    confidence: confidence[matchBasis],
    name,
    ...(matchBasis === 'name_only' ? {} : { document: maskCpf(cpf) }),
  });
  const basis = position ?? sanction;
  const counts = (by: Basis | undefined) => by !== undefined && by !== 'name_only';
  const { candidate: number, ...whom } = hit(basis ?? 'exact');
  return {
    outcome: 'found',
    data: {
      isPoliticallyExposed: counts(position),
      isSanctioned: counts(sanction),
      candidates: basis === undefined ? [] : [{ number, ...whom }],
      positions:
        position === undefined
          ? []
          : [
              {
                ...hit(position),
                list: 'pep',
                role: 'VEREADOR',
                body: 'MUNICIPIO INVENTADO',
                startDate: '2025-01-01',
                isCurrent: true,
                isInGracePeriod: false,
                isActive: true,
              },
            ],
      sanctions:
        sanction === undefined
          ? []
          : [
              {
                ...hit(sanction),
                list: 'ceis',
                category: 'SUSPENSAO',
                startDate: '2025-01-01',
                isActive: true,
              },
            ],
      candidacies: [],
      lists,
    },
  };
}

async function inventCompany(source: string, company: CompanyScenario): Promise<Consultation | undefined> {
  const { name, cnpj, registry, partners = [] } = company;
  if (registry === 'unavailable') return { outcome: 'unavailable', reason: 'source_timeout' };
  if (source === 'pjSimples') return { outcome: 'found', data: { dataMonth, simples: {}, mei: {} } };
  if (source === 'pjSanctions') {
    const isSanctioned = company.isSanctioned === true;
    const sanctions = isSanctioned
      ? [{ list: 'ceis', name, category: 'SUSPENSAO', startDate: '2025-01-01', isActive: true }]
      : [];
    return { outcome: 'found', data: { isSanctioned, sanctions, lists } };
  }
  if (source === 'pjInternationalLists') return { outcome: 'found', data: unlisted };
  if (source !== 'pjData') return undefined;
  if (registry === 'slow') await pause(slowMs);
  const standing = standings[isChanged(company) ? 'closed' : registry === 'slow' ? 'active' : registry];
  const qualification = { code: '49', description: 'Sócio-Administrador' };
  const masked = partners.map((partner) => ({
    kind: 'person' as const,
    name: partner.name,
    document: `***${partner.cpf.slice(3, 9)}**`,
  }));
  return {
    outcome: 'found',
    data: {
      dataMonth,
      cnpj,
      officialName: name,
      openingDate: '02/01/2015',
      status: standing,
      secondaryActivities: [],
      address: { city: { name: 'SAO PAULO', siafiCode: '7107' }, state: 'SP' },
      partners: masked.map((partner) => ({ ...partner, qualification, since: '02/01/2015' })),
    },
    basicData: { officialName: name, openingDate: '02/01/2015', status: standing.description },
    partners: masked.map((partner) => ({
      ...partner,
      functionCode: qualification.code,
      function: qualification.description,
      isLegalRepresentative: true,
    })),
  };
}
