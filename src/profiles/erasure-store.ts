import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { firstIdAt } from '../platform/ids.ts';
import { executionIdKind } from './declarations.ts';
import { findCompaniesOf } from './onboarding-store.ts';
import { lockProfile } from './profiles-store.ts';

export type ErasedProfile = {
  readonly executions: number;
  readonly sources: number;
  readonly history: number;
  /** Companies that showed the person as a partner. They still do, as the registry names partners, without the profile. */
  readonly companyIds: readonly string[];
};

/** Tables with rows of executions, beside their own. */
const partsOfExecutions = ['execution_idempotency_keys', 'execution_sources', 'execution_tries'] as const;

/**
 * Erases a person's profile with all data of executions: answers of sources, attributes, history. Includes queued and
 * running executions: a worker finds nothing after the commit. Does not change `people`.
 */
export async function eraseProfile(tx: Tx, personId: string): Promise<ErasedProfile> {
  // Whoever writes the profile waits, and then finds none.
  await tx.selectFrom('profiles').select('id').where('id', '=', personId).forUpdate().execute();
  const companyIds = await findCompaniesOf(tx, 'profile_id', personId);
  const ids = tx.selectFrom('executions').select('id').where('profile_id', '=', personId);
  for (const table of partsOfExecutions)
    await tx.deleteFrom(table).where('execution_id', 'in', ids).execute();
  await tx
    .updateTable('onboarding_partners')
    .set({ profile_id: null, child_id: null })
    .where((eb) => eb.or([eb('profile_id', '=', personId), eb('child_id', 'in', ids)]))
    .execute();
  const executions = await tx.deleteFrom('executions').where('profile_id', '=', personId).executeTakeFirst();
  const history = await tx
    .deleteFrom('profile_history')
    .where('profile_id', '=', personId)
    .executeTakeFirst();
  const sources = await tx
    .deleteFrom('profile_sources')
    .where('profile_id', '=', personId)
    .executeTakeFirst();
  await tx.deleteFrom('profile_states').where('profile_id', '=', personId).execute();
  await tx.deleteFrom('profiles').where('id', '=', personId).execute();
  return {
    executions: Number(executions.numDeletedRows),
    sources: Number(sources.numDeletedRows),
    history: Number(history.numDeletedRows),
    companyIds,
  };
}

const dayMs = 86_400_000;

function isOfNone(column: string, people: readonly string[]) {
  return sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} <> all(${[...people]}::text[]))`;
}

/**
 * The next companies, by id, for which an execution that ended before a moment found partners that another one may have
 * found anew since.
 */
export async function listCompaniesWithOldPartners(
  db: Db,
  endedBefore: Date,
  page: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('onboarding_partners')
    .innerJoin('executions', 'executions.id', 'onboarding_partners.execution_id')
    .select('onboarding_partners.company_id')
    .distinct()
    .where('onboarding_partners.company_id', '>', page.after)
    .where('executions.completed_at', '<', endedBefore)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('executions as other')
          .select('other.id')
          .whereRef('other.profile_id', '=', 'onboarding_partners.company_id')
          .whereRef('other.id', '<>', 'onboarding_partners.execution_id'),
      ),
    )
    .orderBy('onboarding_partners.company_id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => row.company_id);
}

/**
 * Takes out what executions of a company that ended before a moment found of its partners, but for the execution whose
 * partners the profile shows. What was started for those partners is then held by nothing.
 */
export async function eraseOldPartners(
  tx: Tx,
  cipher: RecordCipher,
  {
    companyId,
    endedBefore,
    heldPeople,
  }: { readonly companyId: string; readonly endedBefore: Date; readonly heldPeople: readonly string[] },
): Promise<void> {
  // Locked, so that no execution makes others be shown meanwhile.
  const company = await lockProfile(tx, cipher, companyId);
  await tx
    .deleteFrom('onboarding_partners')
    .where('company_id', '=', companyId)
    .where(isOfNone('profile_id', heldPeople))
    .where('execution_id', 'in', (eb) =>
      eb
        .selectFrom('executions')
        .select('id')
        .where('profile_id', '=', companyId)
        .where('completed_at', '<', endedBefore)
        .where('id', '<>', company?.state.partnersOf ?? ''),
    )
    .execute();
}

/**
 * Takes out executions that ended before a moment, oldest first, some at a time, and gives how many. Keeps those that
 * have partners or are a partner's, until `eraseOldPartners` has taken these out, and those that others were started by.
 */
export async function eraseOldExecutions(
  tx: Tx,
  endedBefore: Date,
  limit: number,
  heldPeople: readonly string[],
): Promise<number> {
  const rows = await tx
    .selectFrom('executions')
    .select('id')
    .where('completed_at', '<', endedBefore)
    // What had ended had begun: months after it are not read. A day for clocks that differ.
    .where('root_id', '<', firstIdAt(executionIdKind, endedBefore.getTime() + dayMs))
    .where(isOfNone('profile_id', heldPeople))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('onboarding_partners')
            .select('position')
            .where(({ or, eb }) =>
              or([
                eb('onboarding_partners.execution_id', '=', eb.ref('executions.id')),
                eb('onboarding_partners.child_id', '=', eb.ref('executions.id')),
              ]),
            ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('executions as other')
            .select('other.id')
            .whereRef('other.id', '<>', 'executions.id')
            .where(({ or, eb }) =>
              or([
                eb('other.parent_id', '=', eb.ref('executions.id')),
                eb('other.root_id', '=', eb.ref('executions.id')),
              ]),
            ),
        ),
      ),
    )
    .orderBy('completed_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  for (const table of partsOfExecutions)
    await tx.deleteFrom(table).where('execution_id', 'in', ids).execute();
  await tx.deleteFrom('executions').where('id', 'in', ids).execute();
  return ids.length;
}
