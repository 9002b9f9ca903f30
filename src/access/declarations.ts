import type { AuditActions } from '../platform/audit/index.ts';
import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';
import { defineIdKind } from '../platform/ids.ts';

export const accessAuditActions = {
  'client.change': { meaning: 'the rules of a client were changed', target: 'client' },
  'client.create': { meaning: 'a client was created', target: 'client' },
  'client.keys.replace': { meaning: 'the public keys of a client were replaced', target: 'client' },
  'client.list': { meaning: 'the clients were listed' },
  'client.revoke': { meaning: 'a client was revoked', target: 'client' },
  'client.secret.add': { meaning: 'a client was given a second secret', target: 'client' },
  'client.secret.remove': { meaning: 'a secret of a client was removed', target: 'client' },
  'operator.clients/change': { meaning: 'the rules of a client were changed' },
  'operator.clients/create': { meaning: 'a client was created' },
  'operator.clients/create-with-keys': { meaning: 'a client with public keys was created' },
  'operator.clients/finish-rotation': { meaning: 'the older secret of a client was removed' },
  'operator.clients/replace-keys': { meaning: 'the public keys of a client were replaced' },
  'operator.clients/revoke': { meaning: 'a client was revoked' },
  'operator.clients/rotate': { meaning: 'a client was given a second secret' },
  'operator.keys/rotate-signing': { meaning: 'signing keys were replaced' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof accessAuditActions, object> {}
}

/** Identifiers of clients. */
export const clientIdKind = defineIdKind('cli');

export const sealedSigningKey = defineSealedColumns('signing_keys', {
  prefix: 'signing-key',
  idColumn: 'kid',
});

export const sealedUnshownSecret = defineSealedColumns('unshown_secrets', {
  prefix: 'unshown-secret',
  idColumn: 'secret_id',
});

export const accessSealedTables: readonly SealedTable[] = [sealedSigningKey, sealedUnshownSecret];
