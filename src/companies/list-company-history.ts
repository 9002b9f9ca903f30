import { type HistoryPage, listHistory, ProfileError, readCompanyDocument } from '../profiles/index.ts';
import { findCompanyRecord } from '../registry/index.ts';
import { type GetCompanyDeps, parseCompanyId } from './get-company.ts';
import { isPersonalCompany, withholdContactChanges } from './withhold-contacts.ts';

export type CompanyHistory = HistoryPage & {
  /** The profile's id. */
  readonly id: string;
};

/**
 * Changes of a company's basic data and status, newest first. Only callers with that right read the contacts of sole
 * proprietors, past and present.
 *
 * A company without an execution has none. Throws `request_invalid`, `profile_not_found` and `cursor_invalid`.
 */
export async function listCompanyHistory(
  { profiles }: GetCompanyDeps,
  companyId: string,
  query: {
    readonly cursor?: string | undefined;
    readonly limit: number;
    readonly includesPersonalContacts: boolean;
  },
): Promise<CompanyHistory> {
  const { cnpj, id } = parseCompanyId(profiles, companyId);
  const stored = await readCompanyDocument(profiles.db, id, { structure: false });
  if (stored === undefined) {
    const { found } = await findCompanyRecord(profiles.db, cnpj);
    if (!found) throw new ProfileError('profile_not_found');
  }
  const page = await listHistory(profiles, id, query);
  const isOpen =
    query.includesPersonalContacts || stored === undefined || !isPersonalCompany(stored.document);
  return { id, ...page, entries: isOpen ? page.entries : withholdContactChanges(page.entries) };
}
