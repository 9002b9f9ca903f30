import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import { changeClient, revokeClient } from './change-client.ts';
import { addClientSecret, removeOldClientSecrets, replaceClientKeys } from './client-secrets.ts';
import { listClients } from './client-store.ts';
import { createClient, createKeyClient } from './create-client.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import type { accessSettings } from './settings.ts';
import { type SigningPurpose, signingPurposes } from './signing-key-store.ts';
import { describeClient } from './types.ts';

const Demand = Type.Union([Type.String(), Type.Null()]);
const Rules = {
  livenessRequired: Type.Optional(
    Type.Object({ authentication: Type.Optional(Demand), registration: Type.Optional(Demand) }),
  ),
  captureOrigins: Type.Optional(Type.Array(Type.String())),
  redirectUrls: Type.Optional(Type.Array(Type.String())),
};
const NewClient = {
  ...Rules,
  product: Type.String(),
  scopes: Type.Array(Type.String()),
  name: Type.Optional(Type.String()),
};
const PublicKeys = Type.Union([
  Type.Object({ jwks: Type.Object({ keys: Type.Array(Type.Unknown()) }) }),
  Type.Object({ publicKeyPem: Type.String() }),
]);
const ClientId = { clientId: Type.String() };

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof accessTasks> {}
}

export function accessTasks({ storage, clock, settings }: TaskContext<typeof accessSettings>) {
  const { cipher } = storage;
  const { livenessPolicy } = settings;
  const deps = { db: storage.database.db, cipher, clock, livenessPolicy };
  return {
    'clients/create': defineOperatorTask(Type.Object(NewClient), (client) => createClient(deps, client)),

    'clients/create-with-keys': defineOperatorTask(
      Type.Object({ ...NewClient, publicKeys: PublicKeys }),
      (client) => createKeyClient(deps, client),
    ),

    'clients/list': defineOperatorTask(Type.Object({}), async () =>
      (await listClients(deps.db)).map(describeClient),
    ),

    'clients/rotate': defineOperatorTask(Type.Object(ClientId), ({ clientId }) =>
      addClientSecret(deps, clientId),
    ),

    'clients/finish-rotation': defineOperatorTask(Type.Object(ClientId), ({ clientId }) =>
      removeOldClientSecrets(deps, clientId),
    ),

    'clients/replace-keys': defineOperatorTask(
      Type.Object({ ...ClientId, publicKeys: PublicKeys }),
      ({ clientId, publicKeys }) => replaceClientKeys(deps, { clientId, publicKeys }),
    ),

    'clients/change': defineOperatorTask(
      Type.Object({ ...ClientId, ...Rules }),
      async ({ clientId, ...change }) => ({
        clientId,
        ...(await changeClient(deps, { clientId, ...change })),
      }),
    ),

    'clients/revoke': defineOperatorTask(Type.Object(ClientId), async ({ clientId }) => {
      const { revokedAt } = await revokeClient(deps, clientId);
      return { clientId, revokedAt: revokedAt.toISOString() };
    }),

    'keys/rotate-signing': defineOperatorTask(
      Type.Object({
        purposes: Type.Array(Type.Unsafe<SigningPurpose>({ type: 'string', enum: [...signingPurposes] })),
        compromised: Type.Boolean(),
      }),
      async ({ purposes, compromised }) => {
        const rotated = [];
        for (const purpose of purposes) {
          const { kid, activeFrom } = await rotateSigningKey(deps, { purpose, compromised });
          rotated.push({ purpose, kid, activeFrom: activeFrom.toISOString() });
        }
        return rotated;
      },
    ),
  } satisfies OperatorTasks;
}
