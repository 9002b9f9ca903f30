import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { type AddressAllowance, isPublicAddress } from './address-rules.ts';
import { OutboundError } from './errors.ts';

/** Finds every address of a host name. */
export type LookupAll = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The place a connection is wanted to. */
export type Destination = {
  readonly protocol: 'http:' | 'https:';
  /** A name or an IP address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
};

/** The system's resolver, IPv4 first. */
export const lookupAll: LookupAll = async (hostname) =>
  promisify(systemLookup)(hostname, { all: true, order: 'ipv4first' });

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
  const [first, ...others] = family === 0 ? await lookup(host) : [{ address: host, family }];
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
