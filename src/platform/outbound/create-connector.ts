import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import type { buildConnector } from 'undici';
import { type AddressAllowance, isPublicAddress } from './address-rules.ts';
import { OutboundError, toOutboundError } from './errors.ts';

type ConnectorOptions = {
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
  return (to, callback) => {
    open(toDestination(to)).then(
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

/** Finds every address of a host name. `isNamed`: the operator's exceptions name the host itself. */
export type LookupAll = (hostname: string, isNamed: boolean) => Promise<readonly LookupAddress[]>;

/** The place a connection is wanted to. */
type Destination = {
  readonly protocol: 'http:' | 'https:';
  /** A name or an IP address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
};

/** The place that an address of http or https leads to. */
export function toDestination(address: {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
}): Destination {
  const protocol = address.protocol === 'https:' ? 'https:' : 'http:';
  const port = Number(address.port || (protocol === 'https:' ? 443 : 80));
  return { protocol, host: address.hostname.replace(/^\[|\]$/g, ''), port };
}

/** The system's resolver, IPv4 first. */
export const lookupAll: LookupAll = async (hostname) =>
  promisify(systemLookup)(hostname, { all: true, order: 'ipv4first' });

/** A name server that keeps silent is asked once more. */
const nameServerLimits = { timeout: 2_000, tries: 2 } as const;

/**
 * A look-up for names that others choose: it asks the name servers without the system's resolver. That one waits for a
 * silent name server in one of two threads, and look-ups of everything else would wait behind. Hosts that the operator
 * named are still found by the system, with its hosts file and search domains. `servers`: those of the system by default.
 */
export function askNameServers(servers?: readonly string[]): LookupAll {
  return async (hostname, isNamed) => {
    if (isNamed) return await lookupAll(hostname, isNamed);
    // No name server knows it (RFC 6761, section 6.3).
    if (/(?:^|\.)localhost\.?$/i.test(hostname)) return [{ address: '127.0.0.1', family: 4 }];
    // A new one each time: it reads anew which servers there are.
    const resolver = new Resolver(nameServerLimits);
    if (servers !== undefined) resolver.setServers(servers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
  };
}

/**
 * Resolves a host once and judges every address it has. Each must be public or allowed: one bad address among good
 * ones refuses the host. Plain http and other ports than 443 need the allowance, for each address. Gives the
 * addresses in the resolver's order, at least one.
 *
 * Rejects with `outbound_address_refused`, `outbound_not_public`, `outbound_unreachable`, and the resolver's error.
 */
export async function judgeHost(
  { protocol, host, port }: Destination,
  allowance: AddressAllowance,
  lookup: LookupAll,
): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
  const family = isIP(host);
  const isUsual = protocol === 'https:' && port === 443;
  if (!isUsual && allowance.isEmpty) throw refuseUnusual(protocol);
  const isNamed = allowance.allowsHost(family === 6 ? `[${host}]` : host, port);
  const [first, ...others] = family === 0 ? await lookup(host, isNamed) : [{ address: host, family }];
  if (first === undefined) {
    throw new OutboundError('outbound_unreachable', { detail: 'The host name has no address.' });
  }
  const addresses = [first, ...others] as const;
  const isAllowed = ({ address }: LookupAddress) => isNamed || allowance.allowsAddress(address);
  if (!isUsual && !addresses.every(isAllowed)) throw refuseUnusual(protocol);
  if (!addresses.every((each) => isPublicAddress(each.address) || isAllowed(each))) {
    throw new OutboundError('outbound_not_public');
  }
  return addresses;
}

function refuseUnusual(protocol: Destination['protocol']): OutboundError {
  const detail = protocol === 'https:' ? 'Only port 443 is reached.' : 'Only https: is used.';
  return new OutboundError('outbound_address_refused', { detail });
}

const longestAddress = 8_192;

/**
 * Reads an address. The WHATWG parser turns every odd spelling of an IP address (decimal, hex, octal, short) into
 * the plain one before anything is judged. Throws `outbound_address_refused`.
 */
export function parseAddress(address: string, base?: URL): URL {
  const url = address.length > longestAddress || /\s/.test(address) ? null : URL.parse(address, base?.href);
  if (url === null) throw refused('It is not an absolute address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('Only https: is used.');
  if (url.username !== '' || url.password !== '') {
    throw refused('An address with a user name or password is not used.');
  }
  return url;
}

function refused(detail: string): OutboundError {
  return new OutboundError('outbound_address_refused', { detail });
}
