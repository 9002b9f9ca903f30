import { DemoError } from './errors.ts';

/** One request and its answer, as they went over the wire. */
export type Exchange = {
  /** The path as it may be shown: CPFs masked, signatures of links left out. */
  readonly request: string;
  readonly status: number;
  /** The subject of the request, where its address does not show it. */
  readonly note: string | undefined;
  /** From sending to the last byte of the answer, in milliseconds. */
  readonly durationMs: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The parsed body; empty when the answer is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The part of the body that may be shown: no secrets. */
  readonly shown: unknown;
  /** True for one of many alike, which the transcript leaves out. */
  readonly isQuiet: boolean;
};

export type RequestOptions = {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
  /** Sent as JSON; excludes `body`. */
  readonly json?: object;
  /** The path to show instead of the one requested. */
  readonly shownPath?: string;
  readonly note?: string;
  /** Leaves the exchange out of the transcript, its answer out of every document. */
  readonly isQuiet?: true;
  /** Selects the part of the answer to show, for long answers and answers with secrets. Default: the whole body. */
  readonly show?: (body: Exchange['body'], answer: Pick<Exchange, 'headers' | 'bytes'>) => unknown;
  /** The status without which the steps that follow make no sense. */
  readonly needs?: number;
};

/** Sends a request to the service. Rejects with `demo_stopped` when it cannot be answered as the option `needs`. */
export type SendRequest = (
  method: 'GET' | 'POST' | 'PUT',
  address: string,
  options?: RequestOptions,
) => Promise<Exchange>;

/** Sends requests to one service, one after the other, and hands each exchange to `onExchange`. */
export function createSendRequest(options: {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly onExchange: (exchange: Exchange) => void;
}): SendRequest {
  return async (
    method,
    address,
    { token, headers, body, json, shownPath, note, isQuiet, show, needs } = {},
  ) => {
    const url = new URL(address, options.url);
    const startedAt = performance.now();
    const response = await fetch(url, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(60_000)]),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const parsed = parseBody(response.headers, bytes);
    const exchange: Exchange = {
      request: `${method} ${shownPath ?? url.pathname + url.search}`,
      note,
      status: response.status,
      durationMs: performance.now() - startedAt,
      headers: response.headers,
      bytes,
      body: parsed,
      shown:
        isQuiet === true
          ? undefined
          : show === undefined
            ? parsed
            : show(parsed, { headers: response.headers, bytes }),
      isQuiet: isQuiet === true,
    };
    options.onExchange(exchange);
    if (needs !== undefined && response.status !== needs) {
      throw new DemoError('demo_stopped', {
        detail: `${exchange.request}: expected status ${needs}, got ${response.status}`,
      });
    }
    return exchange;
  };
}

function parseBody(headers: Headers, bytes: Buffer): Exchange['body'] {
  if (!headers.get('content-type')?.startsWith('application/json')) return {};
  const body: unknown = JSON.parse(bytes.toString('utf8'));
  return typeof body === 'object' && body !== null ? (body as Exchange['body']) : {};
}
