import { createHmac } from 'node:crypto';
import type { AuditLog } from '../platform/audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { ConfigOf } from '../platform/config/index.ts';
import type { Db } from '../platform/db/index.ts';
import {
  loadNamedKey,
  loadRowBinder,
  type RecordCipher,
  type RowBinder,
} from '../platform/encryption/index.ts';
import type { Environment } from '../platform/environment/environment-store.ts';
import type { accountsSettings } from './settings.ts';

/** The parts that the operations of accounts work with. */
export type AccountsDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly rows: RowBinder;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly settings: ConfigOf<typeof accountsSettings>['accounts'];
  /** Public address, without a slash at its end. */
  readonly baseUrl: string;
  /** Roles have other scopes in a sandbox. */
  readonly environment: Environment;
  /** Keyed hash of an e-mail address, a network, a subject or a device: what it is found or known by. */
  readonly indexOf: (
    kind: 'email' | 'address' | 'subject' | 'device' | 'device-name' | 'device-tries',
    value: string,
  ) => Uint8Array;
};

/** The parts, with the keys of the deployment. */
export async function loadAccountsDeps(parts: Omit<AccountsDeps, 'rows' | 'indexOf'>): Promise<AccountsDeps> {
  const key = await loadNamedKey(parts.db, parts.cipher, 'accounts');
  return {
    ...parts,
    rows: await loadRowBinder(parts.db, parts.cipher),
    indexOf: (kind, value) => createHmac('sha256', key).update(`${kind}:${value}`).digest(),
  };
}
