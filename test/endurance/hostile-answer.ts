import { connect } from 'node:net';

/** One answer as it came over the wire. */
export type HostileAnswer =
  | { readonly kind: 'none'; readonly ms: number; readonly reason: 'closed' | 'time is up' | 'not HTTP' }
  | {
      readonly kind: 'answer';
      readonly ms: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
    };

/**
 * Sends bytes over a connection of their own and reads what comes back until the server closes it. `halfClose`
 * ends our side at once, so that a body that was promised and never comes keeps nobody waiting.
 */
export function exchange(
  port: number,
  bytes: Buffer,
  options: { readonly withinMs: number; readonly halfClose: boolean },
): Promise<HostileAnswer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const finish = (isLate: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const ms = performance.now() - started;
      const whole = Buffer.concat(chunks);
      if (isLate) return resolve({ kind: 'none', ms, reason: 'time is up' });
      if (whole.length === 0) return resolve({ kind: 'none', ms, reason: 'closed' });
      const parsed = parseAnswer(whole);
      resolve(parsed === undefined ? { kind: 'none', ms, reason: 'not HTTP' } : { ...parsed, ms });
    };
    const timer = setTimeout(() => finish(true), options.withinMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => finish(false));
    // A server that refuses early resets the rest of the body; what it said before that still counts.
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
    socket.write(bytes);
    if (options.halfClose) socket.end();
  });
}

function parseAnswer(bytes: Buffer): Omit<HostileAnswer & { kind: 'answer' }, 'ms'> | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine!)?.[1]);
  if (Number.isNaN(status)) return undefined;
  const rest = bytes.subarray(end + 4);
  if (status < 200) return parseAnswer(rest);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const length = headers['content-length'];
  const body =
    headers['transfer-encoding'] === 'chunked'
      ? joinChunks(rest)
      : length === undefined
        ? rest
        : rest.subarray(0, Number(length));
  return { kind: 'answer', status, headers, body };
}

function joinChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd < 0 ? 0 : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
