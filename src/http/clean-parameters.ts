import type { FastifyRequest } from 'fastify';
import { HttpError } from './errors.ts';
import type { App } from './server.ts';

/**
 * Leaves in the query what the route names, so that no handler meets what nobody asked for, and keeps U+0000 from all of
 * them, which no identifier and no text of ours has and PostgreSQL takes nowhere: in the path it becomes U+FFFD, and the
 * route answers as to any malformed identifier; in the query it is refused. Bodies: see `addBodyParsers`.
 */
export function cleanParameters(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    replaceNull(request.params as Record<string, string>);
    cleanQuery(request);
    done();
  });
}

function cleanQuery(request: FastifyRequest): void {
  const { config, schema } = request.routeOptions;
  const { properties } = (schema?.querystring ?? {}) as { readonly properties?: object };
  if (properties === undefined) return;
  const query = request.query as Record<string, unknown>;
  for (const name of Object.keys(query)) if (!Object.hasOwn(properties, name)) delete query[name];
  // Links to images are read by whoever holds them: one that is not ours is 404 whatever it looks like.
  if (config.access?.kind === 'token' && hasNull(query)) {
    throw new HttpError('request_invalid', { detail: 'A parameter of the query has a null character.' });
  }
}

function replaceNull(params: Record<string, string>): void {
  for (const [name, value] of Object.entries(params)) {
    if (value.includes('\0')) params[name] = value.replaceAll('\0', '\ufffd');
  }
}

function hasNull(values: unknown): boolean {
  return Object.values((values as object | null) ?? {}).some((value) => [value].flat().some(isNull));
}

function isNull(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0');
}
