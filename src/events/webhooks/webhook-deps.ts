import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import type { Catalogue } from '../types.ts';

export type WebhookDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
  readonly outbound: Pick<OutboundClient, 'judge'>;
};

/** Who manages endpoints: a client its own, an administrator and the operator all. */
export type Manager =
  | { readonly clientId: string; readonly scopes: ReadonlySet<string> }
  | { readonly isOperator: true };

/** The client that endpoints must belong to; undefined when any will do. */
export function ownerFor(manager: Manager): string | undefined {
  if ('isOperator' in manager || manager.scopes.has('admin')) return undefined;
  return manager.clientId;
}
