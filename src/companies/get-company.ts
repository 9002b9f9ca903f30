import type { Db } from '../platform/db/index.ts';
import { type Cnpj, cnpjWords, parseCnpj } from '../platform/documents.ts';
import { RequestError } from '../platform/errors.ts';
import { companyIdKind, isId } from '../platform/ids.ts';
import type { DescribeSubjects, SubjectFacts } from '../platform/subjects.ts';
import { toAnswer } from '../platform/to-answer.ts';
import {
  answerAnew,
  type CompanyDocument,
  createCompanyReader,
  type HistoryEntry,
  listHistory,
  ProfileError,
  type ProfilesDeps,
  readCompanyDocument,
} from '../profiles/index.ts';
import { findCompanyRecord, selectCurrentGeneration } from '../registry/index.ts';
import { answerFromRecord } from './registry-sources.ts';
import { isPersonalCompany, withholdContactChanges, withholdContacts } from './withhold-contacts.ts';

const readCompany = createCompanyReader(selectCurrentGeneration);

export type GetCompanyDeps = { readonly profiles: ProfilesDeps };

export type GetCompanyOptions = {
  /** With sources, onboarding and partners. */
  readonly includesStructure: boolean;
  /** True if the caller may read a sole proprietor's e-mail and phone. */
  readonly includesPersonalContacts: boolean;
};

/** A company's profile, ready to be sent. */
export type CompanyProfile = {
  readonly id: string;
  /** JSON text of an object: the answer without its `requestId`. */
  readonly document: string;
};

/**
 * The number and the id of a company named in an address: a valid CNPJ is a CNPJ; every other value must be an id.
 *
 * Throws `request_invalid`, and `profile_not_found` for an id that was not made here.
 */
function parseCompanyId(
  { companyIds }: Pick<ProfilesDeps, 'companyIds'>,
  value: string,
): { readonly cnpj: Cnpj; readonly id: string } {
  const number = parseCnpj(value);
  if (number !== undefined) return { cnpj: number, id: companyIds.idOf(number) };
  if (!isId(companyIdKind, value)) {
    throw RequestError.at('params/companyId', `must be the id of a company or ${cnpjWords}`);
  }
  const cnpj = companyIds.cnpjOf(value);
  if (cnpj === undefined) throw new ProfileError('profile_not_found');
  return { cnpj, id: value };
}

/**
 * A company's profile by id or CNPJ: what its last execution stored, in one statement as long as the registry's month
 * is that of the execution. In another month, and for a company without an execution, the registry's part is what the
 * registry says now. Nothing is stored, and nothing is decided: without an execution the status is PENDING.
 *
 * Throws as `parseCompanyId`, `profile_not_found` (with the month of the registry that the number is not in), and
 * `registry_not_imported` for a company without an execution while there is no month.
 */
export async function getCompany(
  { profiles }: GetCompanyDeps,
  companyId: string,
  options: GetCompanyOptions,
): Promise<CompanyProfile> {
  const { db, clock } = profiles;
  const { cnpj, id } = parseCompanyId(profiles, companyId);
  const stored = await readCompany(db, id, { structure: options.includesStructure });
  const month = stored?.currentGeneration;
  const isPresent = stored !== undefined && (month === undefined || stored.registryGeneration === month);
  const lookup = isPresent ? undefined : await findCompanyRecord(db, cnpj);
  if (lookup?.found === true) {
    const answers = await answerFromRecord(lookup.record, db);
    const texts = answerAnew(profiles, { id, cnpj, stored }, answers, clock.now());
    return { id, document: join(texts, options) };
  }
  if (stored === undefined) {
    throw new ProfileError('profile_not_found', {
      detail: `The CNPJ is not in the registry of ${lookup?.dataMonth}.`,
    });
  }
  return { id, document: join(stored, options) };
}

/** Both texts as one, without parsing them unless something must be left out. */
function join(
  { document, structure }: Pick<CompanyDocument, 'document' | 'structure'>,
  options: GetCompanyOptions,
): string {
  const whole =
    options.includesStructure && structure !== undefined
      ? `${document.slice(0, -1)},${structure.slice(1)}`
      : document;
  return options.includesPersonalContacts ? whole : withholdContacts(whole);
}

/**
 * Changes of a company's basic data and status, newest first. Only callers with that right read the contacts of sole
 * proprietors, past and present.
 *
 * A company without an execution has none. Throws `request_invalid` and `profile_not_found`.
 */
export async function listCompanyHistory(
  { profiles }: GetCompanyDeps,
  companyId: string,
  page: Parameters<typeof listHistory>[2],
  { includesPersonalContacts }: Pick<GetCompanyOptions, 'includesPersonalContacts'>,
): Promise<{ readonly id: string; readonly entries: readonly HistoryEntry[] }> {
  const { cnpj, id } = parseCompanyId(profiles, companyId);
  const stored = await readCompanyDocument(profiles.db, id, { structure: false });
  if (stored === undefined) {
    const { found } = await findCompanyRecord(profiles.db, cnpj);
    if (!found) throw new ProfileError('profile_not_found');
  }
  const entries = await listHistory(profiles, id, page);
  const isOpen = includesPersonalContacts || stored === undefined || !isPersonalCompany(stored.document);
  return { id, entries: isOpen ? entries : withholdContactChanges(entries) };
}

/** Describes companies that have a profile: the CNPJ, and the official name of the last execution. */
export function createCompanyDescriber(
  db: Db,
  /** Opened after the companies. */
  profiles: () => Pick<ProfilesDeps, 'companyIds'>,
): DescribeSubjects {
  return async (ids) => {
    const companies = ids.filter((id) => isId(companyIdKind, id));
    const described = await Promise.all(
      companies.map(async (id): Promise<readonly [string, SubjectFacts]> => {
        const found = await readCompanyDocument(db, id, { structure: false });
        const { basicData } = JSON.parse(found?.document ?? '{}') as {
          basicData?: { officialName?: string };
        };
        const cnpj = profiles().companyIds.cnpjOf(id);
        const name = basicData?.officialName;
        return [id, toAnswer({ name, cnpj })];
      }),
    );
    return new Map(described);
  };
}
