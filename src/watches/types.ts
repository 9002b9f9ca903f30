import type { AccountDirectory } from '../accounts/index.ts';
import type { CpfIndex } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/index.ts';
import type { Cnpj, Cpf } from '../platform/documents.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { toAnswer } from '../platform/to-answer.ts';
import type { StartExecutionDeps } from '../profiles/index.ts';

export type WatchDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly accounts: Pick<AccountDirectory, 'hasScope'>;
  readonly cpfIndex: CpfIndex;
  /** Hashes CNPJs and outcomes. */
  readonly key: Uint8Array;
  readonly profiles: StartExecutionDeps;
};

export type WatchDocument = { readonly cpf: Cpf } | { readonly cnpj: Cnpj };

/** A person or company that a client, or an account, wants looked at again and again. */
export type Watch = {
  readonly id: string;
  readonly clientId: string;
  readonly subject: 'person' | 'company';
  readonly document: WatchDocument;
  /** Undefined before the first execution. */
  readonly profileId: string | undefined;
  readonly templateId: string;
  /** Undefined: when the registry changes. */
  readonly intervalDays: number | undefined;
  readonly createdAt: Date;
  /** Undefined while it waits for the registry. */
  readonly dueAt: Date | undefined;
  readonly lastExecutionId: string | undefined;
  readonly lastRunAt: Date | undefined;
  readonly lastOutcome: Uint8Array | undefined;
};

/** A watch in plain JSON, of the members that are named here. Never the document: the client has sent it. */
export function representWatch(watch: Watch) {
  const { id, clientId, subject, profileId, templateId, intervalDays } = watch;
  const { createdAt, dueAt, lastExecutionId, lastRunAt } = watch;
  return toAnswer({
    id,
    clientId,
    subject,
    templateId,
    intervalDays,
    createdAt,
    dueAt,
    lastExecutionId,
    lastRunAt,
    personId: subject === 'person' ? profileId : undefined,
    companyId: subject === 'company' ? profileId : undefined,
    isOnRegistryChange: intervalDays === undefined ? true : undefined,
  });
}
