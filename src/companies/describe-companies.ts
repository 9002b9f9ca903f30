import type { Db } from '../platform/db/index.ts';
import { companyIdKind, isId } from '../platform/ids.ts';
import type { DescribeSubjects, SubjectFacts } from '../platform/subjects.ts';
import { type ProfilesDeps, readCompanyDocument } from '../profiles/index.ts';

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
        return [id, { ...(name !== undefined && { name }), ...(cnpj !== undefined && { cnpj }) }];
      }),
    );
    return new Map(described);
  };
}
