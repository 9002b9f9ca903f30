import type { Client } from './types.ts';

/** A client in plain JSON, as commands and the API show it. Of secrets and keys only what names them. */
export function describeClient(client: Client) {
  return {
    id: client.id,
    ...(client.name === undefined ? {} : { name: client.name }),
    product: client.product,
    scopes: [...client.scopes],
    createdAt: client.createdAt.toISOString(),
    ...(client.revokedAt === undefined ? {} : { revokedAt: client.revokedAt.toISOString() }),
    secrets: client.secrets.map(({ id, createdAt }) => ({ id, createdAt: createdAt.toISOString() })),
    livenessRequired: { ...client.rules.livenessRequired },
    captureOrigins: [...client.rules.captureOrigins],
    redirectUrls: [...client.rules.redirectUrls],
    ...(client.publicKeys === undefined ? {} : { keyIds: client.publicKeys.map(({ kid }) => kid) }),
  };
}
