import type { Cnpj, Cpf } from '../platform/documents.ts';
import type { ExecutionState } from './executions/execution.ts';
import { toBasicData } from './merge-basic-data.ts';
import type { ShownPartner } from './onboarding-store.ts';
import type { KeptAnswer } from './profile-sources-store.ts';
import type { JsonObject, OnboardingStatus, ProfileState, ProfileStatus } from './types.ts';

type ProfileContent = {
  readonly id: string;
  readonly status: ProfileStatus;
  readonly state: ProfileState;
  readonly answers: readonly KeptAnswer[];
};

/** The answer about a person, without its `requestId`. */
export function buildPersonDocument(content: ProfileContent & { readonly cpf: Cpf | undefined }): string {
  const basicData = toBasicData(content.state.fields);
  return JSON.stringify({
    id: content.id,
    status: content.status,
    ...(content.cpf === undefined ? {} : { cpf: content.cpf }),
    ...(basicData === undefined ? {} : { basicData }),
    executions: content.state.executions,
    sources: toSources(content.answers),
  });
}

/** The answer about a company: what is always sent, and what is sent on request. */
export function buildCompanyDocument(
  content: ProfileContent & { readonly cnpj: Cnpj; readonly partners: readonly ShownPartner[] },
): { readonly document: string; readonly structure: string } {
  const basicData = toBasicData(content.state.fields);
  const document = JSON.stringify({
    id: content.id,
    status: content.status,
    cnpj: content.cnpj,
    ...(basicData === undefined ? {} : { basicData }),
    executions: content.state.executions,
  });
  const structure = JSON.stringify({
    onboarding: { qsa: content.partners.flatMap(toOnboarding) },
    qsa: { items: content.partners.map(toPartnerItem) },
    sources: toSources(content.answers),
  });
  return { document, structure };
}

/** Sources that know something, each with when it said so. */
function toSources(answers: readonly KeptAnswer[]): JsonObject {
  const known = answers.filter((answer) => answer.knowledge !== undefined);
  return Object.fromEntries(
    known.map(({ source, outcome, consultedAt, foundAt, knowledge }) => {
      const date = outcome === 'found' ? consultedAt : foundAt!;
      return [source, toSource(date, knowledge!.data)];
    }),
  );
}

/** The knowledge of a source, and since when. */
export function toSource(date: Date, data: JsonObject): JsonObject {
  return { lastConsultation: { date: date.toISOString() }, data };
}

const onboardingStatuses: Readonly<Record<ExecutionState, OnboardingStatus>> = {
  queued: 'PENDING',
  waiting: 'PENDING',
  running: 'PROCESSING',
  onboarding: 'PROCESSING',
  done: 'COMPLETED',
  failed: 'FAILED',
  cancelled: 'FAILED',
};

/** The onboarding status of a partner, in the words for clients. */
export function toOnboardingStatus(state: ExecutionState): OnboardingStatus {
  return onboardingStatuses[state];
}

function toOnboarding(shown: ShownPartner): readonly JsonObject[] {
  if (shown.childId === undefined || shown.childState === undefined) return [];
  return [
    {
      status: toOnboardingStatus(shown.childState),
      name: shown.partner.name,
      profileId: shown.profileId,
      transactionId: shown.childId,
    },
  ];
}

export function toPartnerItem(
  shown: Pick<ShownPartner, 'partner' | 'profileId'> &
    Partial<Pick<ShownPartner, 'childId' | 'profileStatus'>>,
) {
  const { name, functionCode, function: role, isLegalRepresentative } = shown.partner;
  return {
    name,
    functionCode,
    function: role,
    isLegalRepresentative,
    profileId: shown.profileId,
    // Nobody has looked at a partner without a profile.
    status: shown.profileStatus ?? 'PENDING',
    transactionId: shown.childId,
  };
}
