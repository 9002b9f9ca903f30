import { parse } from 'node:querystring';
import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyRequest } from 'fastify';
import type { AuditLog } from '../platform/audit/index.ts';
import { type Reads, runForRequest } from '../platform/db/index.ts';
import type { EventType } from '../platform/events/index.ts';
import { createUuidV7 } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { SessionVerifier, TokenVerifiers } from '../platform/tokens/index.ts';
import type { Tracing } from '../platform/tracing.ts';
import { createAccessHook } from './access.ts';
import { addSecurityHeaders, allowOrigins, isPreflight } from './answer-headers.ts';
import type { App, Listener, OriginsOfPath, Routes } from './app.ts';
import { addAudit } from './audit.ts';
import {
  addBodyParsers,
  bodyLimitOf,
  checkMediaType,
  describeBodyLimit,
  limitBodiesInMemory,
  smallBodyBytes,
} from './body-parsers.ts';
import { checkHost, checkParameters, refuseExpectation } from './check-request.ts';
import { rememberAddresses } from './client-address.ts';
import { compileWhenUsed } from './compile-when-used.ts';
import { addDocumentation } from './documentation.ts';
import { createErrorHandler } from './errors.ts';
import { addMetrics, type Metrics } from './metrics.ts';
import { normaliseForwarded } from './normalise-forwarded.ts';
import { addAccessLog, addTraces, logCutAnswers } from './observe-requests.ts';
import type { RequestLimits } from './rate-limits/create-request-limits.ts';
import type { TlsFiles } from './read-tls-files.ts';
import { refuseOverload } from './refuse-overload.ts';
import { routeReads } from './route-reads.ts';
import { ErrorSchema } from './schemas.ts';
import { takeTurns } from './take-turns.ts';
import { answerUnreadableRequest, createNotFoundHandler, type KnownRoutes } from './unrouted-requests.ts';

export type ServerOptions = {
  readonly log: Logger;
  readonly verifiers: TokenVerifiers;
  /** Checks the sessions of the console; without it there are none. */
  readonly sessions?: SessionVerifier;
  readonly audit: AuditLog;
  readonly routes: readonly Routes[];
  /** The read replica, for routes that may read it; none by default. */
  readonly reads?: Reads | undefined;
  /** Connections of the database that requests share. */
  readonly databaseConnections: number;
  /** The types of events that webhooks deliver, for the reference. */
  readonly eventTypes: readonly EventType[];
  /** Which surfaces this listener serves; it answers 404 to the paths of others. */
  readonly surfaces: readonly Listener[];
  /** Public address of this listener; the successors of its deprecated endpoints are there, too. */
  readonly baseUrl: string;
  /** Largest photo in bytes; bodies may be as large as it takes to carry one. */
  readonly maxImageBytes: number;
  readonly requestTimeoutMs: number;
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly limits: RequestLimits;
  readonly metrics: Metrics;
  /** Begins a span for each request. None by default. */
  readonly tracing?: Tracing | undefined;
  /** Past this event-loop delay, if it lasts, new requests are refused: the server is then busy with what it has. */
  readonly maxEventLoopDelayMs: number;
  /** Origins whose pages may call from a browser; usually none. */
  readonly corsOrigins: readonly string[];
  /** Paths that have origins of their own. */
  readonly originsOfPaths?: readonly OriginsOfPath[];
  /** Certificate and key to speak TLS with; plain http without. */
  readonly tls?: TlsFiles | undefined;
};

/** Request line and headers together, in bytes. More is answered with 431. */
const maxHeaderBytes = 16_384;

/**
 * Longest silence on a connection. Ends those of clients that stop reading; far beyond the longest time an answer
 * may take, since a request that waits for its photo is silent, too.
 */
const longestSilenceMs = 600_000;

/**
 * The HTTP server, complete and not listening: the same in tests and in production. Every route of `routes` that
 * belongs to `surfaces` is in it, each guarded as its own `config.access` says; one that says nothing fails here.
 *
 * See docs/decisions/0012.
 */
