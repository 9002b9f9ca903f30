import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { endAfter, type Tracing } from '../../platform/tracing/index.ts';
import { createFrameTurns } from '../create-frame-turns.ts';
import { EngineError } from '../errors.ts';
import type { AnalysisRequest, FaceWorkers } from '../face-workers.ts';
import { encodeOutcome } from './analysis-message.ts';

export type FaceServiceServerOptions = {
  /** The threads, once their networks are loaded. */
  readonly workers: () => FaceWorkers | undefined;
  /** Every `POST /analyses` and `GET /readyz` must carry it as a bearer token. */
  readonly secret: string;
  /** Of `digestNetworks`. Requests that expect other networks are refused. */
  readonly networks: string;
  /** The models whose templates can be made. */
  readonly templateModels: readonly string[];
  /** Largest photo in bytes. */
  readonly maxBytes: number;
  /** Time for receiving one request. */
  readonly requestTimeoutMs: number;
  /** Certificate and key in PEM; plain http without them. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Begins a span for each analysis, in the trace of the process that asks. None by default. */
  readonly tracing?: Tracing | undefined;
  /** Told of failures that are mistakes of ours or of the runtime. */
  readonly onError: (error: unknown) => void;
};

const scheme = 'Bearer ';
const largestHeaderBytes = 16_384;
/** Wrong secrets are answered slowly: the right one is long, and nobody guesses it in passing. */
const refusalDelayMs = 300;

/**
 * The server of a face service: `POST /analyses` runs the networks on the photo in the body, `GET /readyz` names them,
 * `GET /healthz` needs no secret. Photos stay in memory and are never written. It does not listen yet.
 */
export function createFaceServiceServer(options: FaceServiceServerOptions): Server {
  const expected = digest(options.secret);
  const frames = createFrameTurns();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      options.onError(error);
      if (response.headersSent) response.destroy();
      else send(response, 500, { code: 'internal_error' });
    });
  };
  const limits = {
    maxHeaderSize: largestHeaderBytes,
    requestTimeout: options.requestTimeoutMs,
    headersTimeout: Math.min(10_000, options.requestTimeoutMs),
  };
  return options.tls === undefined
    ? createHttpServer(limits, handle)
    : createHttpsServer({ ...limits, ...options.tls, minVersion: 'TLSv1.2' }, handle);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request;
    if (url === '/healthz') return send(response, 200, { status: 'ok' });
    if (!isAuthorized(request, expected)) {
      await wait(refusalDelayMs);
      return refuse(request, response, 401, 'access_token_invalid');
    }
    const workers = options.workers();
    if (url === '/readyz' && method === 'GET') {
      const { networks } = options;
      const status = workers === undefined ? 'not-ready' : 'ready';
      return send(response, workers === undefined ? 503 : 200, { status, networks });
    }
    if (url !== '/analyses') return refuse(request, response, 404, 'not_found');
    if (method !== 'POST') return refuse(request, response, 405, 'method_not_allowed');
    if (request.headers['confere-networks'] !== options.networks) {
      return refuse(request, response, 409, 'face_service_unavailable');
    }
    if (workers === undefined) return refuse(request, response, 503, 'face_engine_busy');
    const asked = readRequest(request, options.templateModels);
    if (asked === undefined) return refuse(request, response, 400, 'request_invalid');
    const photo = await readBody(request, options.maxBytes);
    if (photo === undefined) return refuse(request, response, 413, 'image_too_large');
    const span = options.tracing?.begin('POST /analyses', {
      kind: 'server',
      attributes: { 'http.request.method': 'POST', 'http.route': '/analyses' },
      parent: request.headers.traceparent as string | undefined,
    });
    return await endAfter(span, async () => {
      await analyse(workers, photo, asked, response);
      span?.setAttributes({ 'http.response.status_code': response.statusCode });
    });
  }

  async function analyse(
    workers: FaceWorkers,
    photo: Uint8Array,
    asked: AnalysisRequest,
    response: ServerResponse,
  ): Promise<void> {
    const run = () => workers.run(photo, asked);
    try {
      const outcome = await (asked.isFrame ? frames.run(workers, run) : run());
      response.writeHead(200, { 'content-type': 'application/json' }).end(encodeOutcome(outcome));
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== 'unavailable') throw error;
      send(response, 503, { code: error.code });
    }
  }
}

function isAuthorized(request: IncomingMessage, expected: Buffer): boolean {
  const { authorization = '' } = request.headers;
  return (
    authorization.startsWith(scheme) && timingSafeEqual(digest(authorization.slice(scheme.length)), expected)
  );
}

/** The requested analysis of the photo; undefined when the header is not such a request. */
function readRequest(
  request: IncomingMessage,
  templateModels: readonly string[],
): AnalysisRequest | undefined {
  try {
    const asked = JSON.parse(String(request.headers['confere-request'])) as Partial<AnalysisRequest>;
    const models = asked.templateModels;
    if (!Array.isArray(models) || models.length === 0) return undefined;
    if (!models.every((model) => templateModels.includes(model))) return undefined;
    return { templateModels: models, isFrame: asked.isFrame === true };
  } catch {
    return undefined;
  }
}

/** The whole body; undefined when it is larger than allowed. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** An answer to a request whose body nobody reads: the connection ends with it. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  response.shouldKeepAlive = false;
  send(response, status, { code });
  request.resume();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
