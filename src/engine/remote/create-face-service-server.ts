import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import {
  createPeerServer,
  type PeerServerOptions,
  readRequestBody,
  refuse,
  sendJson,
} from '../../platform/peers.ts';
import { endAfter, type Tracing } from '../../platform/tracing.ts';
import { createFrameTurns } from '../create-frame-turns.ts';
import { EngineError } from '../errors.ts';
import type { AnalysisRequest, FaceWorkers } from '../face-workers.ts';
import { encodeOutcome } from './analysis-message.ts';

export type FaceServiceServerOptions = Omit<PeerServerOptions, 'answer'> & {
  /** The threads, once their networks are loaded. */
  readonly workers: () => FaceWorkers | undefined;
  /** Of `digestNetworks`. Requests that expect other networks are refused. */
  readonly networks: string;
  /** The models whose templates can be made. */
  readonly templateModels: readonly string[];
  /** Largest photo in bytes. */
  readonly maxBytes: number;
  /** Begins a span for each analysis, in the trace of the process that asks. None by default. */
  readonly tracing?: Tracing | undefined;
};

/**
 * The server of a face service: `POST /analyses` runs the networks on the photo in the body, `GET /readyz` names them,
 * `GET /healthz` needs no secret. Photos stay in memory and are never written. It does not listen yet.
 */
export function createFaceServiceServer(options: FaceServiceServerOptions): Server {
  const frames = createFrameTurns();
  return createPeerServer({ ...options, answer });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request;
    const workers = options.workers();
    if (url === '/readyz' && method === 'GET') {
      const { networks } = options;
      const status = workers === undefined ? 'not_ready' : 'ready';
      return sendJson(response, workers === undefined ? 503 : 200, { status, networks });
    }
    if (url !== '/analyses') return refuse(request, response, 404, { code: 'not_found' });
    if (method !== 'POST') return refuse(request, response, 405, { code: 'method_not_allowed' });
    if (request.headers['confere-networks'] !== options.networks) {
      return refuse(request, response, 409, { code: 'face_service_unavailable' });
    }
    if (workers === undefined) return refuse(request, response, 503, { code: 'face_engine_busy' });
    const asked = readRequest(request, options.templateModels);
    if (asked === undefined) return refuse(request, response, 400, { code: 'request_invalid' });
    const photo = await readRequestBody(request, options.maxBytes);
    if (photo === undefined) return refuse(request, response, 413, { code: 'image_too_large' });
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
      sendJson(response, 503, { code: error.code });
    }
  }
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
    return {
      templateModels: models,
      isFrame: asked.isFrame === true,
      ...(asked.isReceived === true && { isReceived: true }),
    };
  } catch {
    return undefined;
  }
}