export async function buildServer(options: ServerOptions): Promise<App> {
  const socketLimits = {
    requestTimeout: options.requestTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    // Above requestTimeout this would be the limit for the body as well.
    headersTimeout: options.requestTimeoutMs,
    // Without this, Node looks for slow requests every 30 seconds only.
    connectionsCheckingInterval: Math.min(5_000, Math.ceil(options.requestTimeoutMs / 4)),
    // Node would refuse without a body; see the first hook.
    requireHostHeader: false,
  };
  const describeLimit = (request: FastifyRequest) => describeBodyLimit(request, options.maxImageBytes);
  const app: App = Fastify({
    logger: false,
    genReqId: () => createUuidV7(),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    requestTimeout: options.requestTimeoutMs,
    connectionTimeout: longestSilenceMs,
    ...(options.tls === undefined
      ? { http: socketLimits }
      : { https: { ...socketLimits, ...options.tls, minVersion: 'TLSv1.2' } as never }),
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // What still comes over an open connection while the service stops is answered, and the connection closed.
    return503OnClosing: false,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    bodyLimit: smallBodyBytes,
    // Any length that fits into the headers: what an identifier may be is for the routes to say.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 65_536, querystringParser: parseQuery },
    rewriteUrl: (request) => escapeStrayPercents(request.url ?? '/'),
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: false },
    },
    // NOTE: Fastify compiles schemas of headers as they are here; their names must be in lower case.
    schemaController: { compilersFactory: compileWhenUsed() },
    clientErrorHandler: answerUnreadableRequest,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      void createErrorHandler(options.log, describeLimit)(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.server.on('checkExpectation', refuseExpectation);
  rememberAddresses(app.server);
  if (options.trustedProxies.length > 0) normaliseForwarded(app.server);
  let refuseUnknown: ReturnType<typeof createNotFoundHandler> | undefined;
  app.decorateRequest('accessToken', undefined);
  app.decorateRequest('limitStates');
  app.addSchema(ErrorSchema);
  app.setErrorHandler(createErrorHandler(options.log, describeLimit));
  app.addHook('onRequest', (_request, _reply, done) => runForRequest(done));
  // The body arrived in events of the connection, which belong to no request.
  app.addHook('preValidation', (_request, _reply, done) => runForRequest(done));
  addTraces(app, options.tracing);
  addAccessLog(app, options.log);
  addMetrics(app, options.metrics);
  logCutAnswers(app, options.log, options.metrics);
  addAudit(app, options.audit);
  if (options.reads !== undefined) routeReads(app, options.reads);
  takeTurns(app, Math.max(1, Math.floor(options.databaseConnections / 2)));
  addBodyParsers(app, options.maxImageBytes);

  // A connection whose answer is on its way when the service stops would otherwise stay open for the next request.
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  addSecurityHeaders(app, { isTls: options.tls !== undefined });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    request.limitStates = [];
    try {
      checkHost(request.raw);
    } catch (error) {
      reply.header('connection', 'close');
      throw error;
    }
    const { deprecation } = request.routeOptions.config;
    if (deprecation !== undefined) {
      reply.header('deprecation', `@${Math.floor(deprecation.since.getTime() / 1000)}`);
      reply.header('link', `<${options.baseUrl}${deprecation.successor}>; rel="successor-version"`);
    }
    done();
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 && !isPreflight(request)) return;
    options.limits.refuseFullAddress(request, reply);
    await options.limits.countRequest(request, reply);
    // Refused here, before a body is read that nobody is going to use.
    if (request.is404) refuseUnknown?.(request, reply);
  });
  await allowOrigins(app, options.corsOrigins, options.originsOfPaths ?? []);
  await refuseOverload(app, options.maxEventLoopDelayMs);
  app.addHook('onRequest', createAccessHook(options.verifiers, options.sessions, options.limits));
  // After the token is known, before the body is read. The question of a browser is counted above.
  app.addHook('preParsing', async (request, reply) => {
    if (!isPreflight(request)) await options.limits.countRequest(request, reply);
  });
  app.addHook('preParsing', checkMediaType);
  limitBodiesInMemory(app, options.maxImageBytes);
  checkParameters(app);
  await app.register(multipart, {
    limits: { fileSize: options.maxImageBytes, files: 1, fields: 8, parts: 9 },
  });
  await addDocumentation(app, {
    baseUrl: options.baseUrl,
    eventTypes: options.surfaces.includes('customer') ? options.eventTypes : [],
  });

  const known: KnownRoutes = [];
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      if (route.config?.access === undefined) {
        throw new TypeError(`the route ${route.url} does not say who may call it`);
      }
      if (route.config.access.kind !== 'public' && route.config.audit === undefined) {
        throw new TypeError(`the route ${route.url} does not say whether it is audited`);
      }
      known.push({ url: route.url, methods: [route.method].flat() });
      const bodyLimit = bodyLimitOf(route.config);
      if (bodyLimit !== undefined) route.bodyLimit ??= bodyLimit;
    });
    for (const { on, add } of options.routes) {
      if (on === 'every' || on.some((listener) => options.surfaces.includes(listener)))
        add(scope as App, options.baseUrl);
    }
  });
  refuseUnknown = createNotFoundHandler(known);
  app.setNotFoundHandler(refuseUnknown);
  await app.ready();
  return app;
}

/**
 * An address whose percent signs all introduce a byte of UTF-8. One that does not is taken as it is written, so that
 * it reaches the route it was meant for and is refused there like any other malformed identifier.
 */
function escapeStrayPercents(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** Parameters of the query, a repeated one as an array; without a name that would reach into objects. */
function parseQuery(text: string): Record<string, unknown> {
  if (text === '') return {};
  const { ['__proto__']: _dropped, ...query } = parse(text);
  return query;
}
