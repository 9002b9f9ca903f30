import type { Db, Tx } from '../platform/db/index.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    account_identities: { issuer: string; subject_index: Uint8Array; account_id: string };
  }
}

/** A person at an issuer: the keyed hash of the subject there. */
export type Identity = { readonly issuer: string; readonly subjectIndex: Uint8Array };

/** An identity as its account names it. */
export function identityOf({ issuer, subjectIndex }: Identity): string {
  return `${Buffer.from(subjectIndex).toString('base64url')} ${issuer}`;
}

/** The account of a person at an issuer. */
export async function findAccountOfIdentity(db: Db, identity: Identity): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_identities')
    .select('account_id')
    .where('issuer', '=', identity.issuer)
    .where('subject_index', '=', identity.subjectIndex)
    .executeTakeFirst();
  return row?.account_id;
}

/** Links a new account with a person at an issuer. A unique violation: somebody was faster. */
export async function insertIdentity(tx: Tx, identity: Identity, accountId: string): Promise<void> {
  const { issuer, subjectIndex } = identity;
  await tx
    .insertInto('account_identities')
    .values({ issuer, subject_index: subjectIndex, account_id: accountId })
    .execute();
}
