import { isIPv6, SocketAddress } from 'node:net';

/**
 * Who is counted for a source address. IPv4 addresses each, however they are written; of IPv6 the network of 64 bits,
 * since one host has all of its addresses and could use another one for each request.
 */
export function addressKey(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  const { address: short } = new SocketAddress({ address: plain, family: 'ipv6' });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(short)?.[1];
  if (mapped !== undefined) return mapped;
  // A translator's way to write IPv4 (RFC 6052, section 2.1): many hosts in one network.
  if (short.startsWith('64:ff9b::')) return short;
  const [head = '', tail = ''] = short.split('::');
  const groups = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - groups.flat().length }, () => '0');
  return `${[...groups[0]!, ...zeros, ...groups[1]!].slice(0, 4).join(':')}::/64`;
}
