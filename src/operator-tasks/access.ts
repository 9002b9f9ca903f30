import Type from 'typebox';
import {
  addClientSecret,
  createClient,
  createKeyClient,
  describeClient,
  listClients,
  removeOldClientSecrets,
  replaceClientKeys,
  revokeClient,
  rotateSigningKey,
  signingPurposes,
} from '../access/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import type { TaskParts } from './parts.ts';

const NewClient = {
  product: Type.String(),
  scopes: Type.Array(Type.String()),
  name: Type.Optional(Type.String()),
};
const PublicKeys = Type.Union([
  Type.Object({ jwks: Type.Object({ keys: Type.Array(Type.Unknown()) }) }),
  Type.Object({ publicKeyPem: Type.String() }),
]);
const ClientId = { clientId: Type.String() };

export function accessTasks({ storage, clock }: TaskParts): OperatorTasks {
  const { cipher } = storage;
  const deps = { db: storage.database.db, cipher, clock };
  return {
    'clients/create': defineOperatorTask(Type.Object(NewClient), ({ product, scopes, name }) =>
      createClient(deps, { product, scopes, name }),
    ),

    'clients/create-with-keys': defineOperatorTask(
      Type.Object({ ...NewClient, publicKeys: PublicKeys }),
      ({ product, scopes, name, publicKeys }) => createKeyClient(deps, { product, scopes, name, publicKeys }),
    ),

    'clients/list': defineOperatorTask(Type.Object({}), async () =>
      (await listClients(deps)).map(describeClient),
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

    'clients/revoke': defineOperatorTask(Type.Object(ClientId), async ({ clientId }) => {
      const { revokedAt } = await revokeClient(deps, clientId);
      return { clientId, revokedAt: revokedAt.toISOString() };
    }),

    'keys/rotate-signing': defineOperatorTask(
      Type.Object({
        purposes: Type.Array(Type.Union(signingPurposes.map((purpose) => Type.Literal(purpose)))),
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
  };
}
