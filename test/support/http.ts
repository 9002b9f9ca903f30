import assert from 'node:assert/strict';
import { connect } from 'node:net';

/** An answer with its body read and, when it is JSON, parsed. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered
  readonly body: any;
};

export type Sending = {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly authorization?: string;
  readonly json?: unknown;
  readonly body?: RequestInit['body'];
  readonly headers?: Record<string, string>;
  /** Aborting it hangs up. */
  readonly signal?: AbortSignal;
};

/** What an answer says, apart from the id of its request. */
export function bodyOf({ body }: Pick<Answer, 'body'>): Record<string, unknown> {
  const { requestId: _requestId, ...said } = body;
  return said;
}

/** Sends a request over a real socket. */
export async function send(url: string, sending: Sending = {}): Promise<Answer> {
  const { method = 'GET', token, authorization, json, body, headers = {}, signal = null } = sending;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(authorization === undefined ? {} : { authorization }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? (body ?? null) : JSON.stringify(json),
    signal,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

/** Writes bytes to a port as they are and gives everything that comes back until the connection ends. */
export async function sendRaw(
  url: string,
  bytes: string | Uint8Array,
  options: { readonly half?: boolean } = {},
): Promise<{
  readonly text: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}> {
  const { hostname, port } = new URL(url);
  const received: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes);
      if (options.half === true) socket.end();
    });
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('close', () => resolve());
    // A server that refuses while bytes are still coming may reset the connection after its answer.
    socket.on('error', (error) => (received.length > 0 ? resolve() : reject(error)));
  });
  const text = Buffer.concat(received).toString();
  const [head = '', body = ''] = splitOnce(text, '\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => splitOnce(line, ': ')));
  return { text, status: Number(statusLine.split(' ')[1]), headers, body: parse(body) };
}

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** An answer's requestId is a UUIDv7, and the same in body and header. */
export function assertRequestId(answer: Pick<Answer, 'headers' | 'body'>): void {
  const { requestId } = answer.body as { requestId: string };
  assert.match(requestId, uuidV7);
  assert.equal(answer.headers.get('x-request-id'), requestId);
}

/** An error in the documented form with this status and code. */
export function assertError(
  answer: Pick<Answer, 'status' | 'headers' | 'body'>,
  status: number,
  code: string,
): void {
  assert.deepEqual({ status: answer.status, code: answer.body?.code }, { status, code });
  const { type, title, status: said, errors, detail } = answer.body;
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assertRequestId(answer);
  assert.equal(type, `urn:confere:error:${code}`);
  assert.equal(typeof title, 'string');
  assert.equal(said, status);
  assert.ok(detail === undefined || typeof detail === 'string');
  for (const problem of errors ?? []) {
    assert.deepEqual(Object.keys(problem).sort(), ['message', 'path']);
  }
  if (status === 401) assert.ok(answer.headers.get('www-authenticate'), '401 names a scheme');
  if (status === 429 || status === 503) assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  if (status === 405) assert.ok(answer.headers.get('allow'));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
