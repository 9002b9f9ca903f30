import { sql } from 'kysely';
import { type Db, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import { pickSealedColumns, type SealedColumns } from '../platform/encryption/index.ts';

/**
 * The use of a key. Access tokens and responses have keys of their own: a token key can go once its last token
 * has expired, a response key stays published as long as somebody may want to check an old answer. Webhooks are signed
 * with Ed25519, as Standard Webhooks wants.
 */
export const signingPurposes = ['access-token', 'response', 'webhook'] as const;

export type SigningPurpose = (typeof signingPurposes)[number];

declare module '../platform/db/tables.ts' {
  interface Tables {
    signing_keys: ToRow<Omit<StoredSigningKey, 'sealedPrivateKey'>> & SealedColumns;
  }
}

export type StoredSigningKey = {
  readonly kid: string;
  readonly purpose: SigningPurpose;
  readonly sealedPrivateKey: SealedColumns;
  readonly createdAt: Date;
  /** Signs from this time on, unless a later key does. */
  readonly activeFrom: Date;
  /** Neither signs nor is published from this time on; may lie ahead. */
  readonly retiredAt: Date | undefined;
};

/** Keeps other writers of the table waiting until the transaction ends; readers go on. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await sql`LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** The keys that are not retired at a time, the one that became active last first. */
export async function listSigningKeys(db: Db, now: Date): Promise<StoredSigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .selectAll()
    .where((where) => where.or([where('retired_at', 'is', null), where('retired_at', '>', now)]))
    .orderBy('active_from', 'desc')
    .orderBy('kid')
    .execute();
  return rows.map((row) => ({ ...fromRow(row), sealedPrivateKey: pickSealedColumns(row) }));
}

export async function insertSigningKey(tx: Tx, key: StoredSigningKey): Promise<void> {
  const { sealedPrivateKey, ...rest } = key;
  await tx
    .insertInto('signing_keys')
    .values({ ...toRow(rest), ...sealedPrivateKey })
    .execute();
}

/** Retires every other key of the purpose at a time, or leaves an earlier retirement. */
export async function retireOtherSigningKeys(
  tx: Tx,
  retirement: { readonly purpose: SigningPurpose; readonly exceptKid: string; readonly retiredAt: Date },
): Promise<void> {
  await tx
    .updateTable('signing_keys')
    .set({ retired_at: retirement.retiredAt })
    .where('purpose', '=', retirement.purpose)
    .where('kid', '!=', retirement.exceptKid)
    .where((where) =>
      where.or([where('retired_at', 'is', null), where('retired_at', '>', retirement.retiredAt)]),
    )
    .execute();
}
