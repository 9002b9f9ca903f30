import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './errors.ts';

/** The routes of a listener, as they were registered. */
export type KnownRoutes = { readonly url: string; readonly methods: readonly string[] }[];

/** Answers 405 with `Allow` where another method would have been served, 404 elsewhere. */
export function createNotFoundHandler(known: KnownRoutes) {
  const methodsByUrl = new Map<string, Set<string>>();
  for (const { url, methods } of known) {
    const all = methodsByUrl.get(url) ?? new Set<string>();
    for (const method of methods) all.add(method);
    methodsByUrl.set(url, all);
  }
  const patterns = [...methodsByUrl].map(([url, methods]) => ({ pattern: toPattern(url), methods }));
  return (request: FastifyRequest, reply: FastifyReply): never => {
    const path = pathOf(request.url);
    const allowed = new Set<string>();
    for (const { pattern, methods } of patterns) {
      if (pattern.test(path)) for (const method of methods) allowed.add(method);
    }
    if (allowed.size === 0 || allowed.has(request.method)) {
      throw new HttpError('route_not_found', isMaskedCnpj(path) ? { detail: maskDetail } : {});
    }
    reply.header('allow', [...allowed].sort().join(', '));
    throw new HttpError('method_not_allowed');
  };
}

const maskDetail = 'A CNPJ in an address has no dots, slash or hyphen: 33683111000280.';

/** True if the slash of a number with its mask parts the address. */
function isMaskedCnpj(path: string): boolean {
  return /\/[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}(?:\/|$)/i.test(path);
}

/** The path of a request, which proxies may send with the address before it (RFC 9112, section 3.2.2). */
function pathOf(url: string): string {
  return url.split('?', 1)[0]!.replace(/^https?:\/\/[^/]*/i, '');
}

function toPattern(url: string): RegExp {
  const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]*');
  return new RegExp(`^${source}$`);
}
