import { type Cnpj, parseCnpj } from '../platform/documents/index.ts';
import { companyIdKind, isId } from '../platform/ids.ts';
import {
  type CompanyDocument,
  createCompanyReader,
  executeInline,
  ProfileError,
  type ProfilesDeps,
} from '../profiles/index.ts';
import { findCompanyRecord, selectCurrentGeneration } from '../registry/index.ts';
import { CompanyError } from './errors.ts';
import { withholdContacts } from './withhold-contacts.ts';

const readCompany = createCompanyReader(selectCurrentGeneration);

export type GetCompanyDeps = { readonly profiles: ProfilesDeps };

export type GetCompanyOptions = {
  /** With sources, onboarding and partners. */
  readonly includesStructure: boolean;
  /** True if the caller may read a sole proprietor's e-mail and phone. */
  readonly includesPersonalContacts: boolean;
  /** Who asks: named in the execution that a first read makes. */
  readonly clientId?: string;
};

/** A company's profile, ready to be sent. */
export type CompanyProfile = {
  readonly id: string;
  /** JSON text of an object: the answer without its `requestId`. */
  readonly document: string;
};

/** A company's name in an address: a valid CNPJ is a CNPJ; every other value must be an id. */
export function parseCompanyId(value: string): { readonly cnpj: Cnpj } | { readonly id: string } {
  const cnpj = parseCnpj(value);
  if (cnpj !== undefined) return { cnpj };
  if (isId(companyIdKind, value)) return { id: value };
  throw new CompanyError('company_id_invalid');
}

/**
 * A company's profile by id or CNPJ, in one statement as long as the registry's month is the one it was made from. A
 * company of the registry without a profile gets one, by the default template; in a new month the profile is brought
 * up to date before it is given. Both happen once, however many ask at the same time.
 *
 * Throws `company_id_invalid`, `profile_not_found` (for a CNPJ with the month of the registry that it is not in), and
 * `registry_not_imported` for a CNPJ that cannot be looked up yet.
 */
export async function getCompany(
  deps: GetCompanyDeps,
  companyId: string,
  options: GetCompanyOptions,
): Promise<CompanyProfile> {
  const by = parseCompanyId(companyId);
  const read = () => readCompany(deps.profiles.db, by, { structure: options.includesStructure });
  let found = await read();
  if (found === undefined) {
    await makeProfile(deps, by, options);
    found = await read();
  } else if (found.registryGeneration !== found.currentGeneration) {
    await refresh(deps, found, options);
    found = await read();
  }
  if (found === undefined) throw new ProfileError('profile_not_found');
  return { id: found.id, document: join(found, options) };
}

async function makeProfile(
  { profiles }: GetCompanyDeps,
  by: ReturnType<typeof parseCompanyId>,
  { clientId }: GetCompanyOptions,
): Promise<void> {
  if ('id' in by) throw new ProfileError('profile_not_found');
  const lookup = await findCompanyRecord(profiles.db, by.cnpj);
  if (!lookup.found) {
    throw new ProfileError('profile_not_found', {
      detail: `The CNPJ is not in the registry of ${lookup.dataMonth}.`,
    });
  }
  const { cnpj } = by;
  await executeInline(profiles, { cnpj, origin: 'API', when: 'first', ...(clientId && { clientId }) });
}

async function refresh(
  { profiles }: GetCompanyDeps,
  found: CompanyDocument,
  { clientId }: GetCompanyOptions,
): Promise<void> {
  const isFirst = found.registryGeneration === undefined;
  const { cnpj } = JSON.parse(found.document) as { cnpj: Cnpj };
  await executeInline(profiles, {
    cnpj,
    when: 'changed',
    origin: isFirst ? 'API' : 'IMPORT',
    ...(isFirst && clientId && { clientId }),
  });
}

/** The stored texts as one, without parsing them unless something must be left out. */
function join({ document, structure }: CompanyDocument, options: GetCompanyOptions): string {
  const whole =
    options.includesStructure && structure !== undefined
      ? `${document.slice(0, -1)},${structure.slice(1)}`
      : document;
  return options.includesPersonalContacts ? whole : withholdContacts(whole);
}
