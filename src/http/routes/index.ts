import type { Surface } from '../access.ts';
import type { App } from '../server.ts';
import { type AccessRouteDeps, accessRoutes } from './access/index.ts';
import { type FaceRouteDeps, faceRoutes } from './faces/index.ts';
import { type ServiceRouteDeps, serviceRoutes } from './service/index.ts';

/** What the routes use, by domain; each route is handed its own part only. */
export type RouteDeps = {
  readonly faces: FaceRouteDeps;
  readonly access: AccessRouteDeps;
  readonly service: ServiceRouteDeps;
};

/** Adds the routes of the surfaces to a listener. */
export function registerRoutes(app: App, deps: RouteDeps, surfaces: readonly Surface[]): void {
  const served = onlyOf(app, surfaces);
  faceRoutes(served, deps.faces);
  accessRoutes(served, deps.access);
  serviceRoutes(served, deps.service);
}

/** The same instance, leaving out the routes that belong to none of the surfaces. */
function onlyOf(app: App, surfaces: readonly Surface[]): App {
  return new Proxy(app, {
    get(target, key, receiver) {
      if (key !== 'route') return Reflect.get(target, key, receiver);
      return (route: Parameters<App['route']>[0]) => {
        const wanted = route.config?.surfaces;
        return wanted === undefined || wanted.some((surface) => surfaces.includes(surface)) ? target.route(route) : target;
      };
    },
  });
}
