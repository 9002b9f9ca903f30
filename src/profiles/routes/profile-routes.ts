import type { App } from '../../web/app.ts';
import { type CreateExecutionDeps, createExecutionRoute } from './create-execution.ts';
import {
  type ChangeExecutionDeps,
  changeExecutionRoutes,
  type GetExecutionRouteDeps,
  getExecutionRoute,
  type ListExecutionsRouteDeps,
  listExecutionsRoute,
} from './executions.ts';
import {
  createQueryTemplateRoute,
  deleteQueryTemplateRoute,
  getQueryTemplateRoute,
  listQueryTemplatesRoute,
  listTemplateVersionsRoute,
  type QueryTemplateRouteDeps,
  replaceQueryTemplateRoute,
} from './query-templates.ts';
import { type TryTemplateDeps, tryTemplateRoute } from './try-template.ts';

export type ProfileRouteDeps = CreateExecutionDeps &
  ChangeExecutionDeps &
  GetExecutionRouteDeps &
  ListExecutionsRouteDeps &
  QueryTemplateRouteDeps &
  TryTemplateDeps;

/** Adds the routes of query templates and executions. */
export function profileRoutes(app: App, deps: ProfileRouteDeps): void {
  createQueryTemplateRoute(app, deps);
  listQueryTemplatesRoute(app, deps);
  getQueryTemplateRoute(app, deps);
  replaceQueryTemplateRoute(app, deps);
  deleteQueryTemplateRoute(app, deps);
  tryTemplateRoute(app, deps);
  listTemplateVersionsRoute(app, deps);
  createExecutionRoute(app, deps);
  listExecutionsRoute(app, deps);
  getExecutionRoute(app, deps);
  changeExecutionRoutes(app, deps);
}
