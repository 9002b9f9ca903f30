import type { Surface } from '../access.ts';
import type { App } from '../server.ts';
import { type DiscoveryDeps, discoveryRoutes } from './access/discovery.ts';
import { type ClientRoutesDeps, clientRoutes } from './access/index.ts';
import { type TokenRouteDeps, tokenRoute } from './access/token.ts';
import { type ListAuditEventsDeps, listAuditEventsRoute } from './audit/list-audit-events.ts';
import { type CompanyRoutesDeps, companyRoutes } from './companies/index.ts';
import { type AuthenticateRouteDeps, authenticateRoute } from './faces/authenticate.ts';
import { type CaptureRouteDeps, captureRoute } from './faces/capture.ts';
import {
  type CreateFaceAuthenticationDeps,
  createFaceAuthenticationRoute,
} from './faces/create-face-authentication.ts';
import { type DeleteFaceRouteDeps, deleteFaceRoute } from './faces/delete-face.ts';
import { attemptRoute, faceAuthenticationRoute, type GetAttemptRouteDeps } from './faces/get-attempt.ts';
import { type GetFaceRouteDeps, getFaceRoute } from './faces/get-face.ts';
import { type PutFaceRouteDeps, putFaceRoute } from './faces/put-face.ts';
import { type GetImageRouteDeps, getImageRoute } from './images/get-image.ts';
import { type GetPersonRouteDeps, getPersonRoute } from './people/get-person.ts';
import { getPersonHistoryRoute } from './people/get-person-history.ts';
import { type ErasePersonRouteDeps, erasePersonRoute } from './privacy/erase-person.ts';
import { type ExportPersonRouteDeps, exportPersonRoute } from './privacy/export-person.ts';
import { type ProfileRouteDeps, profileRoutes } from './profiles/index.ts';
import { type GetRegistryDeps, getRegistryRoute } from './registry/get-registry.ts';
import { healthRoute } from './service/health.ts';
import { type MetricsRouteDeps, metricsRoute } from './service/metrics.ts';
import { type ReadinessDeps, readinessRoute } from './service/readiness.ts';
import { type RunOperatorTaskDeps, runOperatorTaskRoute } from './service/run-operator-task.ts';

/** What the routes use; each is handed this and takes its own part only, as its type says. */
export type RouteDeps = AuthenticateRouteDeps &
  CaptureRouteDeps &
  ClientRoutesDeps &
  CompanyRoutesDeps &
  CreateFaceAuthenticationDeps &
  DeleteFaceRouteDeps &
  DiscoveryDeps &
  ErasePersonRouteDeps &
  ExportPersonRouteDeps &
  GetAttemptRouteDeps &
  GetFaceRouteDeps &
  GetImageRouteDeps &
  GetPersonRouteDeps &
  GetRegistryDeps &
  ListAuditEventsDeps &
  MetricsRouteDeps &
  ProfileRouteDeps &
  PutFaceRouteDeps &
  ReadinessDeps &
  RunOperatorTaskDeps &
  TokenRouteDeps;

/** Adds the routes of the surfaces to a listener, and those that every listener has. */
export function registerRoutes(app: App, deps: RouteDeps, surfaces: readonly (Surface | 'commands')[]): void {
  if (surfaces.includes('mobile')) {
    authenticateRoute(app, deps);
    attemptRoute(app, deps);
    captureRoute(app, deps);
  }
  if (surfaces.includes('customer')) {
    createFaceAuthenticationRoute(app, deps);
    faceAuthenticationRoute(app, deps);
    putFaceRoute(app, deps);
    getFaceRoute(app, deps);
    deleteFaceRoute(app, deps);
    clientRoutes(app, deps);
    getPersonRoute(app, deps);
    getPersonHistoryRoute(app, deps);
    companyRoutes(app, deps);
    getRegistryRoute(app, deps);
    profileRoutes(app, deps);
    erasePersonRoute(app, deps);
    exportPersonRoute(app, deps);
    listAuditEventsRoute(app, deps);
    metricsRoute(app, deps);
  }
  if (surfaces.includes('customer') || surfaces.includes('commands')) runOperatorTaskRoute(app, deps);
  getImageRoute(app, deps);
  tokenRoute(app, deps);
  discoveryRoutes(app, deps);
  healthRoute(app);
  readinessRoute(app, deps);
}
