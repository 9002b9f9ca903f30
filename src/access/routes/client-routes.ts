import type { App } from '../../web/app.ts';
import { type ChangeClientRouteDeps, changeClientRoute } from './change-client.ts';
import {
  addClientSecretRoute,
  type ClientSecretsRouteDeps,
  removeClientSecretRoute,
  replaceClientKeysRoute,
} from './client-secrets.ts';
import { type CreateClientRouteDeps, createClientRoute } from './create-client.ts';
import { type ListClientsRouteDeps, listClientsRoute } from './list-clients.ts';
import { type RevokeClientRouteDeps, revokeClientRoute } from './revoke-client.ts';

export type ClientRoutesDeps = ChangeClientRouteDeps &
  ClientSecretsRouteDeps &
  CreateClientRouteDeps &
  ListClientsRouteDeps &
  RevokeClientRouteDeps;

/** The endpoints that manage clients, all of the customer surface. */
export function clientRoutes(app: App, deps: ClientRoutesDeps): void {
  createClientRoute(app, deps);
  listClientsRoute(app, deps);
  changeClientRoute(app, deps);
  revokeClientRoute(app, deps);
  addClientSecretRoute(app, deps);
  removeClientSecretRoute(app, deps);
  replaceClientKeysRoute(app, deps);
}
