import type { Surface } from '../access.ts';
import type { App } from '../server.ts';
import type { CreateClientRouteDeps } from './access/create-client.ts';
import { createClientRoute } from './access/create-client.ts';
import { type DiscoveryDeps, discoveryRoutes } from './access/discovery.ts';
import { type TokenRouteDeps, tokenRoute } from './access/token.ts';
import { type AuthenticateRouteDeps, authenticateRoute } from './faces/authenticate.ts';
import { type CaptureRouteDeps, captureRoute } from './faces/capture.ts';
import { createFaceAuthenticationRoute } from './faces/create-face-authentication.ts';
import { type DeleteFaceRouteDeps, deleteFaceRoute } from './faces/delete-face.ts';
import { attemptRoute, faceAuthenticationRoute, type GetAttemptRouteDeps } from './faces/get-attempt.ts';
import { type GetFaceRouteDeps, getFaceRoute } from './faces/get-face.ts';
import { type PutFaceRouteDeps, putFaceRoute } from './faces/put-face.ts';
import { type GetImageRouteDeps, getImageRoute } from './images/get-image.ts';
import { healthRoute } from './service/health.ts';
import { type ReadinessDeps, readinessRoute } from './service/readiness.ts';

/** What the routes use; each is handed this and takes its own part only, as its type says. */
export type RouteDeps = AuthenticateRouteDeps &
  CaptureRouteDeps &
  CreateClientRouteDeps &
  DeleteFaceRouteDeps &
  DiscoveryDeps &
  GetAttemptRouteDeps &
  GetFaceRouteDeps &
  GetImageRouteDeps &
  PutFaceRouteDeps &
  ReadinessDeps &
  TokenRouteDeps;

/** Adds the routes of the surfaces to a listener, and those that every listener has. */
export function registerRoutes(app: App, deps: RouteDeps, surfaces: readonly Surface[]): void {
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
    createClientRoute(app, deps);
  }
  getImageRoute(app, deps);
  tokenRoute(app, deps);
  discoveryRoutes(app, deps);
  healthRoute(app);
  readinessRoute(app, deps);
}
