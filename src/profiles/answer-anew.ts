import type { Cnpj } from '../platform/documents.ts';
import { toPartnerItem, toSource } from './build-document.ts';
import { companyIdOf } from './executions/onboard-partners.ts';
import type { CompanyDocument } from './profile-documents-store.ts';
import type { ProfilesDeps } from './profiles-deps.ts';
import type { Consultation, JsonObject } from './types.ts';

/** The present answer of a source about a company. */
export type NewAnswer = Extract<Consultation, { outcome: 'found' }> & { readonly source: string };

type Document = {
  readonly id: string;
  readonly status: string;
  readonly cnpj: Cnpj;
  readonly basicData?: JsonObject;
  readonly executions: readonly unknown[];
};

type Structure = {
  readonly onboarding: { readonly qsa: readonly { readonly profileId: string }[] };
  readonly qsa: { readonly items: readonly ReturnType<typeof toPartnerItem>[] };
  readonly sources: JsonObject;
};

/**
 * The answer about a company with what sources say now in place of what they said to its last execution. Status,
 * executions and the ids of people are those of executions: without one the status is PENDING, and partners that are
 * people have no id. Nothing is stored.
 */
export function answerAnew(
  deps: Pick<ProfilesDeps, 'companyIds'>,
  company: {
    readonly id: string;
    readonly cnpj: Cnpj;
    readonly stored: Pick<CompanyDocument, 'document' | 'structure'> | undefined;
  },
  answers: readonly NewAnswer[],
  now: Date,
): { readonly document: string; readonly structure: string } {
  const { id, cnpj, stored } = company;
  const known: Document =
    stored === undefined
      ? { id, status: 'PENDING', cnpj, executions: [] }
      : (JSON.parse(stored.document) as Document);
  const before: Structure =
    stored?.structure === undefined
      ? { onboarding: { qsa: [] }, qsa: { items: [] }, sources: {} }
      : (JSON.parse(stored.structure) as Structure);
  const basicData = Object.fromEntries(
    Object.entries(
      Object.assign({ ...known.basicData }, ...answers.map((answer) => answer.basicData)),
    ).filter(([, value]) => value !== null && value !== undefined),
  );
  const partners = answers.find((answer) => answer.partners !== undefined)?.partners;
  const items =
    partners === undefined
      ? before.qsa.items
      : partners.map((partner) => {
          const { profileId, status, transactionId } =
            before.qsa.items.find(
              ({ name, functionCode }) => name === partner.name && functionCode === partner.functionCode,
            ) ?? {};
          const item = toPartnerItem({ partner, profileId: profileId ?? companyIdOf(deps, partner) });
          return status === undefined ? item : { ...item, status, transactionId };
        });
  const shown = new Set(items.map(({ profileId }) => profileId));
  const document = JSON.stringify({
    id: known.id,
    status: known.status,
    cnpj: known.cnpj,
    ...(Object.keys(basicData).length === 0 ? {} : { basicData }),
    executions: known.executions,
  });
  const structure = JSON.stringify({
    onboarding: { qsa: before.onboarding.qsa.filter(({ profileId }) => shown.has(profileId)) },
    qsa: { items },
    sources: {
      ...before.sources,
      ...Object.fromEntries(answers.map(({ source, data }) => [source, toSource(now, data)])),
    },
  });
  return { document, structure };
}
