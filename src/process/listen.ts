import type { IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import type { Config } from '../app.ts';
import { type ListenAddress, toListenerUrl } from '../platform/config/index.ts';
import { HttpError } from '../web/errors.ts';
import { createMetricsServer, type Metrics } from '../web/metrics.ts';
import { readTlsFiles, type TlsFiles } from '../web/read-tls-files.ts';

/** The connections of a server that have brought no request yet. */
const unusedConnections = new WeakMap<Server, Map<string, Socket>>();

/** Notes the unused connections of a server, for its end. Call it before the server listens. */
export function noteConnections(server: Server): void {
  const unused = new Map<string, Socket>();
  unusedConnections.set(server, unused);
  const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    unused.set(name, socket);
    socket.once('close', () => unused.delete(name));
  });
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(nameOf(socket)));
}

/** Begins to listen, and gives the address with the port that it is. Rejects with `listen_failed`. */
export async function listen(server: Server, address: ListenAddress): Promise<ListenAddress> {
  noteConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(address, cause)));
    server.listen(address.port, address.host, resolve);
  });
  const { port } = server.address() as { readonly port: number };
  return { host: address.host, port };
}

/** An address that nobody else can listen on until it is released. */
export type HeldAddress = ListenAddress & { readonly release: () => Promise<void> };

/**
 * The same address with a free port in the place of 0: links and the issuer need it before anything listens. The port is
 * held meanwhile, until the end of `opened` at the latest.
 */
export async function holdPort(address: ListenAddress, opened: AsyncDisposableStack): Promise<HeldAddress> {
  if (address.port !== 0) return { ...address, release: async () => {} };
  const holder = createServer((socket) => socket.destroy());
  const release = () => new Promise<void>((resolve) => holder.close(() => resolve()));
  opened.defer(release);
  return { ...(await listen(holder, address)), release };
}

/**
 * Closes a listener once its open requests are answered, or cuts them when that takes too long. A connection that is
 * kept after its answer does not count, nor does one that was opened ahead, as browsers do, and brings nothing: Node.js
 * counts it among those that send a request.
 */
export async function closeServer(
  server: Server & { closeAllConnections?: () => void; closeIdleConnections?: () => void },
  timeoutMs: number,
  close: () => Promise<unknown> = () => new Promise((resolve) => server.close(resolve)),
): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections?.(), timeoutMs);
  const unused = unusedConnections.get(server) ?? new Map<string, Socket>();
  const received = new Map<string, number>();
  const sweep = setInterval(() => {
    server.closeIdleConnections?.();
    for (const [name, socket] of unused) {
      if (received.get(name) === socket.bytesRead) socket.destroy();
      else received.set(name, socket.bytesRead);
    }
  }, 100);
  try {
    await close();
  } finally {
    clearTimeout(timer);
    clearInterval(sweep);
  }
}

/** Shows the metrics to everybody at an address, if there is one, until `opened` is disposed of. Gives the address. */
export async function showMetrics(
  metrics: Metrics,
  address: ListenAddress | undefined,
  opened: AsyncDisposableStack,
): Promise<string | undefined> {
  if (address === undefined) return undefined;
  const server = createMetricsServer(metrics);
  const url = toListenerUrl(await listen(server, address));
  opened.defer(() => closeServer(server, 0));
  return url;
}

export function cannotListen(address: ListenAddress, cause: unknown): HttpError {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  return new HttpError('listen_failed', { detail: `${toListenerUrl(address)}: ${code}`, cause });
}

/** Reads certificate and key of the configuration; undefined without them. */
export function createTlsReader(settings: Config['server']): (() => Promise<TlsFiles>) | undefined {
  const { tlsCertificateFile: cert, tlsKeyFile: key } = settings;
  return cert === undefined || key === undefined ? undefined : () => readTlsFiles({ cert, key });
}

/** Has listeners use certificate and key as the files are now. Undefined without TLS; rejects with `tls_unusable`. */
export async function renewTls(
  read: (() => Promise<TlsFiles>) | undefined,
  servers: readonly Server[],
): Promise<TlsFiles | undefined> {
  const tls = await read?.();
  if (tls === undefined) return undefined;
  for (const server of servers) (server as TlsServer).setSecureContext({ ...tls, minVersion: 'TLSv1.2' });
  return tls;
}
