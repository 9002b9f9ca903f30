import { type Db, deleteRows, type Tx } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { createId } from '../platform/ids.ts';
import type { SsoFlow } from './create-sso-client.ts';
import { accountChallengeIdKind, sealedChallenge } from './declarations.ts';
import { AccountsError } from './errors.ts';

export type ChallengeContents = {
  'second-factor': { readonly passkeyChallenge: string | undefined };
  enrolment: {
    readonly invitationId: string;
    readonly name: string;
    readonly email: string;
    readonly locale: 'pt-BR' | 'en';
    /** Undefined for an enrolment by passkey alone. */
    readonly passwordHash?: string | undefined;
    readonly totpSecret?: string | undefined;
    readonly passkeyChallenge?: string | undefined;
  };
  passkey: { readonly passkeyChallenge: string };
  'new-passkey': { readonly passkeyChallenge: string };
  sso: SsoFlow;
};

type ChallengeKind = keyof ChallengeContents;

type SealedPart<Kind extends ChallengeKind> = {
  readonly accountId?: string | undefined;
  readonly content: ChallengeContents[Kind];
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    account_challenges: SealedColumns & {
      id: string;
      kind: ChallengeKind;
      account_id: string | null;
      attempts: number;
      expires_at: Date;
    };
  }
}

const mostAttempts = 5;

const minuteMs = 60_000;

/** Time for each step, in milliseconds. */
const lifetimeMs: Readonly<Record<ChallengeKind, number>> = {
  'second-factor': 5 * minuteMs,
  enrolment: 15 * minuteMs,
  passkey: 5 * minuteMs,
  'new-passkey': 5 * minuteMs,
  sso: 10 * minuteMs,
};

/** Keeps a step until it is taken; gives its id. */
export async function insertChallenge<Kind extends ChallengeKind>(
  db: Db,
  cipher: RecordCipher,
  challenge: {
    readonly kind: Kind;
    readonly accountId?: string | undefined;
    readonly content: ChallengeContents[Kind];
    readonly now: Date;
  },
): Promise<string> {
  const { kind, accountId, content, now } = challenge;
  const id = createId(accountChallengeIdKind, now.getTime());
  await db
    .insertInto('account_challenges')
    .values({
      id,
      kind,
      account_id: accountId ?? null,
      attempts: 0,
      expires_at: new Date(now.getTime() + lifetimeMs[kind]),
      ...sealedChallenge.sealJson(cipher, id, { accountId, content } satisfies SealedPart<Kind>),
    })
    .execute();
  return id;
}

/** The step of an id, with this try counted. Rejects with `challenge_expired` when it is over or was tried five times. */
export async function tryChallenge<Kind extends ChallengeKind>(
  db: Db,
  cipher: RecordCipher,
  which: { readonly id: string; readonly kind: Kind; readonly now: Date },
): Promise<SealedPart<Kind>> {
  const row = await db
    .updateTable('account_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', which.id)
    .where('kind', '=', which.kind)
    .where('attempts', '<', mostAttempts)
    .where('expires_at', '>', which.now)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new AccountsError('challenge_expired');
  return sealedChallenge.openJson<SealedPart<Kind>>(cipher, row.id, row);
}

/** Removes a step that was taken. False when somebody else has taken it. */
export async function takeChallenge(tx: Tx, id: string): Promise<boolean> {
  return (await deleteRows(tx.deleteFrom('account_challenges').where('id', '=', id))) === 1;
}

export async function deleteChallengesOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('account_challenges').where('account_id', '=', accountId).execute();
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('account_challenges').where('expires_at', '<=', now).execute();
}
