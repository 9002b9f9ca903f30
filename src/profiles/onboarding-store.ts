import { type Db, fromRow, jsonb, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { ExecutionState } from './executions/execution.ts';
import type { Partner, ProfileStatus } from './types.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    onboarding_partners: ToRow<OnboardedPartner> & {
      execution_id: string;
      position: number;
      company_id: string;
    };
  }
}

/** A partner of a company as an execution found it, with whom it is and what onboards it, where that is known. */
export type OnboardedPartner = {
  readonly partner: Partner;
  readonly profileId: string | undefined;
  readonly childId: string | undefined;
};

/** Keeps the partners that an execution found, in the order to be shown. */
export async function insertPartners(
  tx: Tx,
  executionId: string,
  companyId: string,
  partners: readonly OnboardedPartner[],
): Promise<void> {
  if (partners.length === 0) return;
  await tx
    .insertInto('onboarding_partners')
    .values(
      partners.map(({ partner, profileId, childId }, position) => ({
        ...toRow({ executionId, position, companyId, profileId, childId }),
        partner: jsonb(partner),
      })),
    )
    .execute();
}

export type ShownPartner = OnboardedPartner & {
  readonly profileStatus: ProfileStatus | undefined;
  readonly childState: ExecutionState | undefined;
};

/** The partners that an execution found, with what has become of them. */
export async function findPartners(db: Db, executionId: string): Promise<readonly ShownPartner[]> {
  const rows = await db
    .selectFrom('onboarding_partners')
    .leftJoin('profiles', 'profiles.id', 'onboarding_partners.profile_id')
    .leftJoin('executions', 'executions.id', 'onboarding_partners.child_id')
    .select([
      'onboarding_partners.partner',
      'onboarding_partners.profile_id',
      'onboarding_partners.child_id',
      'profiles.status as profile_status',
      'executions.state as child_state',
    ])
    .where('onboarding_partners.execution_id', '=', executionId)
    .orderBy('onboarding_partners.position')
    .execute();
  return rows.map((row) => fromRow(row));
}

/** The companies that a profile is a partner of, or whose partner an execution is about, as far as executions know. */
export async function findCompaniesOf(
  db: Db,
  by: 'profile_id' | 'child_id',
  id: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('onboarding_partners')
    .select('company_id')
    .distinct()
    .where(by, '=', id)
    .orderBy('company_id')
    .execute();
  return rows.map((row) => row.company_id);
}

/** True if any company shows the profile as a partner. */
export async function isPartner(db: Db, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('onboarding_partners')
    .select('position')
    .where('profile_id', '=', profileId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
