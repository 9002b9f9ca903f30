import type { HostileAnswer } from './hostile-answer.ts';
import { type HostileRequest, isBrokenHttp, type World } from './hostile-request.ts';

/** What the running service documents: each path's pattern, and the statuses of each of its methods. */
export type DocumentedRoutes = readonly {
  readonly path: string;
  readonly pattern: RegExp;
  readonly isGuarded: boolean;
  readonly statuses: ReadonlyMap<string, ReadonlySet<number>>;
}[];

type OpenApi = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly responses: Readonly<Record<string, unknown>>; readonly security?: unknown[] }
        >
      >
    >
  >;
};

export function readDocumentedRoutes(document: OpenApi): DocumentedRoutes {
  return Object.entries(document.paths).map(([path, operations]) => ({
    path,
    pattern: new RegExp(
      `^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]*')}$`,
    ),
    isGuarded: Object.values(operations).every(({ security }) => (security ?? []).length > 0),
    statuses: new Map(
      Object.entries(operations).map(([method, { responses }]) => [
        method.toUpperCase(),
        new Set(Object.keys(responses).map(Number)),
      ]),
    ),
  }));
}

/** Of the limits of bodies the lowest, that of public routes. */
const leastBodyLimit = 16 * 1024;

/** Statuses for a request that cannot be read as HTTP, whatever it asks for. */
const unreadableStatuses: readonly number[] = [400, 408, 413, 431];
/** Pages, which are not part of the interface: the reference, and the root, also as `*`, that leads to the console. */
const pagePattern = /^(?:\*|\/(docs(\/.*)?|openapi\.json)?)$/;
const internals =
  /node_modules|\bat (async )?\S+ \(|file:\/\/|\.ts:\d+|PGlite|\bSELECT\b|\binsert into\b|violates/;

/** What is wrong with an answer, in a few words that name no value; undefined when nothing is. */
export function findFault(
  request: HostileRequest,
  sent: { readonly target: string; readonly bytes: number },
  answer: HostileAnswer,
  routes: DocumentedRoutes,
  world: World,
): string | undefined {
  const isBroken = isBrokenHttp(request);
  if (answer.kind === 'none') {
    if (answer.reason === 'time is up') return 'no answer in time';
    if (answer.reason === 'not HTTP') return 'an answer that is not HTTP';
    // Node closes CONNECT without a word. Whoever is still sending a large body that has been refused may have
    // its connection reset before it reads why.
    const mayClose = isBroken || request.method === 'CONNECT' || sent.bytes > 500_000;
    return mayClose ? undefined : 'closed without an answer';
  }
  const { status } = answer;
  if (status === 500) return 'status 500';
  const path = sent.target.replace(/^http:\/\/[^/]+/, '').split(/[?#]/)[0]!;
  const route = findRoute(path, routes);
  if (isBroken && unreadableStatuses.includes(status)) return checkBody(request, answer, route?.path, world);
  if (route === undefined) {
    if (pagePattern.test(path)) return undefined;
    if (status !== 404 && status !== 405) return `status ${status} for an address that is not there`;
    return checkBody(request, answer, undefined, world);
  }
  const documented = route.statuses.get(request.method) ?? readsOfHead(route.statuses, request.method);
  if (documented === undefined) {
    if (status !== 405) return `status ${status} for a method the address does not have`;
    if (answer.headers.allow === undefined) return 'status 405 without Allow';
    return checkBody(request, answer, route.path, world);
  }
  // An operation that takes no body refuses a large one, too: docs/reference/limits.md has the limits of all routes.
  const isTooLarge = status === 413 && sent.bytes > leastBodyLimit;
  if (!documented.has(status) && !isTooLarge) return `undocumented status ${status}`;
  const isOfRefusedPhotos =
    answer.headers['retry-after'] !== undefined && answer.body.includes('face_engine_busy');
  if (status === 503 && !isOfRefusedPhotos) return 'status 503 without any load';
  if (route.isGuarded && status < 300 && worthless.has(request.token))
    return `status ${status} without a token`;
  return checkBody(request, answer, route.path, world);
}

/** The documented route of a path, also when unreserved characters in it are percent-encoded. */
export function findRoute(path: string, routes: DocumentedRoutes): DocumentedRoutes[number] | undefined {
  const plain = path.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });
  return routes.find(({ pattern }) => pattern.test(plain));
}

const worthless: ReadonlySet<string> = new Set([
  'none',
  'tampered',
  'unsigned',
  'garbage',
  'too long',
  'basic',
]);

function readsOfHead(statuses: ReadonlyMap<string, ReadonlySet<number>>, method: string) {
  return method === 'HEAD' ? statuses.get('GET') : undefined;
}

function checkBody(
  request: HostileRequest,
  answer: HostileAnswer & { kind: 'answer' },
  route: string | undefined,
  world: World,
): string | undefined {
  const { status, headers, body } = answer;
  // Nobody knows the method of what could not be parsed.
  if (request.method === 'HEAD')
    return body.length === 0 || isBrokenHttp(request) ? undefined : 'a body for HEAD';
  if (status === 204) return body.length === 0 ? undefined : 'a body with status 204';
  if (status === 200 && route === '/images/{imageId}') {
    return /^image\//.test(headers['content-type'] ?? '') ? undefined : 'an image of no image type';
  }
  if (!/^application\/json/.test(headers['content-type'] ?? ''))
    return `status ${status} with a body not JSON`;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return `status ${status} with a body that does not parse`;
  }
  const text = body.toString();
  if (status >= 400 && internals.test(text)) return `status ${status} shows internals`;
  // Its errors have the form of RFC 6749, and repeat the scope that was asked for.
  if (route === '/oauth2/token') {
    const { error, access_token: token } = value as { error?: unknown; access_token?: unknown };
    const isDue = typeof (status === 200 ? token : error) === 'string' || hasRequestId(value, headers);
    return isDue ? undefined : `status ${status} in no form of the token endpoint`;
  }
  if (
    status >= 400 &&
    [world.values.registered!, world.values.unregistered!].some((cpf) => text.includes(cpf))
  ) {
    return `status ${status} shows a CPF`;
  }
  if (status < 300 && route?.startsWith('/.well-known/')) return undefined;
  if (!hasRequestId(value, headers)) return `status ${status} without a requestId`;
  if (status < 400) return undefined;
  const error = value as Record<string, unknown>;
  if (error.status !== status) return `status ${status} with another status in its body`;
  for (const member of ['code', 'type', 'title']) {
    if (typeof error[member] !== 'string') return `status ${status} without ${member}`;
  }
  if (status === 401 && headers['www-authenticate'] === undefined)
    return 'status 401 without WWW-Authenticate';
  if ((status === 429 || status === 503) && headers['retry-after'] === undefined) {
    return `status ${status} without Retry-After`;
  }
  return undefined;
}

function hasRequestId(value: unknown, headers: Readonly<Record<string, string>>): boolean {
  const id = (value as { requestId?: unknown } | null)?.requestId;
  return (
    typeof id === 'string' &&
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id) &&
    headers['x-request-id'] === id
  );
}
