import { maskCpfInName } from '../platform/documents/index.ts';
import type { Partner } from '../profiles/index.ts';
import type { CompanyPartner, CompanyRecord } from '../registry/index.ts';
import { representingQualifications } from './partner-qualifications.ts';

/**
 * Who takes part in the company, in the order of the registry. A partner is a legal representative by qualification,
 * or because a row of the company names them as the representative of another partner. A partner who needs somebody
 * to represent them (a minor, a company, somebody abroad) does not represent the company for that.
 */
export function listPartners(record: CompanyRecord): readonly Partner[] {
  const named = new Set(
    record.partners.flatMap(({ representative }) =>
      representative?.name === undefined || representative.document === undefined
        ? []
        : [keyOf(representative.name, representative.document)],
    ),
  );
  return record.partners.map((partner) => ({
    kind: partner.kind,
    name: maskCpfInName(partner.name),
    ...(partner.document !== undefined && { document: partner.document }),
    functionCode: partner.qualification.code,
    function: partner.qualification.description ?? partner.qualification.code,
    isLegalRepresentative: isRepresentative(partner, named),
  }));
}

function isRepresentative(partner: CompanyPartner, named: ReadonlySet<string>): boolean {
  return (
    representingQualifications.has(partner.qualification.code) ||
    (partner.document !== undefined && named.has(keyOf(partner.name, partner.document)))
  );
}

function keyOf(name: string, document: string): string {
  return `${document} ${name.trim().toUpperCase()}`;
}
