import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import {
  createPeerServer,
  type PeerServerOptions,
  readRequestBody,
  refuse,
  sendJson,
} from '../../../platform/peers.ts';
import type { CandidateIndex } from '../candidate-index.ts';
import {
  decodeSearch,
  digestModels,
  encodeFound,
  largestSearchBytes,
  modelsHeader,
} from './peer-messages.ts';

export type DuplicatesServerOptions = Omit<PeerServerOptions, 'answer'> & {
  readonly index: Pick<CandidateIndex, 'search' | 'models'> & {
    isLoaded(): boolean;
    /** The number of templates of each model. */
    sizes(): Readonly<Record<string, number>>;
  };
  /** Every model whose templates can be compared here. */
  readonly templateModels: () => readonly string[];
};

/**
 * The server of the role `duplicates`: `POST /searches` names candidates by the ids of their faces, `GET /readyz` names
 * its models, `GET /healthz` needs no secret. A request for other models is refused with 409, and told those of this
 * process. Nothing of a search is kept or logged. It does not listen yet.
 */
export function createDuplicatesServer(options: DuplicatesServerOptions): Server {
  const { index, templateModels } = options;
  return createPeerServer({ ...options, answer });

  function describe(): object {
    return { digest: digestModels(templateModels()), models: index.models(), sizes: index.sizes() };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    if (url === '/readyz' && method === 'GET') {
      const isLoaded = index.isLoaded();
      const status = isLoaded ? 'ready' : 'loading';
      return sendJson(response, isLoaded ? 200 : 503, { status, ...describe() });
    }
    if (url !== '/searches') return refuse(request, response, 404, { code: 'not_found' });
    if (method !== 'POST') return refuse(request, response, 405, { code: 'method_not_allowed' });
    if (headers[modelsHeader] !== digestModels(templateModels())) {
      return refuse(request, response, 409, { code: 'models_differ', ...describe() });
    }
    if (!index.isLoaded()) return refuse(request, response, 503, { status: 'loading', ...describe() });
    const body = await readRequestBody(request, largestSearchBytes);
    if (body === undefined) return refuse(request, response, 413, { code: 'request_too_large' });
    const search = decodeSearch(Buffer.from(body).toString('utf8'));
    if (search === undefined) return sendJson(response, 400, { code: 'request_invalid' });
    const found = await index.search(search.queries, search.limit);
    if (found === 'loading' || found === 'missing') {
      return sendJson(response, 503, { status: 'loading', ...describe() });
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(encodeFound(found));
  }
}
