import type { LookupAddress } from 'node:dns';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import type { AddressAllowance } from './address-rules.ts';
import { OutboundError, toOutboundError } from './errors.ts';
import { type Destination, judgeHost, type LookupAll } from './judge-host.ts';

export type ConnectorOptions = {
  readonly allowance: AddressAllowance;
  readonly lookup: LookupAll;
  /** For each address that is tried. */
  readonly connectTimeoutMs: number;
  /** Shown to every server that asks for one. */
  readonly clientCertificate?: ClientCertificate | undefined;
};

/** A certificate with its key, as PEM or as PKCS #12. */
export type ClientCertificate = {
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly pfx?: Buffer;
  readonly passphrase?: string;
};

/** More than a host with a sane configuration has. All are judged; the rest is not tried. */
const mostTriedAddresses = 4;

/**
 * Opens connections for undici. The host is resolved once, every address is judged, and the socket goes to a judged
 * address itself, so a second answer of the name server changes nothing. The next address is tried when one takes no
 * connection. Certificates are always verified, against the host's name.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  async function open(to: Destination): Promise<Socket> {
    const addresses = await judgeHost(to, options.allowance, options.lookup);
    let failure: unknown;
    for (const address of addresses.slice(0, mostTriedAddresses)) {
      const attempt = connect(to, address, options);
      try {
        return await attempt.socket;
      } catch (error) {
        failure = error;
        if (attempt.isConnected()) break;
      }
    }
    throw failure;
  }
  return ({ protocol, hostname, port }, callback) => {
    const isTls = protocol === 'https:';
    const number = port === '' ? (isTls ? 443 : 80) : Number(port);
    open({ protocol: isTls ? 'https:' : 'http:', host: hostname, port: number }).then(
      (socket) => callback(null, socket),
      (error) => callback(toOutboundError(error), null),
    );
  };
}

function connect(
  { protocol, host, port }: Destination,
  { address }: LookupAddress,
  { connectTimeoutMs: timeoutMs, clientCertificate }: ConnectorOptions,
) {
  const isTls = protocol === 'https:';
  const socket = isTls
    ? connectTls({
        host: address,
        port,
        // Without a name the certificate is checked against the address.
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
        ...clientCertificate,
      })
    : connectTcp({ host: address, port });
  let isConnected = false;
  socket.once('connect', () => {
    isConnected = true;
  });
  socket.setNoDelay(true);
  const ready = new Promise<Socket>((resolve, reject) => {
    // A dead address must leave time for the next one.
    const timer = setTimeout(() => {
      socket.destroy(
        new OutboundError('outbound_timed_out', { detail: 'The host does not accept the connection.' }),
      );
    }, timeoutMs);
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    // Stays: an error between this and the request must not end the process.
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('close', () => {
      clearTimeout(timer);
      reject(new OutboundError('outbound_unreachable', { detail: 'The connection was closed.' }));
    });
  });
  return { socket: ready, isConnected: () => isConnected };
}
