import { BlockList, isIP } from 'node:net';

type Range = readonly [network: string, prefix: number];

/**
 * IPv4 that is not the public internet: the IANA special-purpose registry (RFC 6890 and its updates) with the
 * few globally reachable service blocks in it, multicast, and the address under which Azure's platform answers
 * inside its virtual machines although it looks public.
 */
const refusedV4: readonly Range[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT, also Alibaba's metadata
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's platform
  ['169.254.0.0', 16], // link-local, metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments, also Oracle's metadata
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/**
 * IPv6 outside 2000::/3, the only block given out as global unicast, is refused whole: that covers unspecified,
 * loopback, IPv4-mapped and -compatible, NAT64 (64:ff9b::/96 and 64:ff9b:1::/48), discard, SRv6, unique-local
 * (metadata among them), link-local, site-local and multicast. The rest are special blocks inside 2000::/3.
 */
const refusedV6: readonly Range[] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID, DRIP
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which embeds any IPv4
  ['2620:4f:8000::', 48], // AS112
  ['3ffe::', 16], // the former 6bone
  ['3fff::', 20], // documentation
];

/** Two lists, because Node's BlockList matches IPv4-mapped IPv6 against IPv4 rules when they share one. */
type Ranges = { readonly v4: BlockList; readonly v6: BlockList };

const refused = buildRanges(refusedV4, refusedV6);

/** True for an address of the public internet. False for everything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !isInRanges(refused, address, family);
}

/** The operator's exceptions beyond the public internet. */
export type AddressAllowance = ReturnType<typeof parseAllowance>;

/**
 * Reads allowance entries: a host name (`photos.intra`), a host or address with a port (`photos.intra:8080`,
 * `[fd00::7]:8080`), or an address or range (`10.0.0.7`, `10.1.0.0/16`, `fd00:1::/48`), which also covers names
 * that resolve into it. Names match exactly, without regard to case; there are no wildcards. Throws `TypeError`
 * naming the entry that is none of these.
 */
export function parseAllowance(entries: readonly string[]) {
  const hosts = new Set<string>();
  const v4: Range[] = [];
  const v6: Range[] = [];
  for (const entry of entries) {
    const range = parseRange(entry);
    if (range !== undefined) {
      (isIP(range[0]) === 4 ? v4 : v6).push(range);
    } else {
      hosts.add(parseHost(entry));
    }
  }
  const ranges = buildRanges(v4, v6);
  return {
    isEmpty: entries.length === 0,
    /** True if an exception names the host of a URL, with this port or with any. */
    allowsHost: (host: string, port: number) => hosts.has(host) || hosts.has(`${host}:${port}`),
    /** True if an address lies in a named range. */
    allowsAddress: (address: string) => isInRanges(ranges, address, isIP(address)),
  };
}

function parseRange(entry: string): Range | undefined {
  const single = isIP(entry);
  if (single !== 0 && !entry.includes('%')) return [entry, single === 4 ? 32 : 128];
  const match = /^([0-9a-fA-F.:]+)\/([0-9]{1,3})$/.exec(entry);
  if (match === null) return undefined;
  const family = isIP(match[1]!);
  const prefix = Number(match[2]);
  if (family === 0 || prefix > (family === 4 ? 32 : 128)) return undefined;
  return [match[1]!, prefix];
}

/** The entry as a URL spells it: lower case, IPv6 in brackets and shortest form, with the port if one is given. */
function parseHost(entry: string): string {
  // Read from the text, because a URL drops the port that its scheme implies.
  const port = /:([0-9]{1,5})$/.exec(entry.replace(/^\[[^\]]*\]/, ''))?.[1];
  const url = URL.parse(`http://${entry}/`);
  const isPlain = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?$/.test(entry);
  if (url === null || !isPlain || port === '0') {
    throw new TypeError(`"${entry}" is not a host, host:port, address or range`);
  }
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
}

function buildRanges(v4: readonly Range[], v6: readonly Range[]): Ranges {
  const ranges = { v4: new BlockList(), v6: new BlockList() };
  for (const [network, prefix] of v4) ranges.v4.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of v6) ranges.v6.addSubnet(network, prefix, 'ipv6');
  return ranges;
}

/** An address with a zone (`fe80::1%eth0`) is read without it. */
function isInRanges(ranges: Ranges, address: string, family: number): boolean {
  if (family === 4) return ranges.v4.check(address, 'ipv4');
  if (family === 6) return ranges.v6.check(address.split('%')[0]!, 'ipv6');
  return false;
}
